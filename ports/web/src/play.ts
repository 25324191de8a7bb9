// The board and what is done on it.
import { compare } from "./analysis";
import { frames } from "./animate";
import { Board, idleHands } from "./board";
import { announce, button, byId, make } from "./dom";
import { goToLine } from "./findings";
import type { GameNode } from "./game";
import { keepMisfits, keepMoves } from "./keeping";
import { showMoves } from "./moves";
import { players } from "./players";
import type { Choice, Info, Position } from "./protocol";
import { ruleAsked } from "./request";
import { isEmbedded, isOpening, page, report, status } from "./state";
import { boardShape, hiddenFor, toMove } from "./view";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

let board: Board | undefined;
let boardOf = "";
/** Ends the move that is being shown. */
export let endShow: (() => void) | undefined;

export function draw(info: Info, position: Position, legalFor: { id: string; text: string }[], active: string | undefined, seeds = position.seeds, node?: GameNode): void {
  const idle = page.setUp ? [] : idleHands(info, { ...position, seeds });
  const shape = boardShape(info);
  const key = JSON.stringify([info.game, info.places, info.players, idle, shape]);
  if (!board || boardOf !== key) {
    board = new Board(info, (place) => void choose(place), idle, "Board", shape);
    boardOf = key;
    byId("boards").replaceChildren(make("figure", {}, board.svg as unknown as Node));
  }
  const places = new Set(info.places.map(({ id }) => id));
  const legal = new Map(legalFor.filter(({ id }) => places.has(id)).map(({ id, text }) => [id, text]));
  const sowings = node?.events.filter(({ kind }) => kind === "sowed") ?? [];
  const from = Array.isArray(sowings[0]?.from) ? sowings[0].from : [];
  board.show({
    seeds, legal, active, closed: position.closed, marks: position.marks, owners: position.owners,
    hidden: hiddenFor(info, position), last: { from, to: sowings.at(-1)?.to }, setUp: page.setUp,
  });
}

/** Shows where the game is now. */
export function showNode(): void {
  if (!page.game) return;
  leaveSetUp();
  const { now, info } = page.game;
  // Nobody chooses what a lot decides.
  const offered = now.position.lot ? [] : now.position.choices;
  draw(info, now.position, offered, undefined, now.position.seeds, now);
  status(toMove(info, now.position));
  showEvents(now, -1);
  showChoices();
  showMoves(goTo);
  page.editor.light(undefined);
  byId<HTMLButtonElement>("undo").disabled = !now.parent;
  byId<HTMLButtonElement>("redo").disabled = now.children.length === 0;
  void compare();
  document.body.toggleAttribute("data-lot", now.position.lot ?? false);
  void (now.position.lot ? drawLots() : letComputerPlay());
}

