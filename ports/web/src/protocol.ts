// The answers of the modules, as far as the page reads them. The names are those of `mnc engine`.

export interface Span { start: number; end: number }

export interface Edit { span: Span; replacement: string }

export interface Fix { title: string; applicability: "safe" | "unsafe"; edits: Edit[] }

export interface Finding {
  code: string;
  severity: "error" | "warning" | "note";
  message: string;
  file: string;
  line: number;
  span: Span;
  labels: { text: string; line: number; span: Span; file: string }[];
  help: string | null;
  fixes: Fix[];
}

export interface OfferedFix extends Fix { code: string; message: string }

export interface Completion {
  replaces: Span;
  items: { text: string; kind: string; detail?: string; typed_as?: string }[];
}

export interface Place {
  id: string;
  kind: "hole" | "store" | "hand" | "shared" | "captured";
  row: number | null;
  column: number | null;
  owner: number | null;
}

export interface Option {
  name: string;
  value: string;
  default: string;
  values?: string[];
  range?: { from: number; to: number; even: boolean };
  note: string | null;
}

export interface Info {
  game: string;
  players: string[];
  options: Option[];
  variations: string[];
  chosen: string[];
  rows: number;
  columns: number;
  places: Place[];
  match: boolean;
}

export interface Choice { id: string; text: string }

export interface Clause {
  section: string;
  file: string | null;
  line: number | null;
  text: string;
  default: boolean;
}

export interface Position {
  seat: number | null;
  player: string | null;
  /** A lot is drawn; nobody is asked. */
  lot?: boolean;
  deciding: string | null;
  choices: Choice[];
  offers?: Choice[];
  mover: number;
  answers: string[];
  under_way: boolean;
  phase: string;
  seeds: Record<string, number>;
  kinds?: Record<string, Record<string, number>>;
  hidden?: string[];
  hand: number;
  marks: Record<string, { name: string; owner: number | null }[]>;
  closed: string[];
  owners: Record<string, number | null>;
  over: boolean;
  result: { winner: number | null; loser: number | null; scores: number[]; why: Clause } | null;
  turn: { made: number; left?: number };
  match: { game: number; starter: number; over: boolean; winner: number | null };
  hash: string;
}

export interface GameEvent {
  clause: Clause;
  seat: number;
  kind: string;
  text: string;
  news: boolean;
  /** Of a lap: where it was picked up, and where each seed fell. */
  from?: string[] | Record<string, number>;
  falls?: string[];
  seeds?: number;
  to?: string;
  place?: string;
}

export interface Step { seat: number | null; choice: string | null }

export interface Played { events: GameEvent[]; position: Position }

export interface Opened extends Played { info: Info; steps: Step[]; remark?: string }

export interface Mean { mean: number; spread: number; from: number; to: number }

export interface Share { games: number; share: number; from: number; to: number }

export interface Playout {
  games: number;
  unfinished: number;
  decisions: Mean;
  choices: Mean;
  laps: Mean;
  captures: Mean;
  endless: number;
  drawn: Share;
  players: { name: string; won: Share; lost?: Share; seeds: Mean | null }[];
  ends: { games: number; by: string }[];
}

/** A shipped game, and the parts of the library that it and those it is like are in. */
export interface GameTitle { name: string; title: string; parts: number[] }

/** A request that was refused. Nothing has changed. */
export class Refused extends Error {
  constructor(readonly code: string, message: string, readonly clause?: Clause) {
    super(message);
  }
}
