// The page: connects the text, the board and the panels.
import "./style.css";
import { frames } from "./animate";
import { Board, type BoardShape, idleHands, shapeFor } from "./board";
import { Checks } from "./checks";
import { announce, button, byId, copy, dialog, make, save } from "./dom";
import { DocumentView } from "./document";
import { CodeEditor, PlainEditor, type TextEditor } from "./editor";
import { Game, type GameNode, type Line, line, lineOf, type Setting } from "./game";
import { inline, markdown } from "./markdown";
import { figuresTable } from "./figures";
import { isOwn, type Kept, keyOf, lastOpen, newId, ownEntries, readKept, rememberLast, removeKept, writeKept } from "./kept";
import { Refused, type Choice, type Finding, type GameTitle, type Info, type OfferedFix, type Playout, type Position } from "./protocol";
import { beginWith, Failed, library, load, loadLibrary, Service } from "./service";
import { request, ruleAsked } from "./request";
import { SetUp } from "./setup";
import { fromFragment, type Shared, toFragment } from "./share";
import { watchServed } from "./served";

const quick = new Service("editor");
const slow = new Service("editor");
const playing = new Service("play");
const checker = new Service("play");
const counter = new Service("play");
const other = new Service("play");

const calm = matchMedia("(prefers-reduced-motion: reduce)");

let titles: GameTitle[] = [];
/** The text that comes with mnc, if this is a game that does. */
let original: string | undefined;
let setting: Setting = { name: "game.mnc", text: "", variations: [], options: {} };
/** Where rules and moves are kept; `undefined`: in a new entry, once there is something to keep. */
let entry: string | undefined;
/** The moves by these rules, for each choice of variations and options. */
let lines: Record<string, Line> = {};
/** The text by which all of these moves were legal, if by the text as it is now some are not. */
let playedBy: string | undefined;
let editor: TextEditor;
let game: Game | undefined;
let board: Board | undefined;
let boardOf = "";
const players = new Map<string, string>();
/** Each action of a person ends what is being shown or thought. */
let action = 0;
let comparedWith = "";
/** A position that is being set up. */
let setUp: SetUp | undefined;
/** Ends the move that is being shown. */
let endShow: (() => void) | undefined;

/** The places that nobody at this page may look into now: a person sees what is hidden from the others. */
function hiddenFor(info: Info, { hidden = [], player }: Position): string[] {
  const people = info.players.filter((name) => !players.get(name));
  const viewer = people.find((name) => name === player) ?? (people.length === 1 ? people[0] : undefined);
  const owns = (id: string) => info.places.some((place) => place.id === id && place.owner !== null && info.players[place.owner] === viewer);
  return viewer === undefined ? hidden : hidden.filter((id) => !owns(id));
}

const isEmbedded = () => document.body.classList.contains("embed");

// ---------------------------------------------------------------------------------------------- text

function newEditor(plain: boolean): void {
  const text = editor?.text ?? "";
  const about = (text: string, offset: number) => ({ name: setting.name, text, offset });
  const helper = {
    complete: (text: string, offset: number) => quick.ask<never>({ do: "complete", ...about(text, offset) }),
    hover: (text: string, offset: number) => quick.ask<never>({ do: "hover", ...about(text, offset) }),
  };
  editor = plain ? new PlainEditor(text, textChanged) : new CodeEditor(text, helper, textChanged);
  byId("editor").replaceChildren(editor.element);
  byId("plain").setAttribute("aria-pressed", String(plain));
}

function textChanged(): void {
  const isChanged = setting.text !== editor.text;
  setting.text = editor.text;
  checks.changed();
  if (!isChanged) return;
  const shipped = shippedId();
  if (isOwn(entry) && original === setting.text && JSON.stringify(readKept(shipped)?.lines ?? {}) === JSON.stringify(lines)) {
    // All changes were undone.
    removeKept(entry);
    entry = shipped;
  }
  keep();
}

// ---------------------------------------------------------------------------------------------- kept

/** Says something that stays until it is closed. */
function notice(text: string): void {
  byId("notice-text").textContent = text;
  byId("notice").hidden = false;
}

const shippedId = () => setting.name.replace(/\.mnc$/, "");

/** The key of moves that were sent, until the game is opened with the variations and options that were sent with them. */
const SENT = "";

/** Which of the moves are made with these variations and options. */
function lineKey({ chosen, options }: Info): string {
  return JSON.stringify([chosen, options.filter((option) => option.value !== option.default).map(({ name, value }) => [name, value])]);
}

const kept = (): Kept => ({ ...setting, lines: { ...lines } });

/** Keeps something in this browser. */
function write(id: string, what: Kept): void {
  if (isEmbedded()) return;
  if (!writeKept(id, what)) notice("This browser cannot keep your rules and moves. Download the rules, and save the record, before you leave the page.");
}

