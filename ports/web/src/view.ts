// How a position is seen at this page.
import { type BoardShape, shapeFor } from "./board";
import { byId } from "./dom";
import { players } from "./players";
import type { Info, Position } from "./protocol";
import { request } from "./request";
import { isEmbedded } from "./state";

/** The places that nobody at this page may look into now: a person sees what is hidden from the others. */
export function hiddenFor(info: Info, { hidden = [], player }: Position): string[] {
  const people = info.players.filter((name) => !players.get(name));
  const viewer = people.find((name) => name === player) ?? (people.length === 1 ? people[0] : undefined);
  const owns = (id: string) => info.places.some((place) => place.id === id && place.owner !== null && info.players[place.owner] === viewer);
  return viewer === undefined ? hidden : hidden.filter((id) => !owns(id));
}

/** How a board is drawn here. A long board lies across the page if beside the text its holes would be too small. */
export function boardShape(info: Info): BoardShape {
  const isNarrow = matchMedia("(max-width: 699px)").matches;
  const fit = () => {
    const { clientWidth } = byId("boards");
    // Nothing is known of a part of the page that is not shown.
    return shapeFor(info, clientWidth > 0 ? clientWidth : innerWidth, isNarrow);
  };
  document.body.classList.remove("across");
  const beside = fit();
  if (isNarrow || isEmbedded() || beside !== "long") return beside;
  document.body.classList.add("across");
  return fit();
}

export function toMove(info: Info, position: Position): string {
  const { result } = position;
  if (result) {
    const names = (seat: number | null) => (seat === null ? undefined : info.players[seat]);
    const outcome = names(result.winner) ? `${names(result.winner)} wins` : names(result.loser) ? `${names(result.loser)} loses` : "A draw";
    return `${outcome}, ${result.scores.join(" to ")} (${result.why.text})`;
  }
  return position.lot ? "A lot is drawn…" : request(position);
}
