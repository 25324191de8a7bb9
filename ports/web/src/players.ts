// Who plays: persons or the computer.
import { byId, make } from "./dom";
import type { Info } from "./protocol";
import { isOpening, page } from "./state";

export const players = new Map<string, string>();

/** Shows who plays; `changed` is called when that is changed in an open game. */
export function showPlayers(info: Info, changed: () => void): void {
  const kinds: [string, string][] = [["", "a person"], ["random", "random moves"], ...[1, 2, 3, 4].map((n): [string, string] => [`search:${n}`, `computer, strength ${n}`])];
  const labels = info.players.map((name) => {
    const select = make("select", {}, ...kinds.map(([value, text]) => new Option(text, value)));
    select.value = players.get(name) ?? "";
    select.addEventListener("change", () => {
      players.set(name, select.value);
      // Once the game is open, its players play.
      if (isOpening()) return;
      page.action += 1;
      changed();
    });
    return make("label", {}, name, select);
  });
  byId("players").replaceChildren(...labels);
}
