// Writes the files of the editors that are made from the grammar.
//
//     node ports/editors/grammar/generate.mjs           # writes them
//     node ports/editors/grammar/generate.mjs --check   # says which are not up to date

import { readFileSync, writeFileSync } from "node:fs";
import { readWords } from "./words.mjs";
import { emacs } from "./emacs.mjs";
import { kate } from "./kate.mjs";
import { plist } from "./plist.mjs";
import { textmate } from "./textmate.mjs";

const words = readWords();
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/// The made files, from `ports/editors`, and what is in them.
export const FILES = {
  "textmate/mnc.tmLanguage.json": json(textmate(words)),
  "tree-sitter-mnc/words.json": json(words),
  "sublime/mnc.tmLanguage": plist(textmate(words)),
  "emacs/mnc-words.el": emacs(words),
  "kate/mnc.xml": kate(words),
  // Zed has fewer names of colours, and reads its queries from the folder of the language.
  "zed/languages/mnc/highlights.scm": zedHighlights(),
};

/// The names of colours that Zed has others for.
function zedHighlights() {
  const query = readFileSync(path("tree-sitter-mnc/queries/highlights.scm"), "utf8");
  const made = "; Made by ports/editors/grammar/generate.mjs from tree-sitter-mnc/queries/highlights.scm. Do not edit.";
  const shared = query.replaceAll("@markup.heading", "@title").replaceAll("@variable.builtin", "@variable.special");
  return `${made}\n\n${shared.replace(/^.*@none\n/m, "")}`;
}

function path(name) {
  return new URL(`../${name}`, import.meta.url);
}

/// The made files that are not as they would be written now.
export function outdated() {
  const current = (name) => {
    try {
      return readFileSync(path(name), "utf8");
    } catch {
      return "";
    }
  };
  return Object.keys(FILES).filter((name) => current(name) !== FILES[name]);
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const old = outdated();
  if (process.argv.includes("--check")) {
    old.forEach((name) => console.error(`ports/editors/${name} is not up to date`));
    if (old.length > 0) {
      console.error("run: node ports/editors/grammar/generate.mjs");
      process.exit(1);
    }
  } else {
    old.forEach((name) => writeFileSync(path(name), FILES[name]));
    console.log(old.length > 0 ? `written: ${old.join(", ")}` : "everything is up to date");
  }
}
