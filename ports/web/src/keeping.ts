// Keeps the rules and the moves that are open, and lists what is kept.
import { byId } from "./dom";
import { isOwn, type Kept, newId, ownEntries, rememberLast, writeKept } from "./kept";
import type { Info } from "./protocol";
import { isEmbedded, notice, page } from "./state";

/** The key of moves that were sent, until the game is opened with the variations and options that were sent with them. */
export const SENT = "";

/** Which of the moves are made with these variations and options. */
export function lineKey({ chosen, options }: Info): string {
  return JSON.stringify([chosen, options.filter((option) => option.value !== option.default).map(({ name, value }) => [name, value])]);
}

const kept = (): Kept => ({ ...page.setting, lines: { ...page.lines } });

/** Keeps something in this browser. */
export function write(id: string, what: Kept): void {
  if (isEmbedded()) return;
  if (!writeKept(id, what)) notice("This browser cannot keep your rules and moves. Download the rules, and save the record, before you leave the page.");
}

/** Keeps the rules and the moves. A changed text has its own entry in the list of games. */
export function keep(): void {
  leaveAddress();
  if (page.entry === undefined || (page.original !== undefined && page.original !== page.setting.text && !isOwn(page.entry))) page.entry = newId();
  write(page.entry, kept());
  nowOpen();
}

/** Keeps what is about to be replaced, if it has moves, in an entry of its own. */
export function keepCopy(copy: Kept, text = copy.text): void {
  if (Object.keys(copy.lines).length > 0) write(newId(), { ...copy, text });
  showOwn();
}

/** Keeps the moves as they are now. */
export function keepMoves(): void {
  if (!page.game) return;
  const tree = page.game.tree();
  if (tree.nodes.length > 0 || tree.setup) page.lines[lineKey(page.game.info)] = tree;
  else delete page.lines[lineKey(page.game.info)];
  keep();
}

/** Moves that the changed rules do not allow are about to be replaced by others. */
export function keepMisfits(): void {
  if (page.playedBy !== undefined) keepCopy(kept(), page.playedBy);
  page.playedBy = undefined;
}

/** Does what replaces all moves. The moves before it are kept in an entry of their own. */
export async function replaceMoves<T>(work: () => T): Promise<Awaited<T>> {
  const before = kept();
  const result = await work();
  keepCopy(before, page.playedBy);
  page.playedBy = undefined;
  return result;
}

/** The address named what was sent; the page is to show something else when it is loaded again. */
export function leaveAddress(): void {
  const fields = new URLSearchParams(location.hash.slice(1));
  if (isEmbedded() || !(fields.has("s") || fields.has("game"))) return;
  fields.delete("s");
  fields.delete("game");
  history.replaceState(null, "", `#${fields}`);
}

/** Which entry is open, in the list and for the next visit. */
export function nowOpen(): void {
  if (page.entry !== undefined && !isEmbedded()) rememberLast(page.entry);
  showOwn();
}

function showOwn(): void {
  const own = ownEntries();
  const group = byId("own");
  const shown = own.map(({ id, title }) => [id, title]);
  if (JSON.stringify(shown) !== group.dataset.shown) {
    group.replaceChildren(...own.map(({ id, title }) => new Option(title, id)));
    group.dataset.shown = JSON.stringify(shown);
    group.hidden = own.length === 0;
  }
  byId<HTMLSelectElement>("library").value = page.entry ?? "";
  byId("delete").hidden = !isOwn(page.entry);
}
