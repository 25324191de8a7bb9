// Random games, and the same moves by other rules.
import { Board, idleHands } from "./board";
import { button, byId, make } from "./dom";
import { figuresTable } from "./figures";
import { Game } from "./game";
import { type Info, type Playout, Refused } from "./protocol";
import { counter, other, page, report } from "./state";
import { boardShape, hiddenFor, toMove } from "./view";

let comparedWith = "";

/** Offers the other rules of a game. */
export function showCompare(info: Info): void {
  const select = make("select", {}, new Option("none", ""), ...info.variations.filter((name) => !info.chosen.includes(name)).map((name) => new Option(name, name)), ...(info.chosen.length > 0 ? [new Option("the game without variations", "-")] : []));
  comparedWith = "";
  select.addEventListener("change", () => {
    comparedWith = select.value;
    void compare();
  });
  byId("compare").replaceChildren(make("label", {}, "With ", select));
}

/** The same choices by other rules, on a second board. */
export async function compare(): Promise<void> {
  const boards = byId("boards");
  const mine = page.game?.now;
  if (!page.game || !mine || !comparedWith) {
    boards.classList.remove("two");
    boards.querySelectorAll("figure + figure").forEach((figure) => figure.remove());
    boards.querySelector("figcaption")?.remove();
    return;
  }
  const variations = comparedWith === "-" ? [] : [comparedWith];
  try {
    const second = await Game.open(other, { ...page.game.setting, variations, options: {} });
    let stopped = "";
    let nth = 0;
    for (const move of page.game.moves()) {
      nth += 1;
      try {
        second.now = await second.choose(second.now, move);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        stopped = `Move ${nth}, ${move ?? "next game"}: ${error.message}`;
        break;
      }
    }
    if (page.game.now !== mine || !comparedWith) return;
    const { position } = second.now;
    const drawn = new Board(second.info, () => {}, idleHands(second.info, position), "The other rules", boardShape(second.info));
    drawn.show({ seeds: position.seeds, legal: new Map(), closed: position.closed, marks: position.marks, owners: position.owners, hidden: hiddenFor(second.info, position) });
    const same = JSON.stringify(position.seeds) === JSON.stringify(mine.position.seeds);
    const said = stopped || `${same ? "The same seeds" : "Other seeds"} so far. ${toMove(second.info, position)}`;
    const name = comparedWith === "-" ? "Without variations" : comparedWith;
    const caption = make("figcaption", {}, make("strong", {}, `${name}: `), said);
    boards.classList.add("two");
    boards.querySelectorAll("figure + figure").forEach((figure) => figure.remove());
    boards.append(make("figure", {}, drawn.svg as unknown as Node, caption));
  } catch (error) {
    report(error);
  }
}

export async function statistics(): Promise<void> {
  if (!page.game) return;
  const figures = byId("figures");
  const games = Number(byId<HTMLSelectElement>("games-count").value);
  const stop = button("Stop", () => counter.stop());
  figures.replaceChildren(make("p", {}, `Playing ${games.toLocaleString("en")} games… `, stop));
  const begun = performance.now();
  try {
    await counter.ask({ do: "open", ...page.game.setting });
    const played = await counter.ask<Playout>({ do: "playout", games, seed: 1 });
    const seconds = (performance.now() - begun) / 1000;
    figures.replaceChildren(...figuresTable(played, seconds));
  } catch (error) {
    figures.replaceChildren();
    report(error);
  }
}
