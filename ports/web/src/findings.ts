// The list of what is found in the rules; places in their text.
import { button, byId, dialog, make } from "./dom";
import { inline, markdown } from "./markdown";
import type { Finding, OfferedFix } from "./protocol";
import { page, quick } from "./state";

export function showFindings(findings: Finding[], fixes: OfferedFix[]): void {
  page.editor.show(findings, fixes);
  const items = findings.map((found) => {
    const item = make("li", { className: found.severity },
      make("span", { className: "kind" }, `${found.severity}, `), button(`line ${found.line}`, () => goToLine(found.line)), inline(make("span"), ` ${found.message}`));
    if (found.help) item.append(inline(make("p"), found.help));
    for (const fix of fixes.filter(({ code, message }) => code === found.code && message === found.message)) {
      item.append(button(fix.title, () => page.editor.apply(fix.edits)), " ");
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

export function goToLine(at: number): void {
  showTab("text");
  page.editor.reveal(at);
}

export function showTab(tab: string): void {
  document.body.dataset.tab = tab;
  for (const entry of document.querySelectorAll<HTMLButtonElement>(".tabs button")) {
    if (entry.dataset.show === tab) entry.setAttribute("aria-current", "true");
    else entry.removeAttribute("aria-current");
  }
}
