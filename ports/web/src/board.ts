// Draws the board as SVG: every hole is something that can be focused, has a name, and is pressed like a button.
import type { Info, Place, Position } from "./protocol";

const SVG = "http://www.w3.org/2000/svg";
const CELL = 84;
const ROW = 96;
const HOLE = 33;
const STORE = 96;
/** A store where there is little room. */
const SLIM = 66;
/** Between the rows of two players. */
const GAP = 22;
/** Around the board. */
const PAD = 14;
/** A place to touch is at least so wide and high, in pixels of CSS. */
const TOUCH = 40;
/** The same for a mouse. The hole in it is then 28 pixels wide. */
const POINT = 36;
/** More seeds than these are only written as a number. */
const DOTS = 24;

export interface BoardView {
  seeds: Record<string, number>;
  /** Places that can be chosen, with what that does. */
  legal: Map<string, string>;
  closed: string[];
  marks: Record<string, { name: string }[]>;
  owners: Record<string, number | null>;
  hidden: string[];
  /** Where something happens just now. */
  active?: string;
  /** Where the last move began, and where its last seed fell. */
  last?: { from: string[]; to?: string };
  /** A position is being set up: `legal` places are given so many seeds more. A press gives `step`. */
  setUp?: { step: number; change: (place: string, by: number) => void };
}

interface Drawn {
  place: Place;
  x: number;
  y: number;
  group: SVGGElement;
  seeds: SVGGElement;
  count: SVGTextElement;
  marks: SVGTextElement;
  shown: string;
}

function element<K extends keyof SVGElementTagNameMap>(
  name: K, attributes: Record<string, string | number> = {}, parent?: Element,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  parent?.append(made);
  return made;
}

/** Where dots lie: a spiral that fills a circle evenly. */
function spiral(nth: number, of: number, radius: number): [number, number] {
  const distance = radius * Math.sqrt((nth + 0.5) / Math.max(of, 5));
  const angle = nth * Math.PI * (3 - Math.sqrt(5));
  return [distance * Math.cos(angle), distance * Math.sin(angle)];
}

/** The hands that have no seeds: most games never use them. */
export function idleHands(info: Info, position: Position): string[] {
  const idle = ({ id, kind }: Place) => kind === "hand" && !position.seeds[id] && !position.choices.some((choice) => choice.id === id);
  return info.places.filter(idle).map(({ id }) => id);
}

/** What keys do to a place while a position is being set up. */
const CHANGES: Record<string, number> = { "+": 1, "=": 1, "-": -1, Delete: -Infinity, Backspace: -Infinity };

/** A board as in the rules, the same with slim stores, turned clockwise by a quarter, or with slim stores and longer
 * than the room for it. */
export type BoardShape = "wide" | "slim" | "upright" | "long";

/** How many units wide a board is that is not turned. */
function widthOf({ places, players, columns }: Info, store: number): number {
  const beside = (owner: number) => places.some((place) => place.kind !== "hole" && place.kind !== "hand" && players.length === 2 && place.owner === owner);
  return columns * CELL + [0, 1].filter(beside).length * (store + 12) + 2 * PAD;
}

/** How a board is drawn in so many pixels, so that its holes are large enough. Only on a narrow screen it is turned:
 * others are wider than they are high. */
export function shapeFor(info: Info, width: number, isNarrow: boolean): BoardShape {
  const least = isNarrow ? TOUCH : POINT;
  const fits = (store: number) => (width / widthOf(info, store)) * CELL >= least;
  if (fits(STORE)) return "wide";
  if (fits(SLIM) || (isNarrow && info.columns <= info.rows)) return "slim";
  return isNarrow ? "upright" : "long";
}

export class Board {
  readonly svg: SVGSVGElement;
  #drawn = new Map<string, Drawn>();
  #info: Info;
  #focus: string | undefined;
  #view: BoardView | undefined;