/** Keeps the rules and the moves. A changed text has its own entry in the list of games. */
function keep(): void {
  leaveAddress();
  if (entry === undefined || (original !== undefined && original !== setting.text && !isOwn(entry))) entry = newId();
  write(entry, kept());
  nowOpen();
}

/** Keeps what is about to be replaced, if it has moves, in an entry of its own. */
function keepCopy(copy: Kept, text = copy.text): void {
  if (Object.keys(copy.lines).length > 0) write(newId(), { ...copy, text });
  showOwn();
}

/** Keeps the moves as they are now. */
function keepMoves(): void {
  if (!game) return;
  const tree = game.tree();
  if (tree.nodes.length > 0 || tree.setup) lines[lineKey(game.info)] = tree;
  else delete lines[lineKey(game.info)];
  keep();
}

/** Moves that the changed rules do not allow are about to be replaced by others. */
function keepMisfits(): void {
  if (playedBy !== undefined) keepCopy(kept(), playedBy);
  playedBy = undefined;
}

/** The address named what was sent; the page is to show something else when it is loaded again. */
function leaveAddress(): void {
  const fields = new URLSearchParams(location.hash.slice(1));
  if (isEmbedded() || !(fields.has("s") || fields.has("game"))) return;
  fields.delete("s");
  fields.delete("game");
  history.replaceState(null, "", `#${fields}`);
}

/** Which entry is open, in the list and for the next visit. */
function nowOpen(): void {
  if (entry !== undefined && !isEmbedded()) rememberLast(entry);
  showOwn();
}

function showOwn(): void {
  const own = ownEntries();
  const group = byId("own");
  const shown = own.map(({ id, title }) => [id, title]);
  if (JSON.stringify(shown) !== group.dataset.shown) {
    group.replaceChildren(...own.map(({ id, title }) => new Option(title, id)));
    group.dataset.shown = JSON.stringify(shown);
    group.hidden = own.length === 0;
  }
  byId<HTMLSelectElement>("library").value = entry ?? "";
  byId("delete").hidden = !isOwn(entry);
}

async function deleteOwn(): Promise<void> {
  if (!isOwn(entry)) return;
  const id = entry;
  const title = ownEntries().find((own) => own.id === id)?.title ?? id;
  if (!(await dialog("Delete", [make("p", {}, `Delete “${title}”, its rules and its moves, from this browser? This cannot be undone.`)], "Delete", "Cancel"))) return;
  removeKept(id);
  entry = undefined;
  await showGame(original === undefined ? "oware" : shippedId());
}

let reopening: ReturnType<typeof setTimeout> | undefined;
/** The text of the game that is, or is being, opened. */
let openedText: string | undefined;
/** The last text by which all moves were legal. */
let openedBy: string | undefined;

const checks = new Checks(quick, slow, checker, () => ({ name: setting.name, text: editor.text }), showFindings, (playable) => {
  clearTimeout(reopening);
  byId("board").classList.toggle("stale", !playable);
  if (!playable) {
    if (game) status("The rules have errors. The board shows the last rules that made a game.");
    return;
  }
  if (openedText !== editor.text) reopening = setTimeout(() => void open(false), 350);
});

function showFindings(findings: Finding[], fixes: OfferedFix[]): void {
  editor.show(findings, fixes);
  const items = findings.map((found) => {
    const item = make("li", { className: found.severity },
      make("span", { className: "kind" }, `${found.severity}, `), button(`line ${found.line}`, () => goToLine(found.line)), inline(make("span"), ` ${found.message}`));
    if (found.help) item.append(inline(make("p"), found.help));
    for (const fix of fixes.filter(({ code, message }) => code === found.code && message === found.message)) {
      item.append(button(fix.title, () => editor.apply(fix.edits)), " ");
    }
    item.append(button(`about “${found.code}”`, () => void explain(found.code)));
    return item;
  });
  const shown = items.length > 0 ? make("ul", {}, ...items) : make("p", { className: "good" }, "No problems found");
  byId("problems").replaceChildren(shown);
}

