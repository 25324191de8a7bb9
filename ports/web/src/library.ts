// Opens the games of the library, what is kept, and what was sent.
import { byId, dialog, make } from "./dom";
import { type Line, lineOf } from "./game";
import { isOwn, type Kept, newId, ownEntries, readKept, removeKept } from "./kept";
import { keepCopy, SENT, write } from "./keeping";
import { showText } from "./opening";
import type { GameTitle, Position } from "./protocol";
import { library } from "./service";
import type { Shared } from "./share";
import { isEmbedded, notice, page, quick, shippedId } from "./state";

export let titles: GameTitle[] = [];

/** Lists the games. */
export async function listGames(): Promise<void> {
  titles = await library();
  const sorted = [...titles].sort((a, b) => a.title.localeCompare(b.title, "en"));
  byId("library").replaceChildren(make("optgroup", { id: "own", label: "Yours, kept in this browser", hidden: true }), ...sorted.map(({ name, title }) => new Option(title, name)));
}

/** Shows rules that have no entry of their own, with the moves that are kept by them. */
export async function showListed(id: string, name: string, text: string, shipped: string | undefined, chosen: Partial<Shared> = {}): Promise<void> {
  let old = isEmbedded() ? undefined : readKept(id);
  if (old && old.text !== text) {
    if (Object.keys(old.lines).length > 0) notice("These rules have changed since you played by them. Your moves are kept with the old rules: see the list of games.");
    keepCopy(old);
    removeKept(id);
    old = undefined;
  }
  const { variations = old?.variations ?? [], options = old?.options ?? {} } = chosen;
  await showText(id, { name, text, variations, options, lines: old?.lines ?? {} }, shipped);
}

export async function showGame(name: string, chosen: Partial<Shared> = {}): Promise<void> {
  const { file, text } = await quick.ask<{ file: string; text: string }>({ do: "description", game: name });
  await showListed(file.replace(/\.mnc$/, ""), file, text, text, chosen);
}

/** The text of the shipped game of a name, if there is one. */
async function shippedText(file: string): Promise<string | undefined> {
  const name = file.replace(/\.mnc$/, "");
  if (!titles.some((title) => title.name === name)) return undefined;
  return (await quick.ask<{ text: string }>({ do: "description", game: name })).text;
}

/** Shows rules or moves of the user's own. */
export async function showOwnEntry(id: string): Promise<void> {
  const own = readKept(id);
  if (own) await showText(id, own, await shippedText(own.name));
  else await showGame("oware");
}

/** Shows rules or moves that came from elsewhere, in an entry of their own: nothing that is kept is replaced by them. */
export async function showSent(sent: Kept): Promise<void> {
  const id = ownEntries().find((own) => JSON.stringify(own.kept) === JSON.stringify(sent))?.id ?? newId();
  write(id, sent);
  await showText(id, sent, await shippedText(sent.name));
}

export async function showShared({ name = "game", text, variations = [], options = {}, setup, moves = [] }: Partial<Shared>): Promise<void> {
  if (text === undefined && !setup && moves.length === 0) return showGame(name, { variations, options });
  const file = name.endsWith(".mnc") ? name : `${name}.mnc`;
  const rules = text ?? (await shippedText(file));
  if (rules === undefined) return showGame(name);
  const sentLines: Record<string, Line> = setup || moves.length > 0 ? { [SENT]: lineOf(moves, setup as Position | undefined) } : {};
  await showSent({ name: file, text: rules, variations, options, lines: sentLines });
}

export async function deleteOwn(): Promise<void> {
  if (!isOwn(page.entry)) return;
  const id = page.entry;
  const title = ownEntries().find((own) => own.id === id)?.title ?? id;
  if (!(await dialog("Delete", [make("p", {}, `Delete “${title}”, its rules and its moves, from this browser? This cannot be undone.`)], "Delete", "Cancel"))) return;
  removeKept(id);
  page.entry = undefined;
  await showGame(page.original === undefined ? "oware" : shippedId());
}
