// The page: connects its parts, and starts it.
import "./style.css";
import { statistics } from "./analysis";
import { DocumentView } from "./document";
import { announce, button, byId, copy, dialog, make, save } from "./dom";
import { showTab } from "./findings";
import { HELP } from "./help";
import { isOwn, keyOf, lastOpen, readKept } from "./kept";
import { leaveAddress } from "./keeping";
import { deleteOwn, listGames, showGame, showListed, showOwnEntry, showShared, titles } from "./library";
import { markdown } from "./markdown";
import { checks, newEditor } from "./opening";
import { endShow, goTo, redo, showNode, undo } from "./play";
import { onlyPersons, readPlayers, showPlayers } from "./players";
import { beginSetUp, endSetUp } from "./positions";
import { Refused } from "./protocol";
import { loadSaved, makeTest, record, share } from "./records";
import { watchServed } from "./served";
import { beginWith, load, loadLibrary } from "./service";
import { fromFragment } from "./share";
import { isEmbedded, notice, page, playing, report, slow, status } from "./state";
import { toMove } from "./view";

const rulesDocument = new DocumentView(
  async (language) => {
    if (!page.game) throw new Error("The game is being opened…");
    return (await page.game.ask<{ html: string }>(page.game.now, { do: "document", language })).html;
  },
  () => page.setting.name.replace(/\.mnc$/, ""),
  report,
);

/** Shows an entry of the list of games. */
function chooseListed(id: string): void {
  leaveAddress();
  byId("notice").hidden = true;
  void loadLibrary().then(() => (isOwn(id) ? showOwnEntry(id) : showGame(id))).catch(report);
}

/** What is said of a link to a game that there is not: the engine knows similar names. */
function unknownGame(error: unknown, name = ""): (string | Node)[] {
  if (!(error instanceof Refused) || error.code !== "unknown-game") throw error;
  const similar = /similar name: (.*)$/.exec(error.message)?.[1].split(", ") ?? [];
  const offers = similar.flatMap((near) => titles.filter(({ name }) => name === near)).map(({ name, title }) => button(title, () => {
    chooseListed(name);
    // The pressed button is not shown any more.
    byId("library").focus();
  }));
  const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
  return [`There is no game with the name “${shown}”. `, ...(offers.length > 0 ? ["Games with a similar name: "] : []), ...offers];
}

/**
 * Replaces the text by what is made of it. If it was changed meanwhile, that is made of the new text, so that nothing that
 * was typed is lost; if another description was opened, nothing is replaced.
 */
async function rewrite(how: "format" | "fix-all"): Promise<{ text: string; fixed?: number } | undefined> {
  const { name } = page.setting;
  for (let before = page.editor.text; page.setting.name === name; before = page.editor.text) {
    const made = await slow.ask<{ text: string; fixed?: number }>({ do: how, name, text: before });
    if (page.editor.text !== before) continue;
    if (made.text !== before) page.editor.replace(made.text);
    return made;
  }
  return undefined;
}

