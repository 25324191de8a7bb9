// The syntax file of Kate, KWrite and KDevelop.

/// The style of each class, of those that every colour scheme of Kate has.
const STYLES = {
  logic: "dsControlFlow",
  choice: "dsControlFlow",
  action: "dsFunction",
  noun: "dsDataType",
  player: "dsBuiltIn",
  it: "dsBuiltIn",
  value: "dsConstant",
  adjective: "dsAttribute",
  test: "dsKeyword",
  word: "dsNormal",
};

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const blanks = (text) => text.split(" ").join("\\s+");
const anyOf = (words) => words.map(blanks).join("|");
const NAME = "[\\p{L}\\p{N}\\p{M}_]*(?:[-'][\\p{L}\\p{N}_][\\p{L}\\p{N}\\p{M}_]*)*";
const END = "(?![\\p{L}\\p{N}\\p{M}_]|[-'][\\p{L}\\p{N}_])";

/// The text of `mnc.xml`.
export function kate({ classes, sections, changes, titles, keys, phrases, places }) {
  const kinds = Object.keys(STYLES);
  const rule = (attribute, string, more = "") =>
    `        <RegExpr attribute="${attribute}" context="#stay" String="${escaped(string)}"${more} />`;
  const list = (kind) => {
    const words = Object.keys(classes).filter((word) => classes[word] === kind);
    return `    <list name="${kind}">\n${words.map((word) => `      <item>${escaped(word)}</item>`).join("\n")}\n    </list>`;
  };
  const beside = places.map(({ word, before, after }) =>
    before
      ? rule("word", `\\b${word}(?=\\s+${before}${END})`)
      : rule("word", `\\b${word}(?=\\s+[^,]*\\bto\\s)`));
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE language>
<!-- Made by ports/editors/grammar/generate.mjs from grammar/mnc.pest. Do not edit. -->
<language name="mnc" section="Other" version="1" kateversion="5.0" extensions="*.mnc" casesensitive="1" license="MIT">
  <highlighting>
${kinds.map(list).join("\n")}
    <contexts>
      <context name="Description" attribute="Normal" lineEndContext="#stay">
        <DetectSpaces />
${rule("Heading", `(?:(?:${anyOf(changes)})\\s+)?(?:${anyOf(sections)})${END}`, ' column="0"')}
${rule("Heading", `(?:${anyOf(Object.values(titles))})(?=\\s+["0-9])`, ' column="0"')}
        <DetectChar attribute="Comment" context="Comment" char="#" />
        <RegExpr attribute="Text" context="#stay" String="&quot;[^&quot;]*&quot;?" />
${rule("Key", `(?:${anyOf(keys)})(?=\\s+")`, ' firstNonSpace="1"')}
${rule("Definition", `\\p{L}${NAME}(?=\\s*=)`, ' firstNonSpace="1"')}
${phrases.map(({ phrase, kind }) => rule(kind, `\\b${blanks(phrase)}${END}`)).join("\n")}
${beside.join("\n")}
        <WordDetect attribute="Assumed" context="#stay" String="assumed" />
${kinds.map((kind) => `        <keyword attribute="${kind}" context="#stay" String="${kind}" />`).join("\n")}
${rule("Player", `\\p{Lu}${NAME}`)}
${rule("Name", `\\p{L}${NAME}`)}
        <RegExpr attribute="Number" context="#stay" String="[0-9]+(?:\\.[0-9]+)?" />
        <Detect2Chars attribute="Sign" context="#stay" char="-" char1="&gt;" />
        <AnyChar attribute="Sign" context="#stay" String="=+-*,:()[]" />
      </context>
      <context name="Comment" attribute="Comment" lineEndContext="#pop" />
    </contexts>
    <itemDatas>
      <itemData name="Normal" defStyleNum="dsNormal" />
      <itemData name="Heading" defStyleNum="dsKeyword" bold="1" />
      <itemData name="Comment" defStyleNum="dsComment" />
      <itemData name="Text" defStyleNum="dsString" />
      <itemData name="Key" defStyleNum="dsAttribute" />
      <itemData name="Definition" defStyleNum="dsVariable" bold="1" />
      <itemData name="Assumed" defStyleNum="dsAnnotation" />
${kinds.map((kind) => `      <itemData name="${kind}" defStyleNum="${STYLES[kind]}" />`).join("\n")}
      <itemData name="Player" defStyleNum="dsBuiltIn" />
      <itemData name="Name" defStyleNum="dsVariable" />
      <itemData name="Number" defStyleNum="dsDecVal" />
      <itemData name="Sign" defStyleNum="dsOperator" />
    </itemDatas>
  </highlighting>
  <general>
    <comments>
      <comment name="singleLine" start="#" />
    </comments>
    <keywords casesensitive="1" weakDeliminator="-" additionalDeliminator="" />
    <folding indentationsensitive="1" />
  </general>
</language>
`;
}
