// Writes dist/texts.json: the shipped games and all other texts that come with mnc, which both modules are given.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);

function texts(folder, ending) {
  const names = readdirSync(new URL(folder, root)).filter((name) => name.endsWith(ending)).sort();
  return Object.fromEntries(names.map((name) => [name.slice(0, -ending.length), text(folder + name)]));
}

const text = (path) => readFileSync(new URL(path, root), "utf8");

const all = {
  games: texts("games/", ".mnc"),
  codes: texts("src/diagnostic/codes/", ".md"),
  reference: text("grammar/reference.md"),
  grammar: text("grammar/mnc.pest"),
  english_words: text("src/syntax/english_words.txt"),
  foreign_words: text("src/syntax/foreign.txt"),
  paraphrases: text("src/syntax/paraphrase/table.txt"),
  sayings: text("src/syntax/paraphrase/sayings.txt"),
};
writeFileSync(new URL("dist/texts.json", import.meta.url), JSON.stringify(all));