  /** `choose` is called with the place that is pressed. A hand without seeds is not drawn: see `idleHands`. */
  constructor(info: Info, readonly choose: (place: string) => void, idle: string[] = [], name = "Board", readonly shape: BoardShape = "wide") {
    this.#info = { ...info, places: info.places.filter(({ id }) => !idle.includes(id)) };
    this.svg = element("svg", { class: "board", role: "group", "aria-label": `${name}: ${info.game}` });
    this.#draw();
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.svg.addEventListener("click", (event) => this.#press(event.target, event.shiftKey ? -1 : 1));
    this.svg.addEventListener("contextmenu", (event) => {
      if (!this.#view?.setUp) return;
      event.preventDefault();
      this.#press(event.target, -1);
    });
  }

  get #slim(): boolean {
    return this.shape === "slim" || this.shape === "long";
  }

  /** Shows a position. */
  show(view: BoardView): void {
    this.#view = view;
    for (const drawn of this.#drawn.values()) this.#update(drawn, view);
    const first = [...view.legal.keys()].find((id) => this.#drawn.has(id));
    if (!this.#focus || (!this.svg.contains(document.activeElement) && first)) {
      this.#setFocus(first ?? this.#focus ?? this.#drawn.keys().next().value, false);
    }
  }

  /** Moves the focus to the board. */
  focus(): void {
    if (this.#focus) this.#setFocus(this.#focus, true);
  }

  #draw(): void {
    const { rows, columns, places, players } = this.#info;
    const two = players.length === 2;
    const beside = places.filter((place) => place.kind !== "hole" && place.kind !== "hand" && two && place.owner !== null);
    const left = beside.filter((place) => place.owner === 1);
    const right = beside.filter((place) => place.owner === 0);
    const below = places.filter((place) => place.kind !== "hole" && !beside.includes(place));
    const split = rows > 1 && rows % 2 === 0 ? GAP : 0;
    const upright = this.shape === "upright";
    const store = this.#slim ? SLIM : STORE;
    const inset = left.length > 0 ? store + 12 : 0;
    // A hole has the same room above its name in both cases.
    const [along, across] = upright ? [ROW, CELL] : [CELL, ROW];
    const length = inset + columns * along + (right.length > 0 ? store + 12 : 0);
    const breadth = rows * across + split;
    const [width, boardHeight] = upright ? [breadth, length] : [length, breadth];
    const stripHeight = below.length > 0 ? 74 : 0;
    const height = boardHeight + stripHeight;
    this.svg.setAttribute("viewBox", `${-PAD} ${-PAD} ${width + 2 * PAD} ${height + 2 * PAD}`);
    this.svg.style.setProperty("--board-width", String(width + 2 * PAD));
    this.svg.style.setProperty("--board-height", String(height + 2 * PAD));
    this.svg.style.setProperty("--touch", String(TOUCH / CELL));
    this.svg.style.setProperty("--point", String(POINT / CELL));
    this.svg.classList.toggle("upright", upright);
    element("rect", { class: "wood", x: -PAD / 2, y: -PAD / 2, width: width + PAD, height: boardHeight + PAD, rx: 26 }, this.svg);
    const stack = (some: Place[], at: number) => some.forEach((place, nth) => {
      const each = breadth / some.length;
      if (upright) this.#addBox(place, breadth - (nth + 1) * each + 6, at, each - 12, store);
      else this.#addBox(place, at, nth * each + 6, store, each - 12);
    });
    stack(left, 0);
    for (const place of places) {
      if (place.kind !== "hole" || place.row === null || place.column === null) continue;
      const fromTop = rows - place.row;
      const down = (fromTop + 0.5) * across + (fromTop >= rows / 2 ? split : 0);
      const from = inset + (place.column - 0.5) * along;
      if (upright) this.#addHole(place, breadth - down, from);
      else this.#addHole(place, from, down);
    }
    stack(right, length - store);
    const each = Math.min(180, width / Math.max(below.length, 1));
    below.forEach((place, nth) => {
      const x = width / 2 + (nth - below.length / 2) * each;
      this.#addBox(place, x + 5, boardHeight + 16, each - 10, stripHeight - 12);
    });
  }

  #addHole(place: Place, x: number, y: number): void {
    const group = this.#group(place);
    // All of the cell can be touched.
    element("rect", { class: "cell", x: x - CELL / 2, y: y - ROW / 2, width: CELL, height: ROW }, group);
    element("circle", { class: "ring", cx: x, cy: y - 7, r: HOLE + 5 }, group);
    element("circle", { class: "pit", cx: x, cy: y - 7, r: HOLE }, group);
    this.#finish(place, group, x, y - 7, y + HOLE + 14);
  }

  #addBox(place: Place, x: number, y: number, width: number, height: number): void {
    const group = this.#group(place);
    element("rect", { class: "cell", x: x - 6, y: y - 6, width: width + 12, height: height + 12 }, group);
    element("rect", { class: "ring", x: x - 4, y: y - 4, width: width + 8, height: height + 8, rx: 24 }, group);
    element("rect", { class: "pit", x, y, width, height, rx: 20 }, group);
    this.#finish(place, group, x + width / 2, y + height / 2 - 6, y + height - 7);
  }

  #group(place: Place): SVGGElement {
    return element("g", { class: `place ${place.kind}`, role: "button", tabindex: -1, "data-id": place.id }, this.svg);
  }

