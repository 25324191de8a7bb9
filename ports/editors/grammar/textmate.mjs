// The TextMate grammar, made from the words of the language. VS Code, Sublime Text, shiki and others read it.
//
// A TextMate grammar sees one line at a time. So a section is a region from its heading to the next line that
// begins at the left edge, and a phrase must be on one line to be seen as a phrase.

/// In a name: letters, digits, marks that belong to a letter, and `-` or `'` between two of them.
const INSIDE = String.raw`[\p{L}\p{N}\p{M}_]`;
const NAME = String.raw`\p{L}(?:${INSIDE}|[-'](?=${INSIDE}))*`;
const BEFORE = String.raw`(?<![\p{L}\p{N}\p{M}_'-])`;
const AFTER = String.raw`(?!${INSIDE}|[-']${INSIDE})`;
const BLANKS = String.raw`[ \t]+`;
/// Where a statement begins: after the indentation, or after the heading on the same line.
const STATEMENT = String.raw`(?:^[ \t]+|(?<=:)[ \t]*)`;

/// The scope of each class of words. They are chosen so that the default themes of VS Code give each its colour.
export const SCOPES = {
  logic: "keyword.control.logic.mnc",
  choice: "keyword.control.choice.mnc",
  action: "support.function.action.mnc",
  noun: "support.type.noun.mnc",
  player: "variable.language.player.mnc",
  value: "constant.language.value.mnc",
  it: "variable.language.it.mnc",
  adjective: "storage.modifier.adjective.mnc",
  test: "keyword.other.test.mnc",
  // Articles, prepositions and the like: no theme colours them, so that the other words can be seen.
  word: "meta.word.mnc",
};

const HEADING = "markup.heading.section.mnc";

const phrase = (text) => text.split(" ").join(BLANKS);
const anyOf = (words) => `(?:${words.map(phrase).join("|")})`;
const whole = (words) => `${BEFORE}${anyOf(words)}${AFTER}`;
const include = (...names) => names.map((name) => ({ include: `#${name}` }));
const longestFirst = (words) => [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));

