// The package as people install it, and the files that VS Code reads in it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { unzipped } from "./zip.mjs";
import { ROOT, descriptions } from "./tokens.mjs";

const here = new URL("../", import.meta.url);
const read = (name) => readFileSync(new URL(name, here), "utf8");
const manifest = JSON.parse(read("package.json"));
const configuration = JSON.parse(read("language-configuration.json"));
const snippets = JSON.parse(read("snippets.json"));
const vsix = new URL("build/mnc.vsix", here);
const LARGEST = 150 * 1024;

test("the package is small, and has what it needs and no more", () => {
  assert.ok(statSync(vsix).size <= LARGEST, `${statSync(vsix).size} bytes`);
  const files = unzipped(readFileSync(vsix));
  const names = [...files.keys()].filter((name) => name.startsWith("extension/")).map((name) => name.slice(10)).sort();
  assert.deepEqual(names, [
    "LICENSE-MIT.txt", "LICENSE.txt", "dist/extension.js", "language-configuration.json",
    "mnc.tmLanguage.json", "package.json", "readme.md", "reference.md", "snippets.json",
  ]);
  const packed = JSON.parse(files.get("extension/package.json").toString());
  const used = [
    packed.main, ...packed.contributes.languages.map(({ configuration: path }) => path),
    ...packed.contributes.grammars.map(({ path }) => path), ...packed.contributes.snippets.map(({ path }) => path),
  ];
  used.forEach((path) => assert.ok(files.has(`extension/${path.replace("./", "")}`), path));
  const committed = readFileSync(new URL("ports/editors/textmate/mnc.tmLanguage.json", ROOT), "utf8");
  assert.equal(files.get("extension/mnc.tmLanguage.json").toString(), committed);
  // Nothing that only the building machine has.
  for (const [name, bytes] of files) assert.ok(!bytes.includes(ROOT.pathname), name);
});

test("the bundle needs only VS Code and what Node has", () => {
  const bundle = readFileSync(new URL("build/package/dist/extension.js", here), "utf8");
  const needed = new Set([...bundle.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name));
  assert.deepEqual([...needed].filter((name) => name !== "vscode" && !isBuiltin(name)), []);
  assert.ok(needed.has("vscode"));
});

