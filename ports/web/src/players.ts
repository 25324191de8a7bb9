// Who plays: persons or the computer.
import { byId, make } from "./dom";
import { keptPlayers, rememberPlayers } from "./kept";
import type { Info } from "./protocol";
import { isEmbedded, isOpening, page } from "./state";

const KINDS = new Map([["", "a person"], ["random", "random moves"], ...[1, 2, 3, 4].map((n): [string, string] => [`search:${n}`, `computer, strength ${n}`])]);

/** The kinds of the players, by their names. */
export const players = new Map<string, string>();

/** Begins with the players that are kept. */
export function readPlayers(sent: boolean): void {
  for (const [name, kind] of keptPlayers(sent)) if (typeof kind === "string" && KINDS.has(kind)) players.set(name, kind);
}

function keepPlayers(): void {
  if (!isEmbedded()) rememberPlayers(players);
}

/** The computer plays no more. */
export function onlyPersons(): void {
  players.clear();
  keepPlayers();
}

/** Shows who plays; `changed` is called when that is changed in an open game. */
export function showPlayers(info: Info, changed: () => void): void {
  const labels = info.players.map((name) => {
    const select = make("select", {}, ...[...KINDS].map(([value, text]) => new Option(text, value)));
    select.value = players.get(name) ?? "";
    select.addEventListener("change", () => {
      players.set(name, select.value);
      keepPlayers();
      // Once the game is open, its players play.
      if (isOpening()) return;
      page.action += 1;
      changed();
    });
    return make("label", {}, name, select);
  });
  byId("players").replaceChildren(...labels);
}