  #finish(place: Place, group: SVGGElement, x: number, y: number, labelY: number): void {
    const seeds = element("g", { class: "seeds", "aria-hidden": "true" }, group);
    const cross = element("path", { class: "cross", d: `M${x - 18},${y - 18}l36,36m0,-36l-36,36` }, group);
    cross.setAttribute("aria-hidden", "true");
    const isHole = place.kind === "hole";
    // Beside the group, whose name says all of this to those who cannot see it.
    const texts = element("g", { class: `texts ${place.kind}`, "aria-hidden": "true" }, this.svg);
    const count = element("text", { class: "count", x: isHole ? x + HOLE - 3 : x, y: isHole ? y - HOLE + 9 : y + 9 }, texts);
    const marks = element("text", { class: "marks", x: x - HOLE + 2, y: y - HOLE + 10 }, texts);
    const label = element("text", { class: "label", x, y: labelY }, texts);
    const player = this.#slim && place.kind !== "hand" && place.owner !== null ? this.#info.players[place.owner] : undefined;
    label.textContent = isHole ? place.id : (player ?? this.#title(place));
    this.#drawn.set(place.id, { place, x, y, group, seeds, count, marks, shown: "" });
  }

  #title(place: Place): string {
    const player = place.owner === null ? undefined : this.#info.players[place.owner];
    return player ? `${player}: ${place.kind}` : place.id;
  }

  #update(drawn: Drawn, view: BoardView): void {
    const { place, group } = drawn;
    const { id } = place;
    const hidden = view.hidden.includes(id);
    const seeds = view.seeds[id] ?? 0;
    const count = hidden ? "?" : String(seeds);
    if (count !== drawn.shown) {
      drawn.shown = count;
      drawn.count.textContent = count;
      drawn.seeds.replaceChildren();
      const dots = hidden || place.kind !== "hole" ? 0 : Math.min(seeds, DOTS);
      for (let nth = 0; nth < dots; nth += 1) {
        const [dx, dy] = spiral(nth, dots, HOLE - 8);
        element("circle", { class: `seed s${nth % 3}`, cx: drawn.x + dx, cy: drawn.y + dy, r: dots > 14 ? 4.2 : 5.4 }, drawn.seeds);
      }
    }
    const marks = (view.marks[id] ?? []).map(({ name }) => name);
    drawn.marks.textContent = marks.map((name) => name[0].toUpperCase()).join("");
    const owner = id in view.owners ? view.owners[id] : place.owner;
    const states = {
      legal: view.legal.has(id), closed: view.closed.includes(id), active: view.active === id,
      from: view.last?.from.includes(id) ?? false, to: view.last?.to === id, empty: seeds === 0,
      second: owner === 1,
    };
    for (const [name, on] of Object.entries(states)) group.classList.toggle(name, on);
    const player = owner === null ? undefined : this.#info.players[owner];
    const does = view.legal.get(id);
    const said = [
      place.kind === "hole" && player ? `${id} of ${player}` : this.#title(place),
      hidden ? "hidden seeds" : `${seeds} ${seeds === 1 ? "seed" : "seeds"}`,
      ...marks.map((name) => `marked ${name}`),
      ...(states.closed ? ["closed"] : []),
      ...(does ? [`can be chosen: ${does}`] : []),
    ];
    group.setAttribute("aria-label", said.join(", "));
    group.setAttribute("aria-disabled", String(!does));
  }

  #setFocus(id: string | undefined, now: boolean): void {
    const next = id === undefined ? undefined : this.#drawn.get(id);
    if (!next) return;
    if (this.#focus) this.#drawn.get(this.#focus)?.group.setAttribute("tabindex", "-1");
    this.#focus = id;
    next.group.setAttribute("tabindex", "0");
    if (now) next.group.focus();
  }

  #press(target: EventTarget | null, step = 1): void {
    const id = (target as Element | null)?.closest<SVGGElement>(".place")?.dataset.id;
    if (!id) return;
    this.#setFocus(id, true);
    if (!this.#view?.legal.has(id)) return;
    const { setUp } = this.#view;
    if (setUp) setUp.change(id, step * setUp.step);
    else this.choose(id);
  }

  #key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    };
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const here = this.#focus ? this.#drawn.get(this.#focus) : undefined;
    if (!here) return;
    const all = [...this.#drawn.values()];
    if (event.key === "Enter" || event.key === " ") this.#press(here.group, event.shiftKey ? -1 : 1);
    else if (this.#view?.setUp && this.#view.legal.has(here.place.id) && event.key in CHANGES) {
      this.#view.setUp.change(here.place.id, CHANGES[event.key]);
    } else if (event.key === "Home") this.#setFocus(all[0]?.place.id, true);
    else if (event.key === "End") this.#setFocus(all.at(-1)?.place.id, true);
    else if (event.key in steps) {
      const [dx, dy] = steps[event.key];
      const distance = ({ x, y }: Drawn) => {
        const along = (x - here.x) * dx + (y - here.y) * dy;
        const across = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
        return along > 1 ? along + 3 * across : Infinity;
      };
      const [next] = all.map((drawn) => ({ drawn, far: distance(drawn) })).sort((a, b) => a.far - b.far);
      if (next.far < Infinity) this.#setFocus(next.drawn.place.id, true);
    } else return;
    event.preventDefault();
  }
}
