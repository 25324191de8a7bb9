// The TextMate grammar, held to the grammar of the language and to every description of the repository.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createHighlighter } from "shiki";
import { outdated } from "../../grammar/generate.mjs";
import { readWords } from "../../grammar/words.mjs";
import { ROOT, descriptions, tokens } from "./tokens.mjs";

const words = readWords();
const games = descriptions("games");
const drafts = descriptions("tests/cases/syntax/good");
const all = [...games, ...drafts];
const reserved = new Set(words.reserved);
const NAMES = ["variable.other.name.mnc", "variable.other.constant.player.mnc", "entity.name.type.definition.mnc"];

const reservedWords = `mnc 1\nlast seed\n${words.reserved.map((word) => `  ${word}`).join("\n")}\n`;

const scopeOf = (token) => token.scopes.at(-1) ?? "";
const isName = (token) => NAMES.includes(scopeOf(token));
const isCode = (token) => !/^(string|comment|entity\.name\.section)/.test(scopeOf(token)) && /^\p{L}/u.test(token.text);
const at = (name, token) => `${name}:${token.line + 1}: ${token.text}`;

/// The examples of the reference that are whole, or sections that may be in a description.
function examples() {
  const reference = readFileSync(new URL("grammar/reference.md", ROOT), "utf8");
  const fences = reference.matchAll(/^```mnc( sections| wrong [\w-]+)?\n(.*?)^```$/gms);
  return [...fences].filter(([, kind]) => !kind?.startsWith(" wrong")).map(([, , text]) => ["reference", text]);
}

/// Names that a description defines: before `=`, after `the board has`, of rows, values of options, and chosen places.
function defined(text) {
  const code = text.replace(/"[^"]*"|#.*$/gm, "");
  const rows = code.match(/rows from each player:(.*)/)?.[1] ?? "";
  const places = [...code.matchAll(/the board has (?:a|an) (\S+)/g)].map((found) => found[1]);
  const options = [...code.matchAll(/^[^\n=]*=[^\n]*, or .*$/gm)].map((found) => found[0].replace(/^.*?=/, "")).join(" ");
  const left = [...code.matchAll(/(?:^\s+|becomes\s+|:\s*)([^\s=]+)\s*=/gm)].map((found) => found[1]);
  const chosen = [...code.matchAll(/\bchooses? .*? as ([^\s,]+)/g)].map((found) => found[1]);
  return new Set([...left, ...places, ...chosen, ...`${rows} ${options}`.split(/[\s,]+/)]);
}

test("the made files are up to date", () => {
  assert.deepEqual(outdated(), [], "run: node ports/editors/grammar/generate.mjs");
});

test("every word of the grammar has a place", () => {
  assert.deepEqual(words.unplaced, []);
});

test("a word that is new in the grammar has its class at once", () => {
  const pest = readFileSync(new URL("grammar/mnc.pest", ROOT), "utf8");
  const more = pest
    .replace('reserved = @{\n    "expect "', 'reserved = @{\n    "hop " | "expect "')
    .replace("| pass | play_again", "| pass | hop | play_again");
  const added = readWords(`${more}\nhop = { "hop " ~ places ~ "over the fence " }\n`);
  assert.equal(added.classes.hop, "action");
  assert.ok(added.phrases.some(({ phrase }) => phrase === "over the fence"));
  assert.deepEqual(added.unplaced, []);
  // A single word that may be a name elsewhere: somebody has to say where it is none.
  assert.deepEqual(readWords(`${pest}\nhop = { "fence " ~ places }\n`).unplaced, ["fence"]);
});

test("every token of every description has a scope", () => {
  const has = (scope) => !scope.startsWith("meta.") || scope === "meta.word.mnc";
  const without = all.flatMap(([name, text]) =>
    tokens(text).filter((token) => !token.scopes.some(has)).map((token) => at(name, token)));
  assert.deepEqual(without, []);
});

test("no word of the language is coloured as a name", () => {
  const wrong = all.flatMap(([name, text]) =>
    tokens(text).filter((token) => isName(token) && reserved.has(token.text)).map((token) => at(name, token)));
  assert.deepEqual(wrong, []);
});

test("a word that is not reserved is a name where it is defined, and else a word of the language", () => {
  const open = new Set([...words.phrases.flatMap(({ phrase }) => phrase.split(" ")), ...words.places.map(({ word }) => word)]
    .filter((word) => !reserved.has(word)));
  assert.ok(open.has("columns"));
  for (const [name, text] of all) {
    const names = defined(text);
    // An answer is no word of the language: `South plays go on`.
    const lines = text.split("\n");
    const isAnswer = (token) => / (plays|choices) /.test(lines[at(name, token).match(/:(\d+): /)[1] - 1]);
    const wrong = tokens(text).filter((token) =>
      isCode(token) && open.has(token.text) && isName(token) && !names.has(token.text) && !isAnswer(token));
    assert.deepEqual(wrong.map((token) => at(name, token)), []);
  }
});

