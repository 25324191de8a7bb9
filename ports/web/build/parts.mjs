// Before Vite: cuts ports/wasm/dist/texts.json into parts in parts/, because the page does not need all games before one
// is played. list.json has the names of the games and which parts each needs, words.json everything but games.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Mnc } from "../../wasm/module.mjs";

/** About how long a part is. */
const SIZE = 350_000;

const wasm = new URL("../../wasm/dist/", import.meta.url);
const texts = readFileSync(new URL("texts.json", wasm), "utf8");
const { games, ...words } = JSON.parse(texts);
const mnc = new Mnc(new WebAssembly.Module(readFileSync(new URL("editor.wasm", wasm))), texts);
const { games: titles } = mnc.ask({ do: "games" });

// The games are in an order that keeps like ones together.
const parts = [];
let length = Infinity;
for (const [name, text] of Object.entries(games)) {
  if (length >= SIZE) {
    parts.push({});
    length = 0;
  }
  parts.at(-1)[name] = text;
  length += text.length;
}
const partOf = new Map(parts.flatMap((part, nth) => Object.keys(part).map((name) => [name, nth])));

/** A game, and all that it is like. */
function family(name) {
  const base = games[name].match(/^\s*game\s+"[^"]*"\s+like\s+"([^"]*)"/m)?.[1];
  return base === undefined ? [name] : [name, ...family(mnc.ask({ do: "description", game: base }).file.replace(/\.mnc$/, ""))];
}
const list = titles.map(({ name, title }) => ({ name, title, parts: [...new Set(family(name).map((one) => partOf.get(one)))] }));

const folder = new URL("../parts/", import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const write = (name, content) => writeFileSync(new URL(name, folder), JSON.stringify(content));
write("list.json", list);
write("words.json", words);
parts.forEach((part, nth) => write(`games-${String(nth).padStart(2, "0")}.json`, part));