test("every command of the manifest is registered, and the other way round", () => {
  const source = read("src/extension.ts");
  const registered = [...source.matchAll(/registerCommand\("([^"]+)"/g)].map(([, name]) => name).sort();
  assert.deepEqual(manifest.contributes.commands.map(({ command }) => command).sort(), registered);
  for (const { title } of manifest.contributes.commands) assert.ok(read("README.md").includes(`mnc: ${title}`), title);
});

test("what the server says about names has the colours of the grammar", () => {
  const scopes = manifest.contributes.semanticTokenScopes.flatMap(({ scopes: byToken }) => Object.values(byToken).flat());
  const grammar = readFileSync(new URL("ports/editors/textmate/mnc.tmLanguage.json", ROOT), "utf8");
  scopes.forEach((scope) => assert.ok(grammar.includes(`"${scope}"`), scope));
  assert.ok(scopes.length > 0);
});

test("the version of the extension is that of mnc", () => {
  const version = readFileSync(new URL("Cargo.toml", ROOT), "utf8").match(/^version = "(.*)"$/m)?.[1];
  assert.equal(manifest.version, version);
});

const { increaseIndentPattern, decreaseIndentPattern } = configuration.indentationRules;
const increase = new RegExp(increaseIndentPattern, "u");
const decrease = new RegExp(decreaseIndentPattern, "u");

test("the line after a heading or an opening sign is indented, and after others it is not", () => {
  const deeper = ["about", "last seed", "change in last seed", "move:", "words  # names", 'test "a capture"', "  enter =",
    "  otherwise ->", "  South, then North:", "  also", "  sow, in this order:   # so"];
  const equal = ["mnc 1", 'game "A"', 'game "A" like "B"', 'variation "A"', 'stage "A"', "no match", "start: every hole holds 4",
    "  makes 4 -> capture it", "  1  \"a point: so\"", '  1 "ends in ->"', "# about", "  prize = a hole holding 4", "  -> end move"];
  deeper.forEach((line) => assert.match(line, increase));
  equal.forEach((line) => assert.doesNotMatch(line, increase));
});

test("the rules of indentation agree with the shipped games", () => {
  // A line that is deeper than the one above, and no continuation, follows a line after which the editor indents.
  const continues = /^\s*(->|,|\[|and\b|or\b|assumed\b)/;
  for (const [name, text] of descriptions("games")) {
    const lines = text.split("\n").filter((line) => /^\s*[^#\s]/.test(line));
    let above = "";
    let column = 0;
    for (const line of lines) {
      if (continues.test(line)) {
        above += line;
        continue;
      }
      const indent = line.search(/\S/);
      if (above !== "") assert.equal(increase.test(above), indent > column, `${name}: ${above}\n${line}`);
      assert.doesNotMatch(line, decrease, name);
      above = line;
      column = indent;
    }
  }
});

test("a heading that is typed below a statement goes to the left", () => {
  ['  test "', '    variation "a', "  change in move", "  also in end"].forEach((line) => assert.match(line, decrease));
  ["  also:", "  also", "  the first hole", "  tests = a mark"].forEach((line) => assert.doesNotMatch(line, decrease));
});

test("after the end of a broken statement the next line is less deep", () => {
  const [rule] = configuration.onEnterRules;
  const ends = new RegExp(rule.beforeText, "u");
  ["    -> capture it   [3, 4]", "    and it is empty -> end move [1]", '    assumed "silent"'].forEach((line) => assert.match(line, ends));
  ["    -> capture it", "  sow any own hole   [3]", "    , unless it is empty"].forEach((line) => assert.doesNotMatch(line, ends));
});

test("a word of the language is one word for the editor", () => {
  const word = new RegExp(configuration.wordPattern, "gu");
  assert.deepEqual("the opponent's left-end of Größe, 12 holes".match(word), ["the", "opponent's", "left-end", "of", "Größe", "12", "holes"]);
});

/// A snippet as it is if nothing is typed in it.
function filled({ body }) {
  return body.join("\n").replace(/\$\{\d+\|([^,|]*)[^}]*\}/g, "$1").replace(/\$\{\d+:([^}]*)\}/g, "$1").replace(/\$\d/g, "");
}

test("each snippet can be chosen by one word", () => {
  const prefixes = Object.values(snippets).map(({ prefix }) => prefix);
  assert.equal(new Set(prefixes).size, prefixes.length);
  prefixes.forEach((prefix) => assert.ok(read("README.md").includes(`\`${prefix}\``), prefix));
});

test("a description made of the snippets has no mistakes", { skip: process.env.MNC ? false : "set MNC to the program mnc" }, () => {
  assert.ok(existsSync(process.env.MNC), `MNC=${process.env.MNC}: no such program`);
  const of = (prefix) => filled(Object.values(snippets).find((snippet) => snippet.prefix === prefix));
  const [head, tests] = of("game").split("\ntest ");
  const option = of("option");
  const name = option.split(" ")[0];
  const whole = [
    head.replace("board\n", `options\n  ${option}\nboard\n`)
      .replace("every hole holds 4", `every hole holds ${name}`)
      .replace("last seed\n", `last seed\n  ${of("case")}\n`),
    of("stage"),
    of("variation"),
    of("variation").replace("the name", "another name").replace(/^new .*$/m, of("change").replace("holds 4", `holds ${name}`)),
    `test ${tests}`,
    of("test").replace("what must", "what else must"),
  ].join("\n");
  const folder = mkdtempSync(join(tmpdir(), "mnc-snippets-"));
  try {
    for (const [file, text] of [["game.mnc", of("game")], ["whole.mnc", whole]]) {
      writeFileSync(join(folder, file), text);
      execFileSync(process.env.MNC, ["check", file], { cwd: folder, stdio: "pipe" });
    }
  } catch (error) {
    assert.fail(`${error.stdout}${error.stderr}\n${whole}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
