// The rules of the game as prose, in place of the page: what is printed then is this document alone.
import { byId, save } from "./dom";

/** Shows the document that `write` makes in a language. */
export class DocumentView {
  #shadow = byId("document-page").attachShadow({ mode: "open" });
  #html = "";
  #opener: HTMLElement | undefined;

  constructor(readonly write: (language: string) => Promise<string>, readonly name: () => string, readonly failed: (error: unknown) => void) {
    byId("document-language").addEventListener("change", () => void this.#show());
    byId("document-print").addEventListener("click", () => print());
    byId("document-save").addEventListener("click", () => save(`${name()}.html`, this.#html, "text/html"));
    byId("document-close").addEventListener("click", () => this.close());
  }

  async open(): Promise<void> {
    this.#opener = document.activeElement as HTMLElement | undefined;
    if (!(await this.#show())) return;
    document.body.dataset.view = "document";
    byId("document").hidden = false;
    byId("document").scrollTop = 0;
    byId("document-close").focus();
  }

  close(): void {
    delete document.body.dataset.view;
    byId("document").hidden = true;
    this.#opener?.focus();
  }

  async #show(): Promise<boolean> {
    try {
      this.#html = await this.write(byId<HTMLSelectElement>("document-language").value);
    } catch (error) {
      this.failed(error);
      return false;
    }
    // In a shadow tree, its style sheet changes nothing of the page.
    const { documentElement } = new DOMParser().parseFromString(this.#html, "text/html");
    this.#shadow.replaceChildren(document.importNode(documentElement, true));
    return true;
  }
}
