// Writes the texts that come with mnc for the modules: dist/texts.json has the shipped games and lists of words,
// dist/wordings.json what people say in other words than the language has, which is wanted for texts with mistakes, and
// dist/help.json what explains words and codes.
import { byLikeness } from "./order.mjs";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);

function texts(folder, ending) {
  const names = readdirSync(new URL(folder, root)).filter((name) => name.endsWith(ending)).sort();
  const entries = names.map((name) => [name.slice(0, -ending.length), text(folder + name)]);
  return Object.fromEntries(byLikeness(entries.map(([, content]) => Buffer.from(content))).map((nth) => entries[nth]));
}

const text = (path) => readFileSync(new URL(path, root), "utf8");

// Notes for those who write a file are not sent.
const withoutNotes = (path, isNote) => text(path).split("\n").filter((line) => !isNote(line)).join("\n");
const table = (path) => withoutNotes(path, (line) => line.startsWith("# "));

const codes = texts("src/diagnostic/codes/", ".md");

const all = {
  games: texts("games/", ".mnc"),
  codes: Object.keys(codes).sort(),
  // A comment with three strokes is shown to authors: it says what a production is.
  grammar: withoutNotes("grammar/mnc.pest", (line) => /^\s*\/\/(?!\/)/.test(line)),
  english_words: table("src/syntax/english_words.txt"),
  foreign_words: table("src/syntax/foreign.txt"),
  irregular_verbs: table("src/syntax/paraphrase/verbs.txt"),
  test_lines: table("src/syntax/repair/test_lines.txt"),
};
const wordings = {
  concepts: table("src/syntax/paraphrase/concepts.txt"),
  frames: table("src/syntax/paraphrase/frames.txt"),
  sayings: table("src/syntax/paraphrase/sayings.txt"),
};
const help = { essays: codes, reference: text("grammar/reference.md") };

const write = (name, content) => writeFileSync(new URL(`dist/${name}`, import.meta.url), JSON.stringify(content));
write("texts.json", all);
write("wordings.json", wordings);
write("help.json", help);
