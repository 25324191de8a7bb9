// The tree of moves.
import { button, byId, make } from "./dom";
import { type GameNode, line } from "./game";
import { page } from "./state";

/** Shows the moves; a press on one goes to it. */
export function showMoves(goTo: (node: GameNode) => void): void {
  if (!page.game) return;
  const on = new Set(line(page.game.now));
  const current = page.game.now;
  const label = (node: GameNode, nth: number) => (node.choice === null ? "next game" : `${nth}. ${node.player ?? ""} ${node.choice ?? ""}`);
  const add = (into: HTMLElement, from: GameNode, start: number) => {
    let nth = start;
    for (let node: GameNode | undefined = from; node; node = node.children[0], nth += 1) {
      const shown = node;
      const entry = button(label(shown, nth), () => goTo(shown));
      if (shown === current) entry.setAttribute("aria-current", "step");
      if (on.has(shown)) entry.classList.add("on");
      if (shown === current) entry.classList.add("primary");
      into.append(entry);
      // Other choices at the same position come after the first one.
      const others = node.parent?.children[0] === node ? node.parent.children.slice(1) : [];
      for (const other of others) {
        const branch = make("div", { className: "branch" });
        into.append(branch);
        add(branch, other, nth);
      }
    }
  };
  const box = byId("moves");
  const beginning = button("beginning", () => page.game && goTo(page.game.root), { className: page.game.now === page.game.root ? "primary" : "" });
  box.replaceChildren(beginning);
  const [first] = page.game.root.children;
  if (first) add(box, first, 1);
  box.querySelector(".primary")?.scrollIntoView({ block: "nearest" });
}
