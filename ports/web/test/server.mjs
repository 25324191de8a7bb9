// A server of the built page for tests, which remembers what was asked for.
import { createServer } from "node:http";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

export const dist = fileURLToPath(new URL("../dist/", import.meta.url));

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".wasm": "application/wasm", ".svg": "image/svg+xml",
};

/** The size of something as `gzip -9` makes it. (The zlib of node is a little worse.) */
const gzipped = (input) => execFileSync("gzip", ["-9", "-n", "-c"], { input, maxBuffer: 1 << 27 }).length;

/** Starts it. `requests` has the path and the size with gzip of each answer. */
export async function serve() {
  const requests = [];
  const sizes = new Map();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname === "/" ? "index.html" : pathname.slice(1);
    try {
      const body = name === "embedding.html"
        ? Buffer.from('<!doctype html><html lang="en"><title>A museum</title><h1>A museum</h1><script src="embed.js" data-game="oware"></script></html>')
        : readFileSync(dist + name);
      if (!sizes.has(name)) sizes.set(name, gzipped(body));
      requests.push({ name, size: sizes.get(name) });
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" }).end(body);
    } catch {
      requests.push({ name, size: 0, missing: true });
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://localhost:${server.address().port}/`, requests, close: () => server.close() };
}
