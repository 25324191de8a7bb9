// What this browser keeps: the rules that a user wrote, moves together with the rules that they were played by, and who plays.
import type { Line } from "./game";

/** Rules and moves. The moves are kept for each choice of variations and options. */
export interface Kept {
  name: string;
  text: string;
  variations: string[];
  options: Record<string, string>;
  lines: Record<string, Line>;
}

const PREFIX = "mnc-kept/";
const LAST = "mnc-last";
const PLAYERS = "mnc-players";
/** Where older versions of the page kept one text. */
const DRAFT = "mnc-draft";

const OWN = /^own-(\d+)$/;

/** Whether these are not just the moves of a game that is listed anyway. */
export const isOwn = (id: string | undefined): id is string => id !== undefined && OWN.test(id);

/** The key of an entry in the storage. */
export const keyOf = (id: string) => PREFIX + id;

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    // No storage, or what is in it was not written by this page.
    return undefined;
  }
}

function read(key: string): unknown {
  return attempt(() => JSON.parse(localStorage.getItem(key) ?? "null"));
}

export function readKept(id: string): Kept | undefined {
  const kept = read(keyOf(id)) as Kept | null | undefined;
  return typeof kept?.text === "string" ? kept : undefined;
}

/** Returns whether that was possible. */
export function writeKept(id: string, kept: Kept): boolean {
  return attempt(() => {
    localStorage.setItem(keyOf(id), JSON.stringify(kept));
    return true;
  }) ?? false;
}

export function removeKept(id: string): void {
  attempt(() => localStorage.removeItem(keyOf(id)));
}

/** The user's own entries in the order in which they were made. */
export function ownEntries(): { id: string; title: string; kept: Kept }[] {
  const numberOf = (id: string) => Number(OWN.exec(id)?.[1]);
  const keys = attempt(() => Object.keys(localStorage)) ?? [];
  const ids = keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length)).filter(isOwn);
  return ids.sort((a, b) => numberOf(a) - numberOf(b)).flatMap((id) => {
    const kept = readKept(id);
    const title = kept?.text.match(/^\s*game\s+"([^"]*)"/m)?.[1] ?? kept?.name;
    return kept ? [{ id, title: `${title} (yours ${numberOf(id)})`, kept }] : [];
  });
}

/** An id for a new entry. */
export function newId(): string {
  return `own-${1 + Math.max(0, ...ownEntries().map(({ id }) => Number(OWN.exec(id)?.[1])))}`;
}

/** Keeps something for this tab when it is loaded again, and for the next visit. */
function remember(key: string, value: string): void {
  attempt(() => sessionStorage.setItem(key, value));
  attempt(() => localStorage.setItem(key, value));
}

/** The entry that is open. */
export function rememberLast(id: string): void {
  remember(LAST, id);
}

/** Who plays, in all games: a player who is of the same name in another game is of the same kind. */
export function rememberPlayers(kinds: Map<string, string>): void {
  remember(PLAYERS, JSON.stringify(Object.fromEntries(kinds)));
}

/** Who plays in this tab. In a new tab these are the players of the last visit, but if the tab shows moves that were
 * `sent`, all are persons: the computer is not to change them at once. */
export function keptPlayers(sent: boolean): [string, unknown][] {
  return attempt(() => {
    const players = sessionStorage.getItem(PLAYERS) ?? (sent ? null : localStorage.getItem(PLAYERS)) ?? "{}";
    sessionStorage.setItem(PLAYERS, players);
    return Object.entries(JSON.parse(players));
  }) ?? [];
}

export function lastOpen(): string | undefined {
  const draft = read(DRAFT) as { name: string; text: string } | null | undefined;
  if (draft) {
    const id = newId();
    if (writeKept(id, { ...draft, variations: [], options: {}, lines: {} })) attempt(() => localStorage.removeItem(DRAFT));
    return id;
  }
  return attempt(() => sessionStorage.getItem(LAST) ?? localStorage.getItem(LAST)) ?? undefined;
}