/// The grammar, as an object.
export function textmate(words) {
  const { classes, sections, changes, titles, keys, phrases, places, hemispheres } = words;
  const wordsOf = (kind) => longestFirst(Object.keys(classes).filter((word) => classes[word] === kind));
  const change = `(?:(${changes.map(phrase).join("|")})${BLANKS})?`;
  // Words that continue the statement above, even at the left edge.
  const end = `^(?=\\p{L})(?!${whole(["and", "or", "assumed"])})`;

  const section = (names, kind, patterns) => ({
    name: `meta.section.${kind}.mnc`,
    begin: `^${change}(${names.map(phrase).join("|")})${AFTER}[ \\t]*(:)?`,
    beginCaptures: {
      1: { name: "keyword.control.change.mnc" },
      2: { name: HEADING },
      3: { name: "punctuation.separator.mnc" },
    },
    end,
    patterns,
  });
  const titled = (word, patterns) => ({
    name: `meta.${word}.mnc`,
    begin: `^(${word})${BLANKS}("[^"]*"?)`,
    beginCaptures: {
      1: { name: HEADING },
      2: { name: "string.quoted.double.mnc entity.name.section.mnc" },
    },
    end,
    patterns,
  });
  const special = ["about", "points", "options", "words", "board"];
  const place = (name) => places.filter((found) => found.section === name);

  const repository = {
    comment: {
      patterns: [{
        name: "comment.line.number-sign.mnc",
        begin: "#",
        beginCaptures: { 0: { name: "punctuation.definition.comment.mnc" } },
        end: "$",
      }],
    },
    text: { patterns: [{ name: "string.quoted.double.mnc", match: '"[^"]*"?' }] },
    number: { patterns: [{ name: "constant.numeric.mnc", match: `${BEFORE}[0-9]+(?:\\.[0-9]+)?` }] },
    citation: {
      patterns: [{
        name: "meta.citation.mnc",
        begin: "\\[",
        beginCaptures: { 0: { name: "punctuation.definition.citation.begin.mnc" } },
        end: "(\\])|(?=[^0-9, \\t\\]])|$",
        endCaptures: { 1: { name: "punctuation.definition.citation.end.mnc" } },
        patterns: [
          { name: "constant.numeric.citation.mnc", match: "[0-9]+" },
          { name: "punctuation.separator.mnc", match: "," },
        ],
      }],
    },
    assumed: { patterns: [{ name: "storage.modifier.assumed.mnc", match: whole(["assumed"]) }] },
    sign: {
      patterns: [
        { name: "keyword.control.arrow.mnc", match: "->" },
        { name: "keyword.operator.assignment.mnc", match: "=" },
        { name: "keyword.operator.arithmetic.mnc", match: "[-+*]" },
        { name: "punctuation.separator.mnc", match: "[,:]" },
        { name: "punctuation.section.brackets.mnc", match: "[()]" },
      ],
    },
    phrase: {
      patterns: phrases.map(({ phrase: text, kind }) => ({ name: SCOPES[kind], match: whole([text]) })),
    },
    place: {
      patterns: places.filter(({ section: name }) => !name).map(({ word, before }) => ({
        name: SCOPES.word,
        match: `${whole([word])}(?=${BLANKS}${before}${AFTER})`,
      })),
    },
    word: { patterns: Object.entries(SCOPES).map(([kind, name]) => ({ name, match: whole(wordsOf(kind)) })) },
    player: { patterns: [{ name: "variable.other.constant.player.mnc", match: `${BEFORE}(?=\\p{Lu})${NAME}` }] },
    name: { patterns: [{ name: "variable.other.name.mnc", match: `${BEFORE}${NAME}` }] },
    definition: {
      patterns: [{
        match: `(?:${STATEMENT}|(?<=becomes)${BLANKS})(${NAME})[ \\t]*(=)`,
        captures: {
          1: { name: "entity.name.type.definition.mnc" },
          2: { name: "keyword.operator.assignment.mnc" },
        },
      }],
    },
    key: { patterns: [{ match: `${STATEMENT}(${keys.join("|")})${AFTER}`, captures: { 1: { name: "keyword.other.key.mnc" } } }] },
    degrees: {
      patterns: [{
        match: `${BEFORE}([0-9]+(?:\\.[0-9]+)?)${BLANKS}(${hemispheres.join("|")})${AFTER}`,
        captures: { 1: { name: "constant.numeric.mnc" }, 2: { name: SCOPES.value } },
      }],
    },
    point: { patterns: [{ match: `${STATEMENT}([0-9]+)`, captures: { 1: { name: "constant.numeric.point.mnc" } } }] },
    board: {
      patterns: place("board").map(({ word, after }) => ({
        match: `${BEFORE}(${after.join("|")})${BLANKS}(${word})${AFTER}`,
        captures: Object.fromEntries([
          ["1", { patterns: include("word") }],
          ["2", { name: SCOPES.word }],
        ]),
      })),
    },
    statement: {
      patterns: include(
        "comment", "text", "citation", "assumed", "phrase", "place", "word", "number", "sign", "player", "name",
      ),
    },
  };

  return {
    $schema: "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
    comment: "Made by ports/editors/grammar/generate.mjs from grammar/mnc.pest. Do not edit.",
    name: "mnc",
    scopeName: "source.mnc",
    fileTypes: ["mnc"],
    patterns: [
      ...include("comment"),
      {
        name: "meta.version.mnc",
        match: `^\\x{FEFF}?(${titles.version})${BLANKS}([0-9]+)`,
        captures: { 1: { name: HEADING }, 2: { name: "constant.numeric.mnc" } },
      },
      ...[titles.game, titles.variation, titles.stage].map((word) => titled(word, include("statement"))),
      titled(titles.test, include("statement")),
      section(["about"], "about", include("key", "degrees", "statement")),
      section(["points"], "points", include("point", "statement")),
      section(["options"], "options", include("definition", "statement")),
      section(["words"], "words", include("definition", "statement")),
      section(["board"], "board", include("board", "statement")),
      section(sections.filter((name) => !special.includes(name)), "rules", include("statement")),
      ...include("statement"),
    ],
    repository,
  };
}
