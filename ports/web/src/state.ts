// What is open in the page, the modules that its parts ask, and where it says something.
import { byId } from "./dom";
import type { TextEditor } from "./editor";
import type { Game, Line, Setting } from "./game";
import { Refused } from "./protocol";
import { Failed, Service } from "./service";
import type { SetUp } from "./setup";

export const quick = new Service("editor");
export const slow = new Service("editor");
export const playing = new Service("play");
export const checker = new Service("play");
export const counter = new Service("play");
export const other = new Service("play");

interface Page {
  editor: TextEditor;
  /** The text that comes with mnc, if this is a game that does. */
  original?: string;
  setting: Setting;
  /** Where rules and moves are kept; `undefined`: in a new entry, once there is something to keep. */
  entry?: string;
  /** The moves by these rules, for each choice of variations and options. */
  lines: Record<string, Line>;
  /** The last text by which all moves were legal. */
  openedBy?: string;
  /** The text by which all of these moves were legal, if by the text as it is now some are not. */
  playedBy?: string;
  game?: Game;
  /** A position that is being set up. */
  setUp?: SetUp;
  /** Each action of a person ends what is being shown or thought. */
  action: number;
  /** The action that opens a game just now. */
  opening?: number;
}

export const page: Page = {
  // It is made before anything is shown.
  editor: undefined as unknown as TextEditor,
  setting: { name: "game.mnc", text: "", variations: [], options: {} },
  lines: {},
  action: 0,
};

export const isEmbedded = () => document.body.classList.contains("embed");

/** Until the kept moves are made, nothing else is done with the game. */
export const isOpening = () => page.opening === page.action;

export const isShipped = () => page.original !== undefined && page.original === page.editor.text;

export const shippedId = () => page.setting.name.replace(/\.mnc$/, "");

export const status = (text: string) => (byId("status").textContent = text);

/** Says something that stays until it is closed. */
export function notice(...said: (string | Node)[]): void {
  byId("notice-text").replaceChildren(...said);
  byId("notice").hidden = false;
}

export function report(error: unknown): void {
  if (error instanceof Failed && error.message === "stopped") return;
  const message = error instanceof Error ? error.message : String(error);
  status(error instanceof Failed ? "mnc ran out of memory or failed, and was started again. Please try once more." : message);
  if (!(error instanceof Refused)) console.error(error);
}
