// Takes rules, moves and positions out of the page, and into it.
import { announce, dialog, make } from "./dom";
import { goToLine, showTab } from "./findings";
import { keepMoves, replaceMoves } from "./keeping";
import { showGame, showSent, titles } from "./library";
import { showSettingOf } from "./opening";
import { showNode } from "./play";
import { players } from "./players";
import type { Position } from "./protocol";
import { toFragment } from "./share";
import { isShipped, page, report, status } from "./state";

export async function record(): Promise<string> {
  if (!page.game) return "";
  const who = Object.fromEntries(page.game.info.players.map((name) => [name, players.get(name) || "human"]));
  const description = isShipped() ? undefined : page.setting.name;
  return (await page.game.ask<{ record: string }>(page.game.now, { do: "record", description, players: who })).record;
}

export async function loadSaved(): Promise<void> {
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
      if (found && page.game?.info.game !== wanted) await showGame(found.name);
      if (!page.game) return;
      page.action += 1;
      const remark = await replaceMoves(() => page.game?.resume(text));
      page.setting.variations = page.game.setting.variations;
      page.setting.options = page.game.setting.options;
      keepMoves();
      showSettingOf(page.game.info);
      showNode();
      if (remark) status(remark);
    } else if (text.trim().startsWith("{")) {
      if (!page.game) return;
      page.action += 1;
      const position = JSON.parse(text) as Position;
      await replaceMoves(() => page.game?.setUp(position));
      keepMoves();
      showNode();
    } else await showSent({ name: fileName.endsWith(".mnc") ? fileName : "my-game.mnc", text, variations: [], options: {}, lines: {} });
  } catch (error) {
    report(error);
  }
}

export async function makeTest(): Promise<void> {
  if (!page.game) return;
  try {
    const count = page.game.moves().length;
    const { text } = await page.game.ask<{ text: string }>(page.game.now, { do: "test", name: `after ${count} choices` });
    const before = page.editor.text.trimEnd();
    // A text that is not shown cannot be changed so that it can be undone.
    showTab("text");
    page.editor.replace(`${before}\n\n${text}`);
    goToLine(before.split("\n").length + 2);
  } catch (error) {
    report(error);
  }
}

export async function share(): Promise<void> {
  const fragment = await toFragment({
    name: isShipped() ? page.setting.name.replace(/\.mnc$/, "") : page.setting.name,
    text: isShipped() ? undefined : page.editor.text,
    variations: page.setting.variations, options: page.setting.options, setup: page.game?.setup && { ...page.game.setup, choices: undefined }, moves: page.game?.moves() ?? [],
  });
  history.replaceState(null, "", fragment);
  const link = make("textarea", { value: location.href, readOnly: true });
  link.setAttribute("aria-label", "Link");
  const shown = dialog("Share", [make("p", {}, `This address has the rules and the moves (${location.href.length} characters). Nothing is sent to a server.`), link]);
  link.select();
  await navigator.clipboard?.writeText(location.href).then(() => announce("Link copied"), () => {});
  await shown;
}
