// Asks the modules, which run in Workers.
import helpUrl from "../../wasm/dist/help.json?url";
import editorUrl from "../../wasm/dist/editor.wasm?url";
import playUrl from "../../wasm/dist/play.wasm?url";
import textsUrl from "../../wasm/dist/texts.json?url";
import { Refused } from "./protocol";

export type ModuleName = "editor" | "play";

/** The files of the page that is one single file, by name, compressed and in base64. */
declare global {
  var mncFiles: Record<"editor" | "play" | "texts" | "help" | "worker", string> | undefined;
}

async function unpacked(packed: string): Promise<Response> {
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}

async function file(name: "editor" | "play" | "texts" | "help", url: string): Promise<Response> {
  if (globalThis.mncFiles) return unpacked(globalThis.mncFiles[name]);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}

/** Work that is begun once, when it is first asked for; after a failure, it is begun again. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return () => {
    begun ??= work().catch((error) => {
      begun = undefined;
      throw error;
    });
    return begun;
  };
}

const texts = once(async () => (await file("texts", textsUrl)).text());
const help = once(async () => (await file("help", helpUrl)).text());
const compile = (name: ModuleName, url: string) =>
  once(async () => WebAssembly.compile(await (await file(name, url)).arrayBuffer()));
const modules = { editor: compile("editor", editorUrl), play: compile("play", playUrl) };

/** Loads a module, so that it is there when it is needed. */
export const load = (name: ModuleName) => modules[name]();

async function newWorker(): Promise<Worker> {
  if (globalThis.mncFiles) {
    const code = await (await unpacked(globalThis.mncFiles.worker)).blob();
    return new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  }
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}

/** A request; which fields it has depends on what it does. */
export interface Question { do: string; [field: string]: unknown }

interface Waiting { resolve: (answer: unknown) => void; reject: (error: Error) => void }

/** The module has failed, or was stopped. What it knew of a game is lost. */
export class Failed extends Error {}

/** A Worker with a module. Requests are answered in their order. */
export class Service {
  #worker: Promise<Worker> | undefined;
  #helped: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #next = 0;

  constructor(readonly name: ModuleName) {}

  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  /** The answer to a request.
   * @throws {Refused} The request cannot be granted.
   * @throws {Failed} The module failed, or was stopped. */
  async ask<T>(request: Question): Promise<T> {
    this.#worker ??= this.#start();
    const begun = this.#worker;
    const explains = request.do === "hover" || request.do === "explain";
    const [worker, texts] = await Promise.all([begun, explains ? help() : undefined]);
    if (texts && this.#helped !== worker) {
      this.#helped = worker;
      worker.postMessage({ help: texts });
    }
    if (begun !== this.#worker) throw new Failed("stopped");
    const id = this.#next++;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      worker.postMessage({ id, line: JSON.stringify(request) });
    });
  }

  /** Ends what is being done. The next request starts again. */
  stop(): void {
    this.#worker?.then((worker) => worker.terminate(), () => {});
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(new Failed("stopped"));
    this.#waiting.clear();
  }

  async #start(): Promise<Worker> {
    const [module, all, worker] = await Promise.all([load(this.name), texts(), newWorker()]);
    worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.trap) waiting?.reject(new Failed(data.trap));
      else {
        const answer = JSON.parse(data.answer);
        if (answer.error) waiting?.reject(new Refused(answer.error.code, answer.error.message, answer.error.clause));
        else waiting?.resolve(answer);
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.stop();
    };
    worker.postMessage({ module, texts: all });
    return worker;
  }
}
