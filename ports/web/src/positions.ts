// Sets up a position on the board.
import { announce, byId } from "./dom";
import { keepMoves, replaceMoves } from "./keeping";
import { draw, focusBoard, showNode } from "./play";
import type { Position } from "./protocol";
import { SetUp } from "./setup";
import { isOpening, page, report, status } from "./state";
import { hiddenFor, toMove } from "./view";

export function beginSetUp(): void {
  if (!page.game || page.setUp || isOpening()) return;
  page.action += 1;
  const { info, now } = page.game;
  const show = () => {
    if (!page.setUp) return;
    const places = info.places.filter(({ id }) => !hiddenFor(info, now.position).includes(id));
    draw(info, { ...now.position, owners: now.position.owners }, places.map(({ id }) => ({ id, text: page.setUp?.does ?? "" })), undefined, page.setUp.seeds);
  };
  page.setUp = new SetUp(info, now.position, show, (position) => void endSetUp(position));
  byId("set-up").setAttribute("aria-pressed", "true");
  byId("stop").hidden = true;
  status("Set up a position");
  byId("choices").replaceChildren(page.setUp.panel);
  show();
}

export async function endSetUp(position: Position | undefined): Promise<void> {
  if (!page.game) return;
  if (position) {
    try {
      await replaceMoves(() => page.game?.setUp(position));
      keepMoves();
      announce(toMove(page.game.info, page.game.now.position));
    } catch (error) {
      // The engine says what is wrong; it can be mended.
      return report(error);
    }
  }
  showNode();
  focusBoard();
}
