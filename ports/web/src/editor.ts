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
    const old = this.text;
    const wanted = text.replace(/\r\n?/g, "\n");
    // Only what differs, so that the lines that are seen stay where they are.
    const change = changedLines(old, wanted);
    const { anchor, head } = this.#view.state.selection.main;
    const moved = (at: number) => movedPlace(old, wanted, change, at);
    this.#view.dispatch({ changes: change, selection: { anchor: moved(anchor), head: moved(head) } });
  }

  focus(): void {
    this.#view.focus();
  }
}

/** The lines from the first to the last that differ. A part of a line could begin or end amid a character. */
function changedLines(old: string, text: string): { from: number; to: number; insert: string } {
  const [a, b] = [old, text].map((whole) => whole.split(/(?<=\n)/));
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const from = a.slice(0, start).join("").length;
  const insert = b.slice(start, b.length - end).join("");
  return { from, to: old.length - (text.length - from - insert.length), insert };
}

/** The offset of a line and a column, both from 0, or of the nearest place to them. */
function placeAt(text: string, line: number, column: number): number {
  const lines = text.split("\n");
  const start = lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);
  return Math.min(start + Math.min(column, lines[line]?.length ?? 0), text.length);
}

/**
 * Where a place of the old text is in the new one: after the change it moves with the text; before and in it, it stays at
 * its line and column.
 */
function movedPlace(old: string, text: string, { from, to }: { from: number; to: number }, at: number): number {
  // The end of a last line without a line break belongs to that line.
  const isBehind = at > to || (at === to && (from === to || old[to - 1] === "\n"));
  const lines = old.slice(0, at).split("\n");
  return isBehind ? at + text.length - old.length : placeAt(text, lines.length - 1, lines[lines.length - 1].length);
}

/** A text area: for screen readers, and for those who like it plain. */
export class PlainEditor implements TextEditor {
  readonly element: HTMLTextAreaElement;
  /** For each text that was replaced, what was selected in it. */
  #carets = new Map<string, [number, number]>();
  #isReplacing = false;

  constructor(text: string, readonly changed: () => void) {
    this.element = document.createElement("textarea");
    this.element.className = "plain";
    this.element.spellcheck = false;
    this.element.autocapitalize = "off";
    this.element.setAttribute("aria-label", "Rules");
    this.element.value = text;
    this.element.addEventListener("input", (event) => {
      if (this.#isReplacing) return;
      changed();
      const caret = this.#carets.get(this.text);
      // After undoing, browsers select all that came back, and the next key would replace it.
      if (caret && (event as InputEvent).inputType === "historyUndo") this.element.setSelectionRange(...caret);
    });
  }

  get text(): string {
    return this.element.value;
  }

  set text(text: string) {
    this.element.value = text;
    this.#carets.clear();
    this.element.setSelectionRange(0, 0);
    this.changed();
  }

  show(): void {}

  light(): void {}

  reveal(line: number): void {
    this.element.focus();
    this.element.setSelectionRange(placeAt(this.text, line - 1, 0), placeAt(this.text, line - 1, Infinity));
    const height = Number.parseFloat(getComputedStyle(this.element).lineHeight) || 20;
    this.element.scrollTop = Math.max(0, (line - 8) * height);
  }

  apply(edits: Edit[]): void {
    const offsets = new Offsets(this.text);
    let { text } = this;
    for (const { span, replacement } of [...edits].sort((a, b) => b.span.start - a.span.start)) {
      text = text.slice(0, offsets.toUnits(span.start)) + replacement + text.slice(offsets.toUnits(span.end));
    }
    this.replace(text);
  }

  replace(wanted: string): void {
    const { element, text: old } = this;
    // As the text area has it.
    const text = wanted.replace(/\r\n?/g, "\n");
    if (text === old) return;
    const { selectionStart, selectionEnd, scrollTop } = element;
    const change = changedLines(old, text);
    const { from, to, insert } = change;
    const moved = (at: number) => movedPlace(old, text, change, at);
    const focused = document.activeElement as HTMLElement | null;
    element.focus({ preventScroll: true });
    element.setSelectionRange(from, to);
    // Chromium and Firefox can undo only what was typed or what a command did: to set the value, or a range of it, makes no
    // step, and breaks those before it. This old command is the only one, and it works where the focus is. That is
    // elsewhere if the text area is not shown, or is behind a dialog.
    // Chromium tells of each line; only the whole is a text to be kept.
    this.#isReplacing = true;
    const isDone = document.activeElement === element && document.execCommand(insert ? "insertText" : "delete", false, insert);
    if (!isDone) element.setRangeText(insert);
    this.#isReplacing = false;
    this.changed();
    this.#carets.set(old, [selectionStart, selectionEnd]);
    element.setSelectionRange(moved(selectionStart), moved(selectionEnd));
    element.scrollTop = scrollTop;
    if (focused !== element) focused?.focus({ preventScroll: true });
  }

  focus(): void {
    this.element.focus();
  }
}
