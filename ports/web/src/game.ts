// The game that is being played: a tree of positions, because moves can be taken back and others made.
import { Failed, type Question, Service } from "./service";
import { type Choice, type GameEvent, type Info, type Opened, type Played, type Position, Refused } from "./protocol";

export interface GameNode {
  parent?: GameNode;
  children: GameNode[];
  /** What led here; `null`: the next game of the match began. `undefined`: the beginning. */
  choice?: string | null;
  player?: string;
  events: GameEvent[];
  position: Position;
}

export interface Setting {
  name: string;
  text: string;
  variations: string[];
  options: Record<string, string>;
}

/** All moves of a game, as they are kept. */
export interface Line {
  /** Where they begin, if that was set up by hand. */
  setup?: Position;
  /** Each move after the one that it follows: the number of that (0: the beginning), and the choice. */
  nodes: [number, string | null][];
  /** The number of the move that the game is after. */
  at: number;
}

/** Moves without others beside them. */
export function lineOf(moves: (string | null)[], setup?: Position): Line {
  return { setup, nodes: moves.map((move, nth) => [nth, move]), at: moves.length };
}

/** The nodes from the beginning to one. */
export function line(node: GameNode): GameNode[] {
  const nodes = [];
  for (let at: GameNode | undefined = node; at; at = at.parent) nodes.push(at);
  return nodes.reverse();
}

export class Game {
  info: Info;
  root: GameNode;
  now: GameNode;
  /** Where the session of the module is; `undefined`: it has no session. */
  #there: GameNode | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  /** The position that the game began at, if it was set up by hand. */
  #setup: Position | undefined;

  get setup(): Position | undefined {
    return this.#setup;
  }

  private constructor(readonly service: Service, readonly setting: Setting, opened: Opened) {
    this.info = opened.info;
    this.root = { children: [], events: opened.events, position: opened.position };
    this.now = this.#there = this.root;
  }

  /** Opens the game of a text. */
  static async open(service: Service, setting: Setting): Promise<Game> {
    return new Game(service, setting, await service.ask<Opened>(openRequest(setting)));
  }

  /** Work with the session, one after the other. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work, work);
    this.#queue = result.catch(() => {});
    return result;
  }

  /** Brings the session to a node. */
  async #go(node: GameNode): Promise<void> {
    try {
      if (!this.#there) {
        await this.service.ask(openRequest(this.setting));
        if (this.#setup) await this.service.ask({ ...this.#setup, do: "setup" });
        this.#there = this.root;
      }
      const wanted = line(node);
      while (!wanted.includes(this.#there)) {
        await this.service.ask({ do: "undo" });
        this.#there = this.#there.parent ?? this.root;
      }
      for (const next of wanted.slice(wanted.indexOf(this.#there) + 1)) {
        await this.service.ask(request(next.choice ?? null));
        this.#there = next;
      }
    } catch (error) {
      if (error instanceof Failed) this.#there = undefined;
      throw error;
    }
  }

  /** Asks something about a node. */
  ask<T>(node: GameNode, asked: Question): Promise<T> {
    return this.#alone(async () => {
      await this.#go(node);
      try {
        return await this.service.ask<T>(asked);
      } catch (error) {
        if (error instanceof Failed) this.#there = undefined;
        throw error;
      }
    });
  }

  /** Makes a choice at a node, or begins the next game (`null`); returns the node after it. */
  choose(node: GameNode, choice: string | null): Promise<GameNode> {
    return this.#alone(async () => {
      const known = node.children.find((child) => child.choice === choice);
      if (known) return known;
      await this.#go(node);
      const { events, position } = await this.service.ask<Played>(request(choice));
      const player = choice === null ? undefined : (node.position.player ?? undefined);
      const next: GameNode = { parent: node, children: [], choice, player, events, position };
      node.children.push(next);
      this.#there = next;
      return next;
    });
  }

  think(node: GameNode, player: string): Promise<{ choice: Choice }> {
    return this.ask(node, { do: "think", player });
  }

  /** Begins at a position that was copied. */
  setUp(position: Position): Promise<void> {
    return this.#alone(async () => {
      const { choices: _, ...rest } = position;
      const shown = await this.service.ask<Position>({ ...rest, do: "setup" });
      this.#setup = position;
      this.root = { children: [], events: [], position: shown };
      this.now = this.#there = this.root;
    });
  }

  /** All moves, to be kept. */
  tree(): Line {
    const nodes: [number, string | null][] = [];
    let at = 0;
    const visit = (from: GameNode, number: number) => {
      // A long game is deep, so the first moves are followed in a loop.
      for (let [node, nth] = [from, number]; ; ) {
        if (node === this.now) at = nth;
        const numbers = node.children.map(({ choice }) => nodes.push([nth, choice ?? null]));
        node.children.slice(1).forEach((child, other) => visit(child, numbers[other + 1]));
        if (node.children.length === 0) return;
        [node, nth] = [node.children[0], numbers[0]];
      }
    };
    visit(this.root, 0);
    return { setup: this.#setup, nodes, at };
  }

  /** Makes moves that were kept, as far as they are legal. Returns the number of the first in its line that is not. */
  async restore({ setup, nodes, at }: Line): Promise<number | undefined> {
    let misfit: number | undefined;
    const legal = async <T>(work: Promise<T>, nth: number): Promise<T | undefined> => {
      try {
        return await work;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        misfit ??= nth;
        return undefined;
      }
    };
    if (setup) await legal(this.setUp(setup), 1);
    if (misfit) return misfit;
    const made: (GameNode | undefined)[] = [this.root];
    for (const [after, choice] of nodes) {
      const from = made[after];
      made.push(from && (await legal(this.choose(from, choice), line(from).length)));
    }
    let now = at;
    while (now > 0 && !made[now]) [now] = nodes[now - 1];
    this.now = made[now] ?? this.root;
    return misfit;
  }

  /** Goes on with a saved game. The record must be of this description. */
  async resume(record: string): Promise<string | undefined> {
    const { info, steps, remark } = await this.#alone(() => this.service.ask<Opened>({ do: "resume", record }));
    this.info = info;
    this.setting.variations = info.chosen;
    this.setting.options = Object.fromEntries(info.options.map(({ name, value }) => [name, value]));
    // All positions on the way are wanted, so the choices are made again.
    const begun = await this.#alone(() => this.service.ask<Opened>(openRequest(this.setting)));
    this.root = { children: [], events: begun.events, position: begun.position };
    this.#setup = undefined;
    this.now = this.#there = this.root;
    for (const { choice } of steps) this.now = await this.choose(this.now, choice);
    return remark;
  }

  /** The choices from the beginning to where the game is now. */
  moves(): (string | null)[] {
    return line(this.now).slice(1).map((node) => node.choice ?? null);
  }
}

function openRequest({ name, text, variations, options }: Setting) {
  return { do: "open", name, text, variations, options, seed: 1 };
}

function request(choice: string | null) {
  return choice === null ? { do: "next" } : { do: "play", choice };
}
