// The text of the description: an editor with colours and completion, or a plain text area.
import { type CompletionContext, type CompletionResult, acceptCompletion, autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, insertTab } from "@codemirror/commands";
import { indentUnit } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { highlighting } from "./highlight";
import { inline, markdown } from "./markdown";
import { Offsets } from "./offsets";
import type { Completion, Edit, Finding, OfferedFix, Span } from "./protocol";

/** What an editor asks about its text. Places are bytes. */
export interface Helper {
  complete(text: string, offset: number): Promise<Completion>;
  hover(text: string, offset: number): Promise<{ span: Span | null; text: string | null }>;
}

export interface TextEditor {
  readonly element: HTMLElement;
  /** To set it begins another text, which no undoing mixes with the one before. */
  text: string;
  /** Shows findings of the text as it is now. */
  show(findings: Finding[], fixes: OfferedFix[]): void;
  /** Lights up the line of a statement; `undefined`: none. */
  light(line: number | undefined): void;
  reveal(line: number): void;
  /** Makes edits of the text as it is now; they can be undone. */
  apply(edits: Edit[]): void;
  /** Replaces the text; that can be undone. */
  replace(text: string): void;
  focus(): void;
}

const setLine = StateEffect.define<number | undefined>();

const lightedLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setLine)) continue;
      const { doc } = transaction.state;
      const line = effect.value;
      if (line === undefined || line > doc.lines) return Decoration.none;
      return Decoration.set(Decoration.line({ class: "cm-acting" }).range(doc.line(line).from));
    }
    return lines.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class CodeEditor implements TextEditor {
  readonly element: HTMLElement;
  #view: EditorView;
  #begin: (text: string) => EditorState;

  constructor(text: string, helper: Helper, readonly changed: () => void) {
    const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
      const text = context.state.doc.toString();
      const offsets = new Offsets(text);
      const typed = context.matchBefore(/[\p{L}\p{N}'-]+/u);
      if (!typed && !context.explicit && !/[ "]$/.test(text.slice(Math.max(0, context.pos - 1), context.pos))) return null;
      const { replaces, items } = await helper.complete(text, offsets.toBytes(context.pos));
      const options = items.map((item, nth) => ({
        label: item.typed_as ?? item.text,
        displayLabel: item.typed_as ? `${item.text} (${item.typed_as})` : item.text,
        apply: item.text,
        detail: item.detail,
        type: item.kind === "phrase" ? "keyword" : "variable",
        boost: -nth / 10,
      }));
      return { from: offsets.toUnits(replaces.start), options, validFor: /^[\p{L}\p{N}'-]*$/u };
    };
    const hover = hoverTooltip(async (view, at) => {
      const text = view.state.doc.toString();
      const offsets = new Offsets(text);
      const meaning = await helper.hover(text, offsets.toBytes(at));
      if (!meaning.span || !meaning.text) return null;
      const dom = markdown(meaning.text);
      dom.classList.add("meaning");
      return { pos: offsets.toUnits(meaning.span.start), end: offsets.toUnits(meaning.span.end), above: true, create: () => ({ dom }) };
    });
    const extensions = [
      lineNumbers(), history(), drawSelection(), highlightActiveLine(), closeBrackets(), lintGutter(), lightedLine,
      indentUnit.of("  "), EditorState.tabSize.of(2), ...highlighting, hover,
      autocompletion({ override: [complete], activateOnTypingDelay: 120 }),
      // Tab leaves the editor, unless there is something to complete.
      keymap.of([{ key: "Tab", run: acceptCompletion }, { key: "Mod-]", run: insertTab }, { key: "Mod-[", run: indentLess }, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ "aria-label": "Rules", spellcheck: "false", autocapitalize: "off" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed();
      }),
    ];
    this.#begin = (text) => EditorState.create({ doc: text, extensions });
    this.#view = new EditorView({ state: this.#begin(text) });
    this.element = this.#view.dom;
    this.#view.scrollDOM.tabIndex = 0;
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  set text(text: string) {
    this.#view.setState(this.#begin(text));
    this.#view.scrollDOM.scrollTop = 0;
    this.changed();
  }

  show(findings: Finding[], fixes: OfferedFix[]): void {
    const offsets = new Offsets(this.text);
    const diagnostics = findings.filter(({ file }) => file === findings[0].file).map((finding): Diagnostic => ({
      from: offsets.toUnits(finding.span.start),
      to: offsets.toUnits(finding.span.end),
      severity: finding.severity === "note" ? "info" : finding.severity,
      source: finding.code,
      message: finding.message,
      renderMessage: () => {
        const shown = document.createElement("div");
        for (const text of [finding.message, finding.help]) if (text) inline(shown.appendChild(document.createElement("p")), text);
        return shown;
      },
      actions: fixes
        .filter(({ code, message }) => code === finding.code && message === finding.message)
        .map((fix) => ({ name: fix.title, apply: () => this.apply(fix.edits) })),
    }));
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  light(line: number | undefined): void {
    this.#view.dispatch({ effects: setLine.of(line) });
  }

  reveal(line: number): void {
    const { doc } = this.#view.state;
    const at = doc.line(Math.min(line, doc.lines)).from;
    this.#view.dispatch({ selection: { anchor: at }, effects: [setLine.of(line), EditorView.scrollIntoView(at, { y: "center" })] });
    this.#view.focus();
  }

  apply(edits: Edit[]): void {
    const offsets = new Offsets(this.text);
    const changes = edits.map(({ span, replacement }) => ({
      from: offsets.toUnits(span.start), to: offsets.toUnits(span.end), insert: replacement,
    }));
    this.#view.dispatch({ changes });
  }

  replace(text: string): void {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
  }

  focus(): void {
    this.#view.focus();
  }
}

/** A text area: for screen readers, and for those who like it plain. */
export class PlainEditor implements TextEditor {
  readonly element: HTMLTextAreaElement;

  constructor(text: string, readonly changed: () => void) {
    this.element = document.createElement("textarea");
    this.element.className = "plain";
    this.element.spellcheck = false;
    this.element.autocapitalize = "off";
    this.element.setAttribute("aria-label", "Rules");
    this.element.value = text;
    this.element.addEventListener("input", changed);
  }

  get text(): string {
    return this.element.value;
  }

  set text(text: string) {
    this.element.value = text;
    this.element.setSelectionRange(0, 0);
    this.changed();
  }

  show(): void {}

  light(): void {}

  reveal(line: number): void {
    const lines = this.text.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    this.element.focus();
    this.element.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    const height = Number.parseFloat(getComputedStyle(this.element).lineHeight) || 20;
    this.element.scrollTop = Math.max(0, (line - 8) * height);
  }

  apply(edits: Edit[]): void {
    const offsets = new Offsets(this.text);
    const inOrder = [...edits].sort((a, b) => b.span.start - a.span.start);
    for (const { span, replacement } of inOrder) {
      this.element.setRangeText(replacement, offsets.toUnits(span.start), offsets.toUnits(span.end), "end");
    }
    this.changed();
  }

  replace(text: string): void {
    this.element.value = text;
    this.changed();
  }

  focus(): void {
    this.element.focus();
  }
}
