// Colours for the text, from the words of the grammar.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

declare const MNC_WORDS: {
  classes: Record<string, string>;
  sections: string[];
  changes: string[];
  titles: Record<string, string>;
};

const { classes, sections, changes, titles } = MNC_WORDS;
const headings = new RegExp(
  `^(?:(?:${changes.join("|")})\\s+)?(?:${[...Object.values(titles), ...sections].join("|")}|stage)(?![\\w-])`,
);

const tagOf: Record<string, string> = {
  logic: "controlKeyword", choice: "modifier", adjective: "modifier", noun: "typeName", value: "atom",
  action: "keyword", player: "variableName", it: "variableName", test: "operatorKeyword", word: "content",
};

const language = StreamLanguage.define<{ start: boolean }>({
  name: "mnc",
  startState: () => ({ start: true }),
  token(stream) {
    if (stream.sol() && stream.match(headings)) return "heading";
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^\[[\d,\s]*\]/)) return "meta";
    if (stream.match(/^\d+(?![\w-])/)) return "number";
    if (stream.match("->") || stream.match(/^[=:,()+*-]/)) return "punctuation";
    const word = stream.match(/^[\p{L}\p{N}][\p{L}\p{N}'’-]*/u) as RegExpMatchArray | null;
    if (!word) {
      stream.next();
      return null;
    }
    return word[0] === "assumed" ? "modifier" : (tagOf[classes[word[0]]] ?? "variableName");
  },
  languageData: { commentTokens: { line: "#" } },
});

const style = HighlightStyle.define([
  { tag: tags.heading, class: "tok-heading" },
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.string, class: "tok-string" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.meta, class: "tok-cite" },
  { tag: tags.keyword, class: "tok-action" },
  { tag: tags.controlKeyword, class: "tok-logic" },
  { tag: tags.modifier, class: "tok-choice" },
  { tag: tags.typeName, class: "tok-noun" },
  { tag: tags.atom, class: "tok-number" },
]);

export const highlighting = [language, syntaxHighlighting(style)];
