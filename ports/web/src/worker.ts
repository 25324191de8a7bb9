// A Worker that has one instance of a module, and answers lines.
import { Mnc } from "../../wasm/module.mjs";

let module: WebAssembly.Module;
let texts: string;
let help: string | undefined;
let mnc: Mnc | undefined;

onmessage = ({ data }: MessageEvent) => {
  if (data.texts) {
    texts = data.texts;
    module = data.module ?? module;
    // The texts of an instance cannot be replaced.
    mnc = undefined;
    return;
  }
  try {
    if (data.help) {
      help = data.help;
      mnc?.provideHelp(help);
      return;
    }
    if (!mnc) {
      mnc = new Mnc(module, texts);
      if (help) mnc.provideHelp(help);
    }
    postMessage({ id: data.id, answer: mnc.answer(data.line) });
  } catch (trap) {
    // The instance is of no use after a trap; the next request gets a new one.
    mnc = undefined;
    postMessage({ id: data.id, trap: String(trap) });
  }
};
