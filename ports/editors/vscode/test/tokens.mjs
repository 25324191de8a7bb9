// Colours descriptions as VS Code does it: by vscode-textmate, with the committed grammar.

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import textmate from "vscode-textmate";
import oniguruma from "vscode-oniguruma";

const require = createRequire(import.meta.url);
export const ROOT = new URL("../../../../", import.meta.url);

await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => {
    const path = new URL("ports/editors/textmate/mnc.tmLanguage.json", ROOT);
    return scope === "source.mnc" ? textmate.parseRawGrammar(readFileSync(path, "utf8"), path.pathname) : null;
  },
});
const grammar = await registry.loadGrammar("source.mnc");

/// The tokens of a text that are not blank: `{ line, start, text, scopes }`, with lines from 0. The scope that
/// all tokens have is left out.
export function tokens(text) {
  let state = textmate.INITIAL;
  return text.split(/\r?\n/).flatMap((line, number) => {
    const coloured = grammar.tokenizeLine(line, state);
    state = coloured.ruleStack;
    return coloured.tokens
      .map(({ startIndex, endIndex, scopes }) => ({
        line: number,
        start: startIndex,
        text: line.slice(startIndex, endIndex),
        scopes: scopes.slice(1),
      }))
      .filter((token) => token.text.trim() !== "");
  });
}

/// The descriptions of a folder of the repository, as `[name, text]`.
export function descriptions(folder) {
  const url = new URL(`${folder}/`, ROOT);
  const names = readdirSync(url).filter((name) => name.endsWith(".mnc")).sort();
  return names.map((name) => [`${folder}/${name}`, readFileSync(new URL(name, url), "utf8")]);
}