function showEvents(node: GameNode, acting: number): void {
  const list = byId("events");
  const items = node.events.flatMap((event, nth) => {
    if (!event.news && nth !== acting) return [];
    const { clause } = event;
    const here = clause.file === page.setting.name && clause.line !== null && !isEmbedded();
    const cause = here ? button(clause.text, () => goToLine(clause.line ?? 1), { title: `line ${clause.line}` }) : clause.text;
    const item = make("li", {}, event.text, " ", make("span", { className: "cause" }, "(", cause, clause.default ? ", default rule)" : ")"));
    if (nth === acting) item.setAttribute("aria-current", "true");
    return [item];
  });
  list.replaceChildren(...items);
  list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

function showChoices(): void {
  if (!page.game) return;
  const { position } = page.game.now;
  if (position.lot) {
    byId("choices").replaceChildren();
    return;
  }
  const places = new Set(page.game.info.places.map(({ id }) => id));
  const press = (id: string, text: string) => button(text, () => void choose(id));
  const rule = ruleAsked(position);
  const short = ({ id, text }: Choice) => (rule === undefined ? press(id, text) : button(id, () => void choose(id), { title: rule }));
  const others = position.choices.filter(({ id }) => !places.has(id)).map(short);
  const why = rule === undefined ? [] : [make("p", { className: "rule" }, `By the rule: ${rule}`)];
  const onBoard = position.choices.filter(({ id }) => places.has(id)).map(({ id, text }) => press(id, text));
  const offers = (position.offers ?? []).map(({ id, text }) => press(id, text));
  const next = position.over && page.game.info.match && !position.match.over ? [button("Next game", () => void choose(null), { className: "primary" })] : [];
  const list = onBoard.length > 0 ? [make("details", {}, make("summary", {}, `All choices (${onBoard.length})`), ...onBoard)] : [];
  byId("choices").replaceChildren(...next, ...others, ...list, ...offers, ...why);
}

/** Makes a choice of a person, or (`null`) begins the next game. */
async function choose(choice: string | null): Promise<void> {
  if (!page.game || isOpening()) {
    status("The game is being opened…");
    return;
  }
  endShow?.();
  const mine = ++page.action;
  await makeChoice(choice, mine).catch(report);
}

async function makeChoice(choice: string | null, mine: number): Promise<void> {
  if (!page.game) return;
  const playedIn = page.game;
  const before = page.game.now;
  const next = await playedIn.choose(before, choice);
  if (page.game !== playedIn || mine !== page.action) return;
  page.game.now = next;
  keepMisfits();
  keepMoves();
  const news = next.events.filter((event) => event.news).map(({ text }) => text);
  announce([...news, toMove(page.game.info, next.position)].join(". "));
  if (!calm.matches && document.body.dataset.still === undefined && !(await animate(before, next, mine))) return;
  if (mine === page.action && page.game === playedIn) showNode();
}

/** Shows a move event by event. A press or a key ends that at once, so what is pressed is pressed at the end of the
 * move. Returns whether it was shown to its end. */
async function animate(before: GameNode, next: GameNode, mine: number): Promise<boolean> {
  if (!page.game) return false;
  let acting = -1;
  let ended = false;
  let wake = () => {};
  endShow = () => {
    endShow = undefined;
    ended = true;
    if (mine === page.action) showNode();
    wake();
  };
  for (const frame of frames(page.game.info, before.position.seeds, next.events)) {
    if (mine !== page.action || ended) break;
    if (frame.event !== acting) {
      acting = frame.event;
      showEvents(next, acting);
      const { clause } = next.events[acting];
      page.editor.light(clause.file === page.setting.name ? (clause.line ?? undefined) : undefined);
    }
    draw(page.game.info, before.position, [], frame.active, frame.seeds);
    await new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, frame.time);
    });
  }
  if (!ended) endShow = undefined;
  return !ended;
}

/** Draws lots until a player is to choose. All results are equally likely. */
async function drawLots(): Promise<void> {
  if (!page.game || page.setUp) return;
  const mine = page.action;
  const drawnIn = page.game;
  let at = page.game.now;
  try {
    while (at.position.lot) {
      const { choices } = at.position;
      at = await drawnIn.choose(at, choices[Math.floor(Math.random() * choices.length)].id);
      if (mine !== page.action || page.game !== drawnIn) return;
    }
  } catch (error) {
    report(error);
    return;
  }
  page.game.now = at;
  keepMoves();
  announce(toMove(page.game.info, at.position));
  showNode();
}

async function letComputerPlay(): Promise<void> {
  const player = page.game?.now.position.player;
  const kind = player ? players.get(player) : undefined;
  if (!page.game || !kind || page.setUp) return;
  const mine = page.action;
  const thinking = page.game;
  const stop = byId("stop");
  stop.hidden = false;
  status(`${player} thinks…`);
  try {
    const { choice } = await thinking.think(thinking.now, kind);
    if (mine === page.action && page.game === thinking) await makeChoice(choice.id, mine);
  } catch (error) {
    report(error);
  } finally {
    if (mine === page.action) stop.hidden = true;
  }
}

export function goTo(node: GameNode): void {
  if (!page.game || isOpening()) return;
  page.action += 1;
  page.game.now = node;
  if (page.playedBy === undefined) keepMoves();
  announce(`${page.game.moves().length} moves made. ${toMove(page.game.info, node.position)}`);
  showNode();
}

export function undo(): void {
  let to = page.game?.now.parent;
  // The moves of the computer, and lots, are taken back with the move of the person before them.
  const ofPerson = ({ lot, player }: Position) => !lot && !(player && players.get(player));
  while (to?.parent && !ofPerson(to.position)) to = to.parent;
  if (to) goTo(to);
}

export function redo(): void {
  const next = page.game?.now.children.at(-1);
  if (next) goTo(next);
}

export const focusBoard = () => board?.focus();

export function leaveSetUp(): void {
  if (!page.setUp) return;
  page.setUp = undefined;
  byId("set-up").setAttribute("aria-pressed", "false");
}
