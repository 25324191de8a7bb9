// A position that is being set up by hand: how many seeds each place has, and who moves.
import { button, make } from "./dom";
import type { Info, Position } from "./protocol";

/** Changes the seeds of places, and the player who moves. */
export class SetUp {
  readonly panel: HTMLElement;
  seeds: Record<string, number>;
  #seat: number;
  #removes = false;
  #sum = make("strong", {});

  /** `changed` is called after each change; `done` with the position, `undefined` if it is given up. */
  constructor(readonly info: Info, readonly from: Position, readonly changed: () => void, done: (position: Position | undefined) => void) {
    this.seeds = { ...from.seeds };
    this.#seat = from.seat ?? from.mover;
    const seat = make("select", {}, ...info.players.map((name, nth) => new Option(name, String(nth))));
    seat.value = String(this.#seat);
    seat.addEventListener("change", () => (this.#seat = Number(seat.value)));
    const removes = button("Take seeds away", () => {
      this.#removes = !this.#removes;
      removes.setAttribute("aria-pressed", String(this.#removes));
      this.#show();
    });
    removes.setAttribute("aria-pressed", "false");
    const clear = button("Empty all", () => {
      for (const place of Object.keys(this.seeds)) this.seeds[place] = 0;
      this.#show();
    });
    this.panel = make("div", { id: "set-up-panel" },
      make("p", {}, "Press a hole or a store to add a seed; with Shift, to take one away. Keys: + and -, Delete empties. ", this.#sum),
      make("div", { className: "tools" },
        make("label", {}, "To move ", seat), removes, clear,
        button("Play from here", () => done(this.position()), { className: "primary" }),
        button("Cancel", () => done(undefined)),
      ));
    this.#sum.setAttribute("role", "status");
    this.#show();
  }

  /** What pressing a place does. */
  get does(): string {
    return this.#removes ? "take a seed away" : "add a seed";
  }

  /** How many seeds more a press gives a place. */
  get step(): number {
    return this.#removes ? -1 : 1;
  }

  /** Gives a place so many seeds more. */
  change(place: string, by: number): void {
    this.seeds[place] = Math.max(0, (this.seeds[place] ?? 0) + by);
    this.#show();
  }

  /** The position, as the engine is asked to set it up. */
  position(): Position {
    const { from, seeds } = this;
    const seat = this.#seat;
    return {
      ...from, seeds, kinds: this.#kinds(), seat, mover: seat, hand: 0, phase: "turn", answers: [], under_way: false,
      turn: { made: 0 }, match: { ...from.match, starter: seat },
    };
  }

  /** The seeds of each kind: no more of them in a place than it has seeds. */
  #kinds(): Record<string, Record<string, number>> {
    const kinds = structuredClone(this.from.kinds ?? {});
    for (const [place, seeds] of Object.entries(this.seeds)) {
      let left = seeds;
      for (const places of Object.values(kinds)) {
        if (!(place in places)) continue;
        places[place] = Math.min(places[place], left);
        left -= places[place];
      }
    }
    return kinds;
  }

  #show(): void {
    const sum = Object.values(this.seeds).reduce((all, seeds) => all + seeds, 0);
    const before = Object.values(this.from.seeds).reduce((all, seeds) => all + seeds, 0);
    this.#sum.textContent = `${sum} seeds in all${sum === before ? "" : ` (before: ${before})`}`;
    this.changed();
  }
}
