// A Worker that has one instance of a module, and answers lines.
import { Mnc } from "../../wasm/module.mjs";

let module: WebAssembly.Module;
let texts: string;
let wordings: string | undefined;
let help: string | undefined;
let mnc: Mnc | undefined;

interface Line { id: number; line: string }

/** Lines that wait for the wordings, the first of them because it wants them. */
let waiting: Line[] = [];

function answer({ id, line }: Line, last = false): void {
  try {
    if (!mnc) {
      mnc = new Mnc(module, texts);
      if (wordings) mnc.provideWordings(wordings);
      if (help) mnc.provideHelp(help);
    }
    const answer = mnc.answer(line);
    if (mnc.wantsWordings() && !last) {
      waiting.push({ id, line });
      postMessage({ wants: "wordings" });
    } else postMessage({ id, answer });
  } catch (trap) {
    // The instance is of no use after a trap; the next request gets a new one.
    mnc = undefined;
    postMessage({ id, trap: String(trap) });
  }
}

/** Answers a line, when those before it are answered. */
function take(line: Line): void {
  if (waiting.length > 0) waiting.push(line);
  else answer(line);
}

onmessage = ({ data }: MessageEvent) => {
  if (data.texts) {
    texts = data.texts;
    module = data.module ?? module;
    // The texts of an instance cannot be replaced.
    mnc = undefined;
    return;
  }
  if (data.help) {
    help = data.help as string;
    mnc?.provideHelp(help);
  } else if ("wordings" in data) {
    // None, if they could not be loaded: then one line is answered without.
    wordings = data.wordings as string | undefined;
    if (wordings) mnc?.provideWordings(wordings);
    const [first, ...others] = waiting;
    waiting = [];
    answer(first, !wordings);
    for (const other of others) take(other);
  } else take(data);
};