async function explain(code: string): Promise<void> {
  const { text } = await quick.ask<{ text: string }>({ do: "explain", code });
  await dialog(code, [markdown(text.replace(/^# .*\n/, ""))]);
}

function goToLine(at: number): void {
  showTab("text");
  editor.reveal(at);
}

// ---------------------------------------------------------------------------------------------- game

const status = (text: string) => (byId("status").textContent = text);

/** The action that opens a game just now. */
let opening: number | undefined;
/** Until the kept moves are made, nothing else is done with the game. */
const isOpening = () => opening === action;

/** Opens the game of the text, and makes the moves that are kept with it, as far as they are legal. */
async function open(preview: boolean): Promise<void> {
  const mine = ++action;
  opening = mine;
  leaveSetUp();
  const wanted: Setting = { ...setting, text: editor.text };
  openedText = wanted.text;
  try {
    if (preview) {
      const { info, position } = await slow.ask<{ info: Info; position: Position }>({ do: "preview", ...wanted });
      if (mine !== action) return;
      showSetting(info);
      draw(info, position, [], undefined);
      status(toMove(info, position));
      document.body.dataset.ready = "true";
    }
    const opened = await Game.open(playing, wanted);
    if (mine !== action) return;
    const key = lineKey(opened.info);
    if (SENT in lines) {
      lines[key] = lines[SENT];
      delete lines[SENT];
    }
    const misfit = await opened.restore(lines[key] ?? lineOf([]));
    if (mine !== action) return;
    game = opened;
    showSetting(game.info);
    if (misfit === undefined) {
      if (playedBy !== undefined) byId("notice").hidden = true;
      playedBy = undefined;
      openedBy = wanted.text;
    } else {
      playedBy = openedBy ?? wanted.text;
      notice(`From move ${misfit} on, your moves do not fit these rules. They are kept: change the rules back to see them. If you play on instead, they get an entry in the list of games.`);
    }
    showNode();
    document.body.dataset.open = String(Number(document.body.dataset.open ?? 0) + 1);
  } catch (error) {
    report(error);
  } finally {
    if (opening === mine) opening = undefined;
  }
}

function report(error: unknown): void {
  if (error instanceof Failed && error.message === "stopped") return;
  const message = error instanceof Error ? error.message : String(error);
  status(error instanceof Failed ? "mnc ran out of memory or failed, and was started again. Please try once more." : message);
  if (!(error instanceof Refused)) console.error(error);
}

function toMove(info: Info, position: Position): string {
  const { result } = position;
  if (result) {
    const names = (seat: number | null) => (seat === null ? undefined : info.players[seat]);
    const outcome = names(result.winner) ? `${names(result.winner)} wins` : names(result.loser) ? `${names(result.loser)} loses` : "A draw";
    return `${outcome}, ${result.scores.join(" to ")} (${result.why.text})`;
  }
  return position.lot ? "A lot is drawn…" : request(position);
}

function draw(info: Info, position: Position, legalFor: { id: string; text: string }[], active: string | undefined, seeds = position.seeds, node?: GameNode): void {
  const idle = setUp ? [] : idleHands(info, { ...position, seeds });
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
    hidden: hiddenFor(info, position), last: { from, to: sowings.at(-1)?.to }, setUp,
  });
}

/** How a board is drawn here. A long board lies across the page if beside the text its holes would be too small. */
function boardShape(info: Info): BoardShape {
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

/** Shows where the game is now. */
function showNode(): void {
  if (!game) return;
  leaveSetUp();
  const { now, info } = game;
  // Nobody chooses what a lot decides.
  const offered = now.position.lot ? [] : now.position.choices;
  draw(info, now.position, offered, undefined, now.position.seeds, now);
  status(toMove(info, now.position));
  showEvents(now, -1);
  showChoices();
  showMoves();
  editor.light(undefined);
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
    const here = clause.file === setting.name && clause.line !== null && !isEmbedded();
    const cause = here ? button(clause.text, () => goToLine(clause.line ?? 1), { title: `line ${clause.line}` }) : clause.text;
    const item = make("li", {}, event.text, " ", make("span", { className: "cause" }, "(", cause, clause.default ? ", default rule)" : ")"));
    if (nth === acting) item.setAttribute("aria-current", "true");
    return [item];
  });
  list.replaceChildren(...items);
  list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

function showChoices(): void {
  if (!game) return;
  const { position } = game.now;
  if (position.lot) {
    byId("choices").replaceChildren();
    return;
  }
  const places = new Set(game.info.places.map(({ id }) => id));
  const press = (id: string, text: string) => button(text, () => void choose(id));
  const rule = ruleAsked(position);
  const short = ({ id, text }: Choice) => (rule === undefined ? press(id, text) : button(id, () => void choose(id), { title: rule }));
  const others = position.choices.filter(({ id }) => !places.has(id)).map(short);
  const why = rule === undefined ? [] : [make("p", { className: "rule" }, `By the rule: ${rule}`)];
  const onBoard = position.choices.filter(({ id }) => places.has(id)).map(({ id, text }) => press(id, text));
  const offers = (position.offers ?? []).map(({ id, text }) => press(id, text));
  const next = position.over && game.info.match && !position.match.over ? [button("Next game", () => void choose(null), { className: "primary" })] : [];
  const list = onBoard.length > 0 ? [make("details", {}, make("summary", {}, `All choices (${onBoard.length})`), ...onBoard)] : [];
  byId("choices").replaceChildren(...next, ...others, ...list, ...offers, ...why);
}

/** Makes a choice of a person, or (`null`) begins the next game. */
async function choose(choice: string | null): Promise<void> {
  if (!game || isOpening()) {
    status("The game is being opened…");
    return;
  }
  endShow?.();
  const mine = ++action;
  await makeChoice(choice, mine).catch(report);
}

async function makeChoice(choice: string | null, mine: number): Promise<void> {
  if (!game) return;
  const playedIn = game;
  const before = game.now;
  const next = await playedIn.choose(before, choice);
  if (game !== playedIn || mine !== action) return;
  game.now = next;
  keepMisfits();
  keepMoves();
  const news = next.events.filter((event) => event.news).map(({ text }) => text);
  announce([...news, toMove(game.info, next.position)].join(". "));
  if (!calm.matches && document.body.dataset.still === undefined && !(await animate(before, next, mine))) return;
  if (mine === action && game === playedIn) showNode();
}

/** Shows a move event by event. A press or a key ends that at once, so what is pressed is pressed at the end of the
 * move. Returns whether it was shown to its end. */
async function animate(before: GameNode, next: GameNode, mine: number): Promise<boolean> {
  if (!game) return false;
  let acting = -1;
  let ended = false;
  let wake = () => {};
  endShow = () => {
    endShow = undefined;
    ended = true;
    if (mine === action) showNode();
    wake();
  };
  for (const frame of frames(game.info, before.position.seeds, next.events)) {
    if (mine !== action || ended) break;
    if (frame.event !== acting) {
      acting = frame.event;
      showEvents(next, acting);
      const { clause } = next.events[acting];
      editor.light(clause.file === setting.name ? (clause.line ?? undefined) : undefined);
    }
    draw(game.info, before.position, [], frame.active, frame.seeds);
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
  if (!game || setUp) return;
  const mine = action;
  const drawnIn = game;
  let at = game.now;
  try {
    while (at.position.lot) {
      const { choices } = at.position;
      at = await drawnIn.choose(at, choices[Math.floor(Math.random() * choices.length)].id);
      if (mine !== action || game !== drawnIn) return;
    }
  } catch (error) {
    report(error);
    return;
  }
  game.now = at;
  keepMoves();
  announce(toMove(game.info, at.position));
  showNode();
}

async function letComputerPlay(): Promise<void> {
  const player = game?.now.position.player;
  const kind = player ? players.get(player) : undefined;
  if (!game || !kind || setUp) return;
  const mine = action;
  const thinking = game;
  const stop = byId("stop");
  stop.hidden = false;
  status(`${player} thinks…`);
  try {
    const { choice } = await thinking.think(thinking.now, kind);
    if (mine === action && game === thinking) await makeChoice(choice.id, mine);
  } catch (error) {
    report(error);
  } finally {
    if (mine === action) stop.hidden = true;
  }
}

function goTo(node: GameNode): void {
  if (!game || isOpening()) return;
  action += 1;
  game.now = node;
  if (playedBy === undefined) keepMoves();
  announce(`${game.moves().length} moves made. ${toMove(game.info, node.position)}`);
  showNode();
}

function undo(): void {
  let to = game?.now.parent;
  // The moves of the computer, and lots, are taken back with the move of the person before them.
  const ofPerson = ({ lot, player }: Position) => !lot && !(player && players.get(player));
  while (to?.parent && !ofPerson(to.position)) to = to.parent;
  if (to) goTo(to);
}

function redo(): void {
  const next = game?.now.children.at(-1);
  if (next) goTo(next);
}

// ---------------------------------------------------------------------------------- set up, document

function beginSetUp(): void {
  if (!game || setUp || isOpening()) return;
  action += 1;
  const { info, now } = game;
  const show = () => {
    if (!setUp) return;
    const places = info.places.filter(({ id }) => !hiddenFor(info, now.position).includes(id));
    draw(info, { ...now.position, owners: now.position.owners }, places.map(({ id }) => ({ id, text: setUp?.does ?? "" })), undefined, setUp.seeds);
  };
  setUp = new SetUp(info, now.position, show, (position) => void endSetUp(position));
  byId("set-up").setAttribute("aria-pressed", "true");
  byId("stop").hidden = true;
  status("Set up a position");
  byId("choices").replaceChildren(setUp.panel);
  show();
}

async function endSetUp(position: Position | undefined): Promise<void> {
  if (!game) return;
  if (position) {
    try {
      await replaceMoves(() => game?.setUp(position));
      keepMoves();
      announce(toMove(game.info, game.now.position));
    } catch (error) {
      // The engine says what is wrong; it can be mended.
      return report(error);
    }
  }
  showNode();
  board?.focus();
}

/** Does what replaces all moves. The moves before it are kept in an entry of their own. */
async function replaceMoves<T>(work: () => T): Promise<Awaited<T>> {
  const before = kept();
  const result = await work();
  keepCopy(before, playedBy);
  playedBy = undefined;
  return result;
}

function leaveSetUp(): void {
  if (!setUp) return;
  setUp = undefined;
  byId("set-up").setAttribute("aria-pressed", "false");
}

const rulesDocument = new DocumentView(
  async (language) => {
    if (!game) throw new Error("The game is being opened…");
    return (await game.ask<{ html: string }>(game.now, { do: "document", language })).html;
  },
  () => setting.name.replace(/\.mnc$/, ""),
  report,
);

// --------------------------------------------------------------------------------------------- moves

function showMoves(): void {
  if (!game) return;
  const on = new Set(line(game.now));
  const current = game.now;
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
  const beginning = button("beginning", () => game && goTo(game.root), { className: game.now === game.root ? "primary" : "" });
  box.replaceChildren(beginning);
  const [first] = game.root.children;
  if (first) add(box, first, 1);
  box.querySelector(".primary")?.scrollIntoView({ block: "nearest" });
}

// ------------------------------------------------------------------------------------------- setting

let settingShown = "";

function showSetting(info: Info): void {
  const key = JSON.stringify([info.options, info.variations, info.chosen, info.players]);
  if (key === settingShown) return;
  settingShown = key;
  const change = () => {
    keep();
    void open(false);
  };
  const variations = info.variations.map((name) => {
    const box = make("input", { type: "checkbox", checked: info.chosen.includes(name) });
    box.addEventListener("change", () => {
      setting.variations = box.checked ? [...setting.variations, name] : setting.variations.filter((other) => other !== name);
      setting.options = {};
      change();
    });
    return make("label", {}, box, name);
  });
  const options = info.options.map((option) => {
    const set = (value: string) => {
      setting.options = { ...setting.options, [option.name]: value };
      change();
    };
    let control: HTMLInputElement | HTMLSelectElement;
    if (option.values) control = make("select", {}, ...option.values.map((value) => new Option(value, value)));
    else control = make("input", { type: "number", min: String(option.range?.from ?? 0), max: String(option.range?.to ?? 99), step: option.range?.even ? "2" : "1" });
    control.value = option.value;
    control.addEventListener("change", () => control.value && set(control.value));
    const label = make("label", { title: option.note ?? "" }, option.name, control);
    return label;
  });
  const many = variations.length + options.length;
  const box = byId("setting");
  const wasOpen = box.querySelector("details")?.open ?? false;
  box.replaceChildren(...(many > 0 ? [make("details", { open: wasOpen }, make("summary", {}, `Variations and options (${many})`), ...variations, ...options)] : []));
  showPlayers(info);
  const select = make("select", {}, new Option("none", ""), ...info.variations.filter((name) => !info.chosen.includes(name)).map((name) => new Option(name, name)), ...(info.chosen.length > 0 ? [new Option("the game without variations", "-")] : []));
  comparedWith = "";
  select.addEventListener("change", () => {
    comparedWith = select.value;
    void compare();
  });
  byId("compare").replaceChildren(make("label", {}, "With ", select));
}

function showPlayers(info: Info): void {
  const kinds: [string, string][] = [["", "a person"], ["random", "random moves"], ...[1, 2, 3, 4].map((n): [string, string] => [`search:${n}`, `computer, strength ${n}`])];
  const labels = info.players.map((name) => {
    const select = make("select", {}, ...kinds.map(([value, text]) => new Option(text, value)));
    select.value = players.get(name) ?? "";
    select.addEventListener("change", () => {
      players.set(name, select.value);
      // Once the game is open, its players play.
      if (isOpening()) return;
      action += 1;
      showNode();
    });
    return make("label", {}, name, select);
  });
  byId("players").replaceChildren(...labels);
}

/** The same choices by other rules, on a second board. */
async function compare(): Promise<void> {
  const boards = byId("boards");
  const mine = game?.now;
  if (!game || !mine || !comparedWith) {
    boards.classList.remove("two");
    boards.querySelectorAll("figure + figure").forEach((figure) => figure.remove());
    boards.querySelector("figcaption")?.remove();
    return;
  }
  const variations = comparedWith === "-" ? [] : [comparedWith];
  try {
    const second = await Game.open(other, { ...game.setting, variations, options: {} });
    let stopped = "";
    let nth = 0;
    for (const move of game.moves()) {
      nth += 1;
      try {
        second.now = await second.choose(second.now, move);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        stopped = `Move ${nth}, ${move ?? "next game"}: ${error.message}`;
        break;
      }
    }
    if (game.now !== mine || !comparedWith) return;
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

// -------------------------------------------------------------------------------------------- panels

const isShipped = () => original !== undefined && original === editor.text;

async function record(): Promise<string> {
  if (!game) return "";
  const who = Object.fromEntries(game.info.players.map((name) => [name, players.get(name) || "human"]));
  const description = isShipped() ? undefined : setting.name;
  return (await game.ask<{ record: string }>(game.now, { do: "record", description, players: who })).record;
}

async function loadSaved(): Promise<void> {
  const area = make("textarea", {});
  area.setAttribute("aria-label", "A record or a position");
  const file = make("input", { type: "file" });
  file.setAttribute("aria-label", "A file");
  file.addEventListener("change", async () => (area.value = (await file.files?.[0]?.text()) ?? ""));
  if (!(await dialog("Load a record, a position or a description", [make("p", {}, "Choose a file, or paste its text."), file, area], "Load", "Cancel"))) return;
  await loadText(area.value, file.files?.[0]?.name);
}

async function loadText(text: string, fileName = "my-game.mnc"): Promise<void> {
  try {
    if (/^\s*mnc\s+record/.test(text)) {
      const wanted = text.match(/^game\s+"(.*)"/m)?.[1];
      const found = titles.find(({ title }) => title === wanted);
      if (found && game?.info.game !== wanted) await showGame(found.name);
      if (!game) return;
      action += 1;
      const remark = await replaceMoves(() => game?.resume(text));
      setting.variations = game.setting.variations;
      setting.options = game.setting.options;
      keepMoves();
      showSetting(game.info);
      showNode();
      if (remark) status(remark);
    } else if (text.trim().startsWith("{")) {
      if (!game) return;
      action += 1;
      const position = JSON.parse(text) as Position;
      await replaceMoves(() => game?.setUp(position));
      keepMoves();
      showNode();
    } else await showSent({ name: fileName.endsWith(".mnc") ? fileName : "my-game.mnc", text, variations: [], options: {}, lines: {} });
  } catch (error) {
    report(error);
  }
}

async function makeTest(): Promise<void> {
  if (!game) return;
  try {
    const count = game.moves().length;
    const { text } = await game.ask<{ text: string }>(game.now, { do: "test", name: `after ${count} choices` });
    const before = editor.text.trimEnd();
    editor.replace(`${before}\n\n${text}`);
    goToLine(before.split("\n").length + 2);
  } catch (error) {
    report(error);
  }
}

async function statistics(): Promise<void> {
  if (!game) return;
  const figures = byId("figures");
  const games = Number(byId<HTMLSelectElement>("games-count").value);
  const stop = button("Stop", () => counter.stop());
  figures.replaceChildren(make("p", {}, `Playing ${games.toLocaleString("en")} games… `, stop));
  const begun = performance.now();
  try {
    await counter.ask({ do: "open", ...game.setting });
    const played = await counter.ask<Playout>({ do: "playout", games, seed: 1 });
    const seconds = (performance.now() - begun) / 1000;
    figures.replaceChildren(...figuresTable(played, seconds));
  } catch (error) {
    figures.replaceChildren();
    report(error);
  }
}

async function share(): Promise<void> {
  const fragment = await toFragment({
    name: isShipped() ? setting.name.replace(/\.mnc$/, "") : setting.name,
    text: isShipped() ? undefined : editor.text,
    variations: setting.variations, options: setting.options, setup: game?.setup && { ...game.setup, choices: undefined }, moves: game?.moves() ?? [],
  });
  history.replaceState(null, "", fragment);
  const link = make("textarea", { value: location.href, readOnly: true });
  link.setAttribute("aria-label", "Link");
  const shown = dialog("Share", [make("p", {}, `This address has the rules and the moves (${location.href.length} characters). Nothing is sent to a server.`), link]);
  link.select();
  await navigator.clipboard?.writeText(location.href).then(() => announce("Link copied"), () => {});
  await shown;
}

const HELP = `
Choose a game, read and change its rules, and play it on the board at once. All of this happens in your browser.

**Board.** Press a hole with a dashed ring. With the keyboard: Tab to the board, arrow keys to move, Enter to choose. *u* takes a move back, *r* makes it again.

**Kept.** This browser keeps your moves, and your changed rules: they are first in the list of games, as “yours”.

**Rules.** Ctrl-Space lists what can be typed. Point at a word to read what it means. Press Escape and then Tab to leave the text. *Plain text* is an editor without colours, for screen readers.

**What happened.** Each event names the rule that caused it; press it to go to its line.

**Set up** changes the position: press holes to add seeds, choose who moves, and play from there.

**Rules document** shows the rules in sentences, in English or French, to read or to print.

**Share** puts the rules and the moves into the address. **Download** saves the rules for the program mnc.
`;

function showTab(tab: string): void {
  document.body.dataset.tab = tab;
  for (const entry of document.querySelectorAll<HTMLButtonElement>(".tabs button")) {
    if (entry.dataset.show === tab) entry.setAttribute("aria-current", "true");
    else entry.removeAttribute("aria-current");
  }
}

// --------------------------------------------------------------------------------------------- start

/** Shows rules, with the moves that are kept with them. */
async function showText(id: string | undefined, shown: Kept, shipped: string | undefined): Promise<void> {
  action += 1;
  game = undefined;
  original = shipped;
  openedBy = playedBy = undefined;
  ({ lines } = shown);
  entry = id;
  const { name, text, variations, options } = shown;
  setting = { name, text, variations, options };
  editor.text = text;
  nowOpen();
  await open(true);
}

/** Shows rules that have no entry of their own, with the moves that are kept by them. */
async function showListed(id: string, name: string, text: string, shipped: string | undefined, chosen: Partial<Shared> = {}): Promise<void> {
  let old = isEmbedded() ? undefined : readKept(id);
  if (old && old.text !== text) {
    if (Object.keys(old.lines).length > 0) notice("These rules have changed since you played by them. Your moves are kept with the old rules: see the list of games.");
    keepCopy(old);
    removeKept(id);
    old = undefined;
  }
  const { variations = old?.variations ?? [], options = old?.options ?? {} } = chosen;
  await showText(id, { name, text, variations, options, lines: old?.lines ?? {} }, shipped);
}

async function showGame(name: string, chosen: Partial<Shared> = {}): Promise<void> {
  const { file, text } = await quick.ask<{ file: string; text: string }>({ do: "description", game: name });
  await showListed(file.replace(/\.mnc$/, ""), file, text, text, chosen);
}

/** The text of the shipped game of a name, if there is one. */
async function shippedText(file: string): Promise<string | undefined> {
  const name = file.replace(/\.mnc$/, "");
  if (!titles.some((title) => title.name === name)) return undefined;
  return (await quick.ask<{ text: string }>({ do: "description", game: name })).text;
}

/** Shows rules or moves of the user's own. */
async function showOwnEntry(id: string): Promise<void> {
  const own = readKept(id);
  if (own) await showText(id, own, await shippedText(own.name));
  else await showGame("oware");
}

/** Shows rules or moves that came from elsewhere, in an entry of their own: nothing that is kept is replaced by them. */
async function showSent(sent: Kept): Promise<void> {
  const id = ownEntries().find((own) => JSON.stringify(own.kept) === JSON.stringify(sent))?.id ?? newId();
  write(id, sent);
  await showText(id, sent, await shippedText(sent.name));
}

async function showShared({ name = "game", text, variations = [], options = {}, setup, moves = [] }: Partial<Shared>): Promise<void> {
  if (text === undefined && !setup && moves.length === 0) return showGame(name, { variations, options });
  const file = name.endsWith(".mnc") ? name : `${name}.mnc`;
  const rules = text ?? (await shippedText(file));
  if (rules === undefined) return showGame(name);
  const sentLines: Record<string, Line> = setup || moves.length > 0 ? { [SENT]: lineOf(moves, setup as Position | undefined) } : {};
  await showSent({ name: file, text: rules, variations, options, lines: sentLines });
}

function connect(): void {
  const press = (id: string, work: () => unknown) => byId(id).addEventListener("click", () => void work());
  press("share", share);
  press("download", () => save(setting.name, editor.text));
  press("plain", () => {
    newEditor(byId("plain").getAttribute("aria-pressed") !== "true");
    checks.changed();
  });
  press("notice-close", () => (byId("notice").hidden = true));
  press("delete", () => deleteOwn().catch(report));
  press("help", () => dialog("Help", [markdown(HELP)]));
  press("format", async () => {
    const { text } = await slow.ask<{ text: string }>({ do: "format", name: setting.name, text: editor.text });
    if (text !== editor.text) editor.replace(text);
  });
  press("fix-all", async () => {
    const { text, fixed } = await slow.ask<{ text: string; fixed: number }>({ do: "fix-all", name: setting.name, text: editor.text });
    if (fixed > 0) editor.replace(text);
    announce(`${fixed} problems fixed`);
  });
  press("new", () => game && goTo(game.root));
  press("set-up", () => (setUp ? endSetUp(undefined) : beginSetUp()));
  press("document-open", () => rulesDocument.open());
  press("undo", undo);
  press("redo", redo);
  press("stop", () => {
    action += 1;
    playing.stop();
    byId("stop").hidden = true;
    for (const name of players.keys()) players.set(name, "");
    if (game) showPlayers(game.info);
    if (game) status(toMove(game.info, game.now.position));
  });
  press("copy-record", async () => copy(await record(), "Record").catch(report));
  press("save-record", async () => save(setting.name.replace(/\.mnc$/, ".mncr"), await record()));
  press("copy-position", async () => game && copy(JSON.stringify(game.now.position), "Position"));
  press("load", loadSaved);
  press("make-test", makeTest);
  press("statistics", statistics);
  byId<HTMLSelectElement>("library").addEventListener("change", (event) => {
    const { value } = event.target as HTMLSelectElement;
    leaveAddress();
    byId("notice").hidden = true;
    void loadLibrary().then(() => (isOwn(value) ? showOwnEntry(value) : showGame(value))).catch(report);
  });
  // While a move is being shown, a press or a key ends that first, and then does what it does.
  document.addEventListener("click", () => endShow?.(), { capture: true });
  document.addEventListener("keydown", ({ key, target }) => {
    if (/^(Shift|Control|Alt|Meta)$/.test(key)) return;
    // These make a click, and what is shown anew would lose it.
    if ((key === "Enter" || key === " ") && (target as HTMLElement).closest("button, summary, a, select, input")) return;
    endShow?.();
  }, { capture: true });
  let shown = innerWidth;
  addEventListener("resize", () => {
    if (shown === innerWidth || !game || endShow) return;
    shown = innerWidth;
    if (!setUp) showNode();
  });
  for (const entry of document.querySelectorAll<HTMLButtonElement>(".tabs button")) {
    entry.addEventListener("click", () => showTab(entry.dataset.show ?? "board"));
  }
  document.addEventListener("keydown", (event) => {
    const at = event.target as HTMLElement;
    if (event.ctrlKey || event.altKey || event.metaKey || at.closest("input, select, textarea, dialog, .cm-editor")) return;
    if (event.key === "Escape" && setUp) void endSetUp(undefined);
    else if (event.key === "Escape" && document.body.dataset.view) rulesDocument.close();
    else if (event.key === "u") undo();
    else if (event.key === "r") redo();
  });
  // A link that is put into the address of the open page.
  addEventListener("hashchange", () => /[#&](s|game)=/.test(location.hash) && location.reload());
  window.addEventListener("storage", ({ key }) => {
    // Another tab keeps something there: what is made here gets another entry.
    if (entry !== undefined && key === keyOf(entry)) entry = undefined;
  });
  showTab("board");
}

async function start(): Promise<void> {
  const fields = new URLSearchParams(location.hash.slice(1));
  if (fields.has("embed")) {
    document.body.classList.add("embed");
    // The heading of the page is not shown.
    byId("board-title").replaceWith(make("h1", { id: "board-title" }, "Board"));
  }
  newEditor(fields.has("plain"));
  connect();
  titles = await library();
  const sorted = [...titles].sort((a, b) => a.title.localeCompare(b.title, "en"));
  byId("library").replaceChildren(make("optgroup", { id: "own", label: "Yours, kept in this browser", hidden: true }), ...sorted.map(({ name, title }) => new Option(title, name)));
  const sent = await fromFragment(location.hash);
  const shared = sent === "damaged" ? undefined : sent;
  const last = isEmbedded() ? undefined : lastOpen();
  const own = isOwn(last) ? readKept(last) : undefined;
  // What is first shown is soon there if it needs only some parts of the library.
  const first = shared?.text ?? (shared?.name || fields.has("served") ? undefined : own?.text);
  const listed = titles.some(({ name }) => name === last) ? last : undefined;
  const wanted = (shared?.name ?? own?.name ?? listed ?? "oware").replace(/\.mnc$/, "");
  const named = titles.find(({ name }) => name === wanted);
  if (first !== undefined && !/^\s*game\b.*\blike\b/m.test(first)) beginWith(named?.parts ?? []);
  else if (first === undefined && named && !fields.has("served")) beginWith(named.parts);
  if (fields.has("served")) await watchServed((name, text) => (game ? editor.replace(text) : showListed(`served/${name}`, name, text, undefined)));
  else if (shared) await showShared(shared);
  else if (own && last) await showOwnEntry(last);
  else await showGame(listed ?? "oware");
  if (sent === "damaged") {
    leaveAddress();
    notice("The address of this page is damaged: perhaps its end is missing. This is not the game that was sent to you. Ask for the link again.");
  }
  if (isEmbedded()) {
    byId("standalone").hidden = false;
    byId<HTMLAnchorElement>("open-page").href = `./#game=${encodeURIComponent(setting.name.replace(/\.mnc$/, ""))}`;
  }
  await Promise.all([loadLibrary(), load("play")]);
  // With all games there is more that a word can mean.
  checks.changed();
}

start().catch(report);
if ("serviceWorker" in navigator && import.meta.env.PROD && !globalThis.mncFiles && location.protocol !== "file:") {
  navigator.serviceWorker.register("./sw.js").catch(() => {});
}
