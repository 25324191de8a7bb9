// The words of the language, read from `grammar/mnc.pest`, in the classes that editors colour.
//
// The tables below name productions of the grammar and repeat as few of its words as possible: a word that is
// new in a production has its class at once. If a word of the grammar would be coloured nowhere, `unplaced`
// lists it, and a test fails.

import { readFileSync } from "node:fs";

const PEST = new URL("../../../grammar/mnc.pest", import.meta.url);

/// The classes and the productions whose words they have: the words with which the production begins, or all of
/// its words, or only those that are a whole literal. If a word is in several rows, the first row counts. The
/// words that are in no row have the class `word`.
const CLASSES = [
  ["logic", "opening", ["test_end", "not", "also", "otherwise", "if_so", "unless", "when"]],
  ["choice", "opening", ["any", "may", "choose", "either"]],
  ["adjective", "all", ["plain_adjective", "edge"]],
  ["noun", "all", ["noun_word", "unit", "seeds", "worth", "shelf", "sowing_hand", "origin"]],
  ["noun", "opening", ["run", "stage"]],
  ["value", "single", ["fixed_direction", "yes_no", "side"]],
  ["action", "opening", ["deed"]],
  ["player", "all", ["who", "owner", "role"]],
  ["player", "opening", ["players"]],
  ["it", "opening", ["it"]],
  ["test", "all", [
    "verb", "has_captured", "has_sown_in", "began_from", "falls_in", "makes_amount", "makes_place", "position_returns",
    "never_ends", "seed_before", "holding", "concedes", "there_is", "agreed", "must",
  ]],
  ["test", "opening", ["given", "expect"]],
];

/// The words of these productions have the class `word` also where they are part of a phrase of another class.
const PLAIN = ["determiner", "of_player", "relation", "winner_line", "number_of", "stretch_of_play", "from_side"];

/// Productions that are only other productions: they are replaced by these.
const GROUPS = ["deed"];

/// Of those, the ones whose words are mostly something else: `a turn is 2 moves`.
const NOT_IN_GROUPS = ["moves_first"];

/// Classes whose words keep their class in any phrase.
const STRONG = ["choice", "adjective"];

/// Words of a phrase that the tables cannot give: `becomes` is between two statements, and no statement has it.
const BETWEEN_STATEMENTS = ["becomes"];

/// Productions whose words begin a line at the left edge.
const HEADINGS = ["version", "game", "variation", "stage", "test", "section_name", "change"];

/// Words that may be names everywhere but in one place, next to a certain word.
const PLACES = [
  { production: "hidden", before: "store" },
  { production: "columns", section: "board", after: ["owns", "and"] },
];

/// The words of these productions are only after a number in *about*; everywhere else they may be names.
const AFTER_NUMBERS = ["latitude", "longitude"];

const isWord = (text) => /^\p{L}/u.test(text);

function wordsOf(literal) {
  return literal.split(" ").filter(isWord);
}

/// The literals in a piece of a grammar, without the blank after the last word.
function literalsOf(body) {
  const literals = [...body.matchAll(/"((?:\\.|[^"\\])*)"/g)].map((literal) => literal[1]);
  // A literal has a blank after each of its words; the others are characters of a token.
  return literals.filter((literal) => literal.endsWith(" ")).map((literal) => literal.trim());
}

/// The bodies of the productions of a grammar, by name.
function productionsOf(pest) {
  const text = pest.split("\n").filter((line) => !line.trimStart().startsWith("//")).join("\n");
  return new Map([...text.matchAll(/^(\w+) = [_@$!]?\{(.*?)\}$/gms)].map(([, name, body]) => [name, body]));
}

