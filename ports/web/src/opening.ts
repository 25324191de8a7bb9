// The text that is open, and the game that it makes.
import { Checks } from "./checks";
import { byId } from "./dom";
import { CodeEditor, PlainEditor } from "./editor";
import { showFindings } from "./findings";
import { Game, lineOf, type Setting } from "./game";
import { isOwn, type Kept, readKept, removeKept } from "./kept";
import { keep, lineKey, nowOpen, SENT } from "./keeping";
import { draw, leaveSetUp, showNode } from "./play";
import type { Info, Position } from "./protocol";
import { showSetting } from "./setting";
import { checker, notice, page, playing, quick, report, shippedId, slow, status } from "./state";
import { toMove } from "./view";

let reopening: ReturnType<typeof setTimeout> | undefined;
/** The text of the game that is, or is being, opened. */
let openedText: string | undefined;

export const checks = new Checks(quick, slow, checker, () => ({ name: page.setting.name, text: page.editor.text }), showFindings, (playable) => {
  clearTimeout(reopening);
  byId("board").classList.toggle("stale", !playable);
  if (!playable) {
    if (page.game) status("The rules have errors. The board shows the last rules that made a game.");
    return;
  }
  if (openedText !== page.editor.text) reopening = setTimeout(() => void open(false), 350);
});

/** Shows the setting of a game. When it is changed, the game is opened again. */
export function showSettingOf(info: Info): void {
  showSetting(info, () => {
    keep();
    void open(false);
  });
}

export function newEditor(plain: boolean): void {
  const text = page.editor?.text ?? "";
  const about = (text: string, offset: number) => ({ name: page.setting.name, text, offset });
  const helper = {
    complete: (text: string, offset: number) => quick.ask<never>({ do: "complete", ...about(text, offset) }),
    hover: (text: string, offset: number) => quick.ask<never>({ do: "hover", ...about(text, offset) }),
  };
  page.editor = plain ? new PlainEditor(text, textChanged) : new CodeEditor(text, helper, textChanged);
  byId("editor").replaceChildren(page.editor.element);
  byId("plain").setAttribute("aria-pressed", String(plain));
}

function textChanged(): void {
  const isChanged = page.setting.text !== page.editor.text;
  page.setting.text = page.editor.text;
  checks.changed();
  if (!isChanged) return;
  const shipped = shippedId();
  if (isOwn(page.entry) && page.original === page.setting.text && JSON.stringify(readKept(shipped)?.lines ?? {}) === JSON.stringify(page.lines)) {
    // All changes were undone.
    removeKept(page.entry);
    page.entry = shipped;
  }
  keep();
}

/** Opens the game of the text, and makes the moves that are kept with it, as far as they are legal. */
async function open(preview: boolean): Promise<void> {
  const mine = ++page.action;
  page.opening = mine;
  leaveSetUp();
  const wanted: Setting = { ...page.setting, text: page.editor.text };
  openedText = wanted.text;
  try {
    if (preview) {
      const { info, position } = await slow.ask<{ info: Info; position: Position }>({ do: "preview", ...wanted });
      if (mine !== page.action) return;
      showSettingOf(info);
      draw(info, position, [], undefined);
      status(toMove(info, position));
      document.body.dataset.ready = "true";
    }
    const opened = await Game.open(playing, wanted);
    if (mine !== page.action) return;
    const key = lineKey(opened.info);
    if (SENT in page.lines) {
      page.lines[key] = page.lines[SENT];
      delete page.lines[SENT];
    }
    const misfit = await opened.restore(page.lines[key] ?? lineOf([]));
    if (mine !== page.action) return;
    page.game = opened;
    showSettingOf(page.game.info);
    if (misfit === undefined) {
      if (page.playedBy !== undefined) byId("notice").hidden = true;
      page.playedBy = undefined;
      page.openedBy = wanted.text;
    } else {
      page.playedBy = page.openedBy ?? wanted.text;
      notice(`From move ${misfit} on, your moves do not fit these rules. They are kept: change the rules back to see them. If you play on instead, they get an entry in the list of games.`);
    }
    showNode();
    document.body.dataset.open = String(Number(document.body.dataset.open ?? 0) + 1);
  } catch (error) {
    report(error);
  } finally {
    if (page.opening === mine) page.opening = undefined;
  }
}

/** Shows rules, with the moves that are kept with them. */
export async function showText(id: string | undefined, shown: Kept, shipped: string | undefined): Promise<void> {
  page.action += 1;
  page.game = undefined;
  page.original = shipped;
  page.openedBy = page.playedBy = undefined;
  const { name, text, variations, options, lines } = shown;
  page.lines = lines;
  page.entry = id;
  page.setting = { name, text, variations, options };
  page.editor.text = text;
  nowOpen();
  await open(true);
}