function connect(): void {
  const press = (id: string, work: () => unknown) => byId(id).addEventListener("click", () => void work());
  press("share", share);
  press("download", () => save(page.setting.name, page.editor.text));
  press("plain", () => {
    newEditor(byId("plain").getAttribute("aria-pressed") !== "true");
    checks.changed();
  });
  press("notice-close", () => (byId("notice").hidden = true));
  press("delete", () => deleteOwn().catch(report));
  press("help", () => dialog("Help", [markdown(HELP)]));
  press("format", () => rewrite("format"));
  press("fix-all", async () => {
    const made = await rewrite("fix-all");
    if (made) announce(`${made.fixed} problems fixed`);
  });
  press("new", () => page.game && goTo(page.game.root));
  press("set-up", () => (page.setUp ? endSetUp(undefined) : beginSetUp()));
  press("document-open", () => rulesDocument.open());
  press("undo", undo);
  press("redo", redo);
  press("stop", () => {
    page.action += 1;
    playing.stop();
    byId("stop").hidden = true;
    onlyPersons();
    if (page.game) showPlayers(page.game.info, showNode);
    if (page.game) status(toMove(page.game.info, page.game.now.position));
  });
  press("copy-record", async () => copy(await record(), "Record").catch(report));
  press("save-record", async () => save(page.setting.name.replace(/\.mnc$/, ".mncr"), await record()));
  press("copy-position", async () => page.game && copy(JSON.stringify(page.game.now.position), "Position"));
  press("load", loadSaved);
  press("make-test", makeTest);
  press("statistics", statistics);
  const list = byId<HTMLSelectElement>("library");
  list.addEventListener("change", () => chooseListed(list.value));
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
    if (shown === innerWidth || !page.game || endShow) return;
    shown = innerWidth;
    if (!page.setUp) showNode();
  });
  for (const entry of document.querySelectorAll<HTMLButtonElement>(".tabs button")) {
    entry.addEventListener("click", () => showTab(entry.dataset.show ?? "board"));
  }
  document.addEventListener("keydown", (event) => {
    const at = event.target as HTMLElement;
    if (event.ctrlKey || event.altKey || event.metaKey || at.closest("input, select, textarea, dialog, .cm-editor")) return;
    if (event.key === "Escape" && page.setUp) void endSetUp(undefined);
    else if (event.key === "Escape" && document.body.dataset.view) rulesDocument.close();
    else if (event.key === "u") undo();
    else if (event.key === "r") redo();
  });
  // A link that is put into the address of the open page.
  addEventListener("hashchange", () => /[#&](s|game)=/.test(location.hash) && location.reload());
  window.addEventListener("storage", ({ key }) => {
    // Another tab keeps something there: what is made here gets another entry.
    if (page.entry !== undefined && key === keyOf(page.entry)) page.entry = undefined;
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
  await listGames();
  const sent = await fromFragment(location.hash);
  const shared = sent === "damaged" ? undefined : sent;
  if (!isEmbedded()) readPlayers(shared?.setup !== undefined || (shared?.moves ?? []).length > 0);
  const last = isEmbedded() ? undefined : lastOpen();
  const own = isOwn(last) ? readKept(last) : undefined;
  // What is first shown is soon there if it needs only some parts of the library.
  const first = shared?.text ?? (shared?.name || fields.has("served") ? undefined : own?.text);
  const listed = titles.some(({ name }) => name === last) ? last : undefined;
  const wanted = (shared?.name ?? own?.name ?? listed ?? "oware").replace(/\.mnc$/, "");
  const named = titles.find(({ name }) => name === wanted);
  if (first !== undefined && !/^\s*game\b.*\blike\b/m.test(first)) beginWith(named?.parts ?? []);
  else if (first === undefined && named && !fields.has("served")) beginWith(named.parts);
  if (fields.has("served")) await watchServed((name, text) => (page.game ? page.editor.replace(text) : showListed(`served/${name}`, name, text, undefined)));
  else {
    // If something is wrong with the address, it changes nothing of what is kept, and the page is as without it.
    const wrong = sent === "damaged"
      ? ["The address of this page is damaged: perhaps its end is missing. This is not the game that was sent to you. Ask for the link again."]
      : shared && (await showShared(shared).then(() => undefined, (error) => unknownGame(error, shared.name)));
    if (wrong || !shared) await (own && last ? showOwnEntry(last) : showGame(listed ?? "oware"));
    if (wrong) {
      leaveAddress();
      notice(...wrong);
    }
  }
  if (isEmbedded()) {
    byId("standalone").hidden = false;
    byId<HTMLAnchorElement>("open-page").href = `./#game=${encodeURIComponent(page.setting.name.replace(/\.mnc$/, ""))}`;
  }
  await Promise.all([loadLibrary(), load("play")]);
  // With all games there is more that a word can mean.
  checks.changed();
}

start().catch(report);
if ("serviceWorker" in navigator && import.meta.env.PROD && !globalThis.mncFiles && location.protocol !== "file:") {
  navigator.serviceWorker.register("./sw.js").catch(() => {});
}