/// Splits at a sign that is in no brackets and no literal.
function splitAt(body, sign) {
  const parts = [""];
  let depth = 0;
  for (const [piece] of body.matchAll(/"(?:\\.|[^"\\])*"|./gs)) {
    if ("({".includes(piece)) depth += 1;
    if (")}".includes(piece)) depth -= 1;
    if (piece === sign && depth === 0) parts.push("");
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

/// The words of a production that belong to its class.
function wordsFor(mode, body) {
  switch (mode) {
    case "all":
      return literalsOf(body).flatMap(wordsOf);
    case "single":
      return literalsOf(body).filter((literal) => wordsOf(literal).length === 1).flatMap(wordsOf);
    case "opening": {
      const openings = splitAt(body, "|").map((alternative) => splitAt(alternative, "~")[0]);
      return openings.flatMap(literalsOf).flatMap((literal) => wordsOf(literal).slice(0, 1));
    }
    default:
      throw new Error(`no such way to choose words: ${mode}`);
  }
}

/// The parts of a literal that have no sign in them: `, if any can` is `if any can`.
function segments(literal) {
  return literal.split(/ ?[,:([=+*>-]+ ?/).map((part) => part.trim()).filter((part) => isWord(part));
}

/// Reads a grammar.
///
/// - `classes`: the class of each word that has one wherever it is in a statement (an object, sorted by word)
/// - `sections`, `changes`: the words of headings of sections; `titles`: those of headings with a name
/// - `keys`: what begins a line of *about*
/// - `phrases`: phrases with a word that may be a name elsewhere, the longest first, with their class and production
/// - `places`: single words that may be names elsewhere
/// - `hemispheres`: `N`, `S`, `E` and `W`, which are words only after a number in *about*
/// - `reserved`: the words that cannot be names
/// - `unplaced`: words that the rows above do not bring anywhere; empty if all is well
export function readWords(pest = readFileSync(PEST, "utf8")) {
  const productions = productionsOf(pest);
  const body = (name) => {
    const found = productions.get(name);
    if (found === undefined) throw new Error(`grammar/mnc.pest has no production \`${name}\``);
    return found;
  };
  const literals = (name) => literalsOf(body(name));
  const reserved = new Set(literals("reserved").flatMap(wordsOf));
  const phraseProductions = [...productions.keys()].filter(
    (name) => name !== "reserved" && name !== "about_key" && !(HEADINGS.includes(name) && name !== "stage"),
  );
  const rows = CLASSES.map(([kind, mode, names]) => [kind, mode, names.flatMap((name) => {
    if (!GROUPS.includes(name)) return [name];
    return body(name).split("|").map((other) => other.trim()).filter((other) => !NOT_IN_GROUPS.includes(other));
  })]);
  const plain = new Set(PLAIN.flatMap((name) => literals(name).flatMap(wordsOf)));
  const own = new Map();
  for (const [kind, mode, names] of rows) {
    for (const word of names.flatMap((name) => wordsFor(mode, body(name)))) {
      if (!own.has(word)) own.set(word, plain.has(word) && !STRONG.includes(kind) ? "word" : kind);
    }
  }
  BETWEEN_STATEMENTS.forEach((word) => own.set(word, "logic"));

  // A phrase has the class of its production, or of the word in it that carries the sentence.
  const classOf = (name, words) => {
    const whole = rows.find(([, , names]) => names.includes(name))?.[0];
    if (["value", "player"].includes(whole)) return whole;
    return ["logic", "test"].find((kind) => words.some((word) => own.get(word) === kind)) ?? "word";
  };
  const phrases = new Map();
  const used = new Set();
  for (const name of phraseProductions) {
    for (const literal of literals(name)) {
      wordsOf(literal).forEach((word) => used.add(word));
      for (const segment of segments(literal)) {
        const words = segment.split(" ");
        if (words.length > 1 && words.some((word) => !reserved.has(word))) {
          phrases.set(segment, { kind: classOf(name, words), production: name });
        }
      }
    }
  }

  const classes = {};
  for (const word of [...reserved].sort()) classes[word] = own.get(word) ?? "word";
  const places = PLACES.map(({ production, ...where }) => ({ word: literals(production)[0].split(" ")[0], ...where }));
  const inPhrases = new Set([...phrases.keys()].flatMap((phrase) => phrase.split(" ")));
  const byLength = (a, b) => b.split(" ").length - a.split(" ").length || (a < b ? -1 : 1);
  const hemispheres = AFTER_NUMBERS.flatMap(literals);
  const keys = literals("about_key").toSorted(byLength);
  const placed = (word) =>
    [...keys, ...hemispheres].includes(word) || reserved.has(word) || inPhrases.has(word)
    || places.some((place) => place.word === word);

  return {
    classes,
    sections: literals("section_name").toSorted(byLength),
    changes: literals("change").toSorted(byLength),
    titles: { version: "mnc", game: "game", stage: "stage", variation: "variation", test: "test" },
    keys,
    phrases: [...phrases].toSorted(([a], [b]) => byLength(a, b)).map(([phrase, about]) => ({ phrase, ...about })),
    places,
    hemispheres,
    reserved: [...reserved].sort(),
    unplaced: [...used].filter((word) => !placed(word)).sort(),
  };
}

if (process.argv[1] === new URL(import.meta.url).pathname) console.log(JSON.stringify(readWords(), null, 2));
