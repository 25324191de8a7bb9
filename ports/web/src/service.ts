// Asks the modules, which run in Workers.
import helpUrl from "../../wasm/dist/help.json?url";
import wordingsUrl from "../../wasm/dist/wordings.json?url";
import editorUrl from "../../wasm/dist/editor.wasm?url";
import playUrl from "../../wasm/dist/play.wasm?url";
import listUrl from "../parts/list.json?url";
import wordsUrl from "../parts/words.json?url";
import { type GameTitle, Refused } from "./protocol";

const partUrls = Object.entries(import.meta.glob<string>("../parts/games-*.json", { query: "?url", import: "default", eager: true }))
  .sort(([a], [b]) => a.localeCompare(b)).map(([, url]) => url);

export type ModuleName = "editor" | "play";

type FileName = ModuleName | "list" | "words" | "wordings" | "help";

/** The files of the page that is one single file, by name, compressed and in base64. */
declare global {
  var mncFiles: Record<FileName | "worker", string> & { parts: string[] } | undefined;
}

async function unpacked(packed: string): Promise<Response> {
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}

async function file(name: FileName | number, url: string): Promise<Response> {
  if (globalThis.mncFiles) return unpacked(typeof name === "number" ? globalThis.mncFiles.parts[name] : globalThis.mncFiles[name]);
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

/** The shipped games. */
export const library = once(async () => (await file("list", listUrl)).json() as Promise<GameTitle[]>);
const words = once(async () => (await file("words", wordsUrl)).text());
const parts = (globalThis.mncFiles?.parts ?? partUrls).map((url, nth) => once(async () => (await file(nth, url)).text()));

/** The texts for a module, with some parts of the library. */
async function textsWith(nths: number[]): Promise<string> {
  const other = words();
  const games: string[] = [];
  // One after the other: what is wanted now is not kept waiting by what is wanted later, and small servers can follow.
  for (const nth of nths) games.push((await parts[nth]()).slice(1, -1));
  return `${(await other).slice(0, -1)},"games":{${games.join(",")}}}`;
}

const allTexts = once(() => textsWith([...parts.keys()]));
let editorTexts = allTexts;

/** Until the whole library is loaded, editors know only these parts of it; to be called before they are asked. */
export function beginWith(nths: number[]): void {
  editorTexts = once(() => textsWith(nths));
}

const services: Service[] = [];

/** Loads all games, and gives them to all. */
export const loadLibrary = once(async () => {
  const all = await allTexts();
  editorTexts = allTexts;
  await Promise.all(services.map((service) => service.replaceTexts(all)));
});

const wordings = once(async () => (await file("wordings", wordingsUrl)).text());
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

  constructor(readonly name: ModuleName) {
    services.push(this);
  }

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

  /** Gives it other texts, if it is working; later it begins with them. */
  async replaceTexts(texts: string): Promise<void> {
    if (this.name === "editor") (await this.#worker)?.postMessage({ texts });
  }

  /** Ends what is being done. The next request starts again. */
  stop(): void {
    this.#worker?.then((worker) => worker.terminate(), () => {});
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(new Failed("stopped"));
    this.#waiting.clear();
  }

  async #start(): Promise<Worker> {
    const given = this.name === "editor" ? editorTexts : allTexts;
    const [module, texts, worker] = await Promise.all([load(this.name), given(), newWorker()]);
    worker.onmessage = ({ data }) => {
      if (data.wants) {
        // A worker without them knows less, but answers.
        wordings().catch(() => undefined).then((texts) => worker.postMessage({ wordings: texts }));
        return;
      }
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
    worker.postMessage({ module, texts });
    return worker;
  }
}
