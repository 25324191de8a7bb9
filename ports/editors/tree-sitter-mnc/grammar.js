// The tree-sitter grammar of descriptions, for editors.
//
// It sees what an editor needs: headings, statements, cases, definitions, citations, and the class of each word.
// It is not the grammar of the language: a sentence is a row of words here, and `mnc check` says whether it means
// something. So an unfinished sentence does not spoil the colours of the text around it.
//
// `words.json` is made from `grammar/mnc.pest`; the scanner in `src/scanner.c` finds the ends of statements.

const words = require("./words.json");

/// Words that make a node of their own, so that no sentence can have them.
const structural = ["becomes", "assumed"];

/// The words of a class; `words.json` gives each word of the language one class.
function ofClass(kind) {
  const found = Object.keys(words.classes).filter((word) => words.classes[word] === kind && !structural.includes(word));
  return found.length === 1 ? found[0] : choice(...found);
}

const phrase = (text) => (text.includes(" ") ? seq(...text.split(" ")) : text);

/// Phrases that only lines of their own kind have.
const ofLines = ["no_rule", "with_variation"];
const idioms = words.phrases.filter(({ production }) => !ofLines.includes(production));
const idiomKinds = [...new Set(idioms.map(({ kind }) => kind))];
const nodeOf = { logic: "logic", test: "verb", value: "value", player: "player", word: "particle" };
const idiomOf = (name) => phrase(words.phrases.find(({ production }) => production === name).phrase);

/// The phrases of a class.
const phrasesOf = (kind) => idioms.filter((idiom) => idiom.kind === kind).map(({ phrase: text }) => phrase(text));

/// A word as a node of its class.
const nodeFor = ($, word) => alias(word, $[nodeOf[words.classes[word] ?? "word"] ?? words.classes[word]]);

/// Single words that are no names next to a certain other word, in sections of this name.
function besideIn($, section) {
  return words.places
    .filter((place) => place.section === section)
    .flatMap(({ word, before, after }) =>
      before
        ? [seq(nodeFor($, word), nodeFor($, before))]
        : after.map((other) => seq(nodeFor($, other), nodeFor($, word))));
}

/// The rule of a heading of several words: only a rule can be one node.
const ruleOf = (name) => `_${name.replaceAll(" ", "_")}`;
const longHeadings = Object.fromEntries(
  words.sections.filter((name) => name.includes(" ")).map((name) => [ruleOf(name), () => phrase(name)]),
);

/// Words of phrases that may be names elsewhere. The parser follows both readings until one fails.
const soft = [
  ...new Set([
    ...idioms.flatMap(({ phrase: text }) => text.split(" ")),
    ...words.places.map(({ word }) => word),
  ]),
].filter((word) => !(word in words.classes));

/// Sections with lines of their own kind.
const special = ["about", "points", "options", "words", "board"];