test("every word of the grammar is coloured somewhere", () => {
  const coloured = new Set();
  // Some forms (`sows`, `places`) are in no description. They are reserved, so they have a colour wherever they are.
  for (const [, text] of [...all, ...examples(), ["reserved", reservedWords]]) {
    for (const token of tokens(text)) {
      if (isCode(token) && !isName(token)) token.text.split(/\s+/).forEach((word) => coloured.add(word));
    }
  }
  const pest = readFileSync(new URL("grammar/mnc.pest", ROOT), "utf8");
  const [before, rest] = pest.split("\nreserved = @{");
  const productions = (before + rest.slice(rest.indexOf("\n}"))).replace(/^\s*\/\/.*$/gm, "");
  const literals = [...productions.matchAll(/"((?:\\.|[^"\\])*)"/g)].map((found) => found[1]);
  const quoted = literals.flatMap((literal) => literal.trim().split(" "));
  const needed = new Set(quoted.filter((word) => /^\p{L}/u.test(word)));
  assert.ok(needed.size > 200);
  assert.deepEqual([...needed].filter((word) => !coloured.has(word)), []);
});

test("reserved words that no phrase has yet are coloured too", () => {
  assert.deepEqual(tokens(reservedWords).slice(2).filter(isName).map(({ text: word }) => word), []);
});

test("headings are found in every description", () => {
  const titles = Object.values(words.titles);
  const heading = new RegExp(`^(?:(?:${words.changes.join("|")}) +)?(${[...words.sections, ...titles].join("|")})\\b(?!-)`);
  for (const [name, text] of all) {
    const lines = text.replace("\u{feff}", "").split("\n");
    const expected = lines.flatMap((line, number) => (heading.test(line) ? [number] : []));
    const found = tokens(text).filter((token) => scopeOf(token) === "markup.heading.section.mnc");
    assert.deepEqual(found.map(({ line }) => line), expected, name);
  }
});

test("a statement that is not finished changes no heading after it", () => {
  const headings = (text) => tokens(text).filter((token) => scopeOf(token) === "markup.heading.section.mnc").map(({ line }) => line);
  for (const [name, text] of games.slice(0, 4)) {
    const lines = text.split("\n");
    const expected = headings(text);
    for (const [number, line] of lines.entries()) {
      if (expected.includes(number) || line.trim() === "") continue;
      const cut = [...lines];
      cut[number] = line.slice(0, Math.ceil((line.length + line.search(/\S/)) / 2));
      assert.deepEqual(headings(cut.join("\n")), expected, `${name}:${number + 1}`);
    }
  }
});

test("words in texts and comments are not coloured", () => {
  const inside = tokens('mnc 1\ngame "sow any own hole" # capture it\nabout\n  source "the end # of -> it"\n');
  const code = inside.filter(isCode).map(({ text }) => text);
  assert.deepEqual(code, ["mnc", "game", "about", "source"]);
});

test("names with letters of all alphabets, digits and hyphens are one token", () => {
  const found = tokens("mnc 1\nwords\n  Größe-2 = a hole holding 4\n  every-hole = the Größe-2 holes\n  sow-er = a mark\n").filter(isName);
  assert.deepEqual(found.map(({ text }) => text), ["Größe-2", "every-hole", "Größe-2", "sow-er"]);
});

test("degrees are numbers, and N is north only after a number", () => {
  const text = 'mnc 1\nabout\n  played "N 4" at 18.2 N 71 W   [1]\nboard\n  players N, W\n';
  const found = tokens(text).filter((token) => ["18.2", "71", "N", "W"].includes(token.text));
  const number = "constant.numeric.mnc";
  const side = "constant.language.value.mnc";
  const player = "variable.other.constant.player.mnc";
  assert.deepEqual(found.map((token) => [token.text, scopeOf(token)]),
    [["18.2", number], ["N", side], ["71", number], ["W", side], ["N", player], ["W", player]]);
});

test("long lines of any characters end soon", () => {
  const before = process.hrtime.bigint();
  for (const piece of ['"', "[", "change in ", "columns ", "-> ", "a-", "opponent'", "= "]) {
    tokens(`mnc 1\nboard\n  ${piece.repeat(2000 / piece.length)}\nmove: sow any own hole\n`);
  }
  assert.ok(Number(process.hrtime.bigint() - before) < 5e9);
});

test("shiki colours a description by the same file", async () => {
  const path = new URL("ports/editors/textmate/mnc.tmLanguage.json", ROOT);
  const highlighter = await createHighlighter({ themes: ["dark-plus", "light-plus"], langs: [JSON.parse(readFileSync(path, "utf8"))] });
  for (const theme of ["dark-plus", "light-plus"]) {
    const html = highlighter.codeToHtml("move: sow any own hole   [3]   # so", { lang: "mnc", theme });
    assert.ok(new Set(html.match(/color:#[0-9A-F]{6}/gi)).size >= 5, html);
  }
});
