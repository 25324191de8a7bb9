// Small helpers for the page.

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

type Child = Node | string;

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K, properties: Partial<HTMLElementTagNameMap[K]> = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

export function button(text: string, press: () => void, properties: Partial<HTMLButtonElement> = {}): HTMLButtonElement {
  const made = make("button", { type: "button", ...properties }, text);
  made.addEventListener("click", press);
  return made;
}

/** Says something to those who listen to the page. */
export function announce(text: string): void {
  byId("live").textContent = text;
}

/** Shows a dialog; returns whether it was closed with the first button. */
export function dialog(title: string, content: Child[], ok = "Close", cancel?: string): Promise<boolean> {
  const shown = byId<HTMLDialogElement>("dialog");
  byId("dialog-title").textContent = title;
  byId("dialog-body").replaceChildren(...content);
  byId("dialog-ok").textContent = ok;
  byId("dialog-cancel").hidden = cancel === undefined;
  byId("dialog-cancel").textContent = cancel ?? "";
  shown.returnValue = "";
  shown.showModal();
  return new Promise((resolve) => {
    shown.addEventListener("close", () => resolve(shown.returnValue === "ok"), { once: true });
  });
}

export function save(name: string, text: string, type = "text/plain"): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies a text; where that is not possible, shows it to be copied by hand. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} copied`);
    byId("status").textContent = `${what} copied`;
  } catch {
    const area = make("textarea", { value: text, readOnly: true });
    area.setAttribute("aria-label", what);
    await dialog(what, [area]);
  }
}