module.exports = grammar({
  name: "mnc",

  // The scanner finds all but the comments. They are here so that it is asked at every token: a comment may be
  // anywhere, and so may the end of a statement that has a mistake in it.
  externals: ($) => [$._newline, $._indent, $._dedent, $._left_edge, $.comment],

  extras: ($) => [/\s/, /\u{feff}/, $.comment],

  word: ($) => $._word,

  conflicts: ($) => [
    [$.action, $._beside_in_board],
    [$.logic, $._beside_in_board],
    [$._beside, $.name],
    [$._idiom_word, $.name],
    [$.particle, $._idiom_value],
    [$.verb, $._idiom_test],
    [$.particle, $._idiom_word],
    [$.particle, $._idiom_test],
    [$.logic, $._idiom_logic],
    [$.player, $._idiom_player],
  ],

  rules: {
    // A block is here only if its heading is not one. So the lines below a misspelt heading keep their colours.
    source_file: ($) => repeat(choice(seq($._left_edge, $._heading_line), $.block, $._newline)),

    _heading_line: ($) => choice($.version, $.game, $.variation, $.stage, $.test, $.section),

    version: ($) => seq(alias(words.titles.version, $.heading), $.number, $._newline),

    game: ($) =>
      seq(
        alias(words.titles.game, $.heading),
        field("name", alias($.text, $.title)),
        optional(seq(alias("like", $.particle), field("base", $.text))),
        $._newline,
      ),

    variation: ($) => seq(alias(words.titles.variation, $.heading), field("name", alias($.text, $.title)), $._newline),

    stage: ($) =>
      seq(
        alias(words.titles.stage, $.heading),
        field("name", alias($.text, $.title)),
        optional(seq(optional(","), $._phrases)),
        $._newline,
      ),

    test: ($) =>
      prec.right(seq(
        alias(words.titles.test, $.heading),
        field("name", alias($.text, $.title)),
        $._newline,
        optional(alias($._test_block, $.block)),
      )),

    section: ($) =>
      prec.right(seq(
        optional(field("change", $.change)),
        choice(
          sectionOf($, "about", $.about_line, $._about_block),
          sectionOf($, "points", $.point, $._points_block),
          sectionOf($, "options", $.option, $._options_block),
          sectionOf($, "words", $.definition, $._words_block),
          sectionOf($, "board", alias($.board_line, $.statement), $._board_block),
          ...words.sections
            .filter((name) => !special.includes(name))
            .map((name) => sectionOf($, name, $.statement, $.block)),
        ),
      )),

    ...longHeadings,

    change: () => choice(...words.changes.map(phrase)),

    // ------------------------------------------------------------------------------- lines of sections

    _about_block: ($) => seq($._indent, repeat(choice($.about_line, $._newline)), $._dedent),
    _points_block: ($) => seq($._indent, repeat(choice($.point, $._newline)), $._dedent),
    _options_block: ($) => seq($._indent, repeat(choice($.option, $._newline)), $._dedent),
    _words_block: ($) => seq($._indent, repeat(choice($.definition, $._newline)), $._dedent),
    _board_block: ($) => seq($._indent, repeat(choice(alias($.board_line, $.statement), $._newline)), $._dedent),
    _test_block: ($) => seq($._indent, repeat(choice($.test_line, $._newline)), $._dedent),
    block: ($) => seq($._indent, repeat(choice($.statement, $._newline)), $._dedent),

    about_line: ($) =>
      seq(
        optional($.becomes),
        alias(choice(...words.keys), $.key),
        $.text,
        optional(choice($.coordinates, $.years)),
        optional($._suffix),
        $._newline,
      ),

    /// `at 18.2 N 71.1 W`
    coordinates: ($) => seq(alias("at", $.particle), $._degrees, $._degrees),
    _degrees: ($) => seq($.number, alias($.proper_name, $.value)),

    /// `from 1927 to 1951`, `in 1971`
    years: ($) =>
      choice(
        seq(alias("from", $.particle), $.number, optional(seq(alias("to", $.particle), $.number))),
        seq(alias("in", $.particle), $.number),
      ),

    point: ($) =>
      seq(field("number", $.number), $.text, optional(alias($._no_rule, $.particle)), optional($._suffix), $._newline),

    option: ($) =>
      seq(
        optional($.becomes),
        field("name", alias($.name, $.defined_name)),
        "=",
        optional($._phrases),
        optional($.text),
        optional($._suffix),
        $._newline,
      ),

    definition: ($) =>
      prec.right(seq(
        optional($.becomes),
        field("name", alias($.name, $.defined_name)),
        "=",
        optional(choice($.case, $._phrases)),
        optional($._suffix),
        $._newline,
        optional($.block),
      )),

    board_line: ($) =>
      prec.right(seq(
        optional($.becomes),
        alias($._board_phrase, $.phrase),
        repeat(seq(choice(",", ":"), $.phrase)),
        optional($._suffix),
        $._newline,
        optional($.block),
      )),

    test_line: ($) =>
      choice(
        seq(alias($._with_variation, $.particle), field("variation", $.text), $._newline),
        prec(1, seq(alias("with", $.particle), field("option", $.name), "=", field("value", $.phrase), $._newline)),
        seq($._phrases, $._newline),
      ),

    _no_rule: () => idiomOf("no_rule"),
    _with_variation: () => idiomOf("with_variation"),

    /// A rule: a case, or what is done in any case.
    statement: ($) =>
      prec.right(seq(
        optional($.becomes),
        choice($.case, $._phrases),
        optional($._suffix),
        $._newline,
        optional($.block),
      )),

    becomes: () => "becomes",

    case: ($) =>
      seq(field("condition", alias($._phrases, $.condition)), "->", optional(field("actions", alias($._phrases, $.actions)))),

    // ---------------------------------------------------------------------------- where it comes from

    _suffix: ($) => choice(seq($.citation, optional($.assumed)), $.assumed),
    citation: ($) => seq("[", $.number, repeat(seq(",", $.number)), "]"),
    assumed: ($) => seq("assumed", $.text),

    // ----------------------------------------------------------------------------------------- words

    _phrases: ($) => seq($.phrase, repeat(seq(choice(",", ":"), $.phrase)), optional(":")),

    phrase: ($) => repeat1($._item),

    _board_phrase: ($) => repeat1(choice($._item, $._beside_in_board)),

    _item: ($) =>
      choice(
        $.logic, $.choice, $.action, $.verb, $.adjective, $.noun, $.player, $.pronoun, $.value, $.particle, $._beside,
        ...idiomKinds.map((kind) => alias($[`_idiom_${kind}`], $[nodeOf[kind]])),
        $.name, $.proper_name, $.number, $.calculation, "+", "-", "*",
      ),

    calculation: ($) => seq("(", repeat1($._item), ")"),

    logic: () => ofClass("logic"),
    choice: () => ofClass("choice"),
    action: () => ofClass("action"),
    verb: () => ofClass("test"),
    adjective: () => ofClass("adjective"),
    noun: () => ofClass("noun"),
    player: () => ofClass("player"),
    pronoun: () => ofClass("it"),
    value: () => ofClass("value"),
    particle: () => ofClass("word"),

    // Phrases with words that are names elsewhere, as nodes of their class.
    ...Object.fromEntries(
      idiomKinds.map((kind) => [`_idiom_${kind}`, () => prec.dynamic(1, choice(...phrasesOf(kind)))]),
    ),

    // `hidden store`; `owns columns` and `and columns` in a line of *board*.
    _beside: ($) => prec.dynamic(1, choice(...besideIn($, undefined))),
    _beside_in_board: ($) => prec.dynamic(1, choice(...besideIn($, "board"))),

    name: ($) => choice($._word, ...soft),

    proper_name: () => token(prec(1, /\p{Lu}[\p{L}\p{N}\p{M}_]*([-'][\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*)*/)),

    _word: () => /\p{L}[\p{L}\p{N}\p{M}_]*([-'][\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*)*/,

    number: () => /[0-9]+(\.[0-9]+)?/,

    comment: () => /#[^\r\n]*/,

    // A text that is not closed ends with its line, so that the lines below keep their colours.
    text: () => /"[^"\n]*"?/,
  },
});

/// A section: its heading, then one statement on the same line or some on the lines below.
function sectionOf($, name, line, block) {
  return seq(
    field("name", alias(name.includes(" ") ? $[ruleOf(name)] : name, $.heading)),
    choice(seq(":", line), prec.right(seq(optional(":"), $._newline, optional(named($, block))))),
  );
}


function named($, block) {
  return block === $.block ? block : alias(block, $.block);
}
