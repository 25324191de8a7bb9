// A text, its setting and the moves so far, in the fragment of an address. Nothing is sent to a server.

export interface Shared {
  /** The name of a shipped game; or of the text. */
  name: string;
  /** `undefined`: the text of the shipped game. */
  text?: string;
  variations: string[];
  options: Record<string, string>;
  /** Where they begin, if that was set up by hand: what the engine is asked to set up. */
  setup?: Record<string, unknown>;
  /** The choices so far; `null`: the next game of the match. */
  moves: (string | null)[];
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  const response = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await response.arrayBuffer());
}

/** The most bytes of a text in an address: a short address can unpack to very much. */
const MOST = 1 << 20;

export async function toFragment(shared: Shared): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(shared));
  const packed = await through(json, new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return `#s=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** What a fragment has; `undefined`: no game. */
export async function fromFragment(fragment: string): Promise<Partial<Shared> | "damaged" | undefined> {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const game = fields.get("game");
  if (game) return { name: game };
  const packed = fields.get("s");
  if (packed === null) return undefined;
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = stream.getReader();
    const parts: Uint8Array[] = [];
    for (let size = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > MOST) return "damaged";
      parts.push(value);
    }
    const json = JSON.parse(await new Blob(parts as BlobPart[]).text());
    const isText = (value: unknown) => typeof value === "string";
    if (!isText(json.name) || !(json.text === undefined || isText(json.text))) return "damaged";
    const list = (value: unknown) => (Array.isArray(value) ? value : []);
    const options = Object.entries(json.options ?? {}).filter(([, value]) => isText(value)) as [string, string][];
    return {
      name: json.name,
      text: json.text,
      variations: list(json.variations).filter(isText),
      options: Object.fromEntries(options),
      setup: typeof json.setup === "object" && json.setup !== null ? json.setup : undefined,
      moves: list(json.moves).filter((move) => move === null || isText(move)),
    };
  } catch {
    return "damaged";
  }
}
