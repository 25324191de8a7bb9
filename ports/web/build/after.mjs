// After Vite: writes what the page needs besides its scripts.
//
// dist/sw.js keeps all files for use offline. dist/embed.js puts a board into another page. dist/mnc.html is the whole page
// in one file, which works from a disk.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

function files(folder = "") {
  return readdirSync(dist + folder).flatMap((name) => {
    const path = folder + name;
    return statSync(dist + path).isDirectory() ? files(`${path}/`) : [path];
  });
}

function writeEmbed() {
  writeFileSync(`${dist}embed.js`, readFileSync(here("embed.js"), "utf8"));
}

/** A script as one file that needs no other. */
async function bundled(entry) {
  const { output } = (await build({
    configFile: here("../vite.config.ts"),
    logLevel: "warn",
    // Files that are fetched are in the page already.
    plugins: [{ name: "no-files", enforce: "pre", load: (id) => (id.endsWith("?url") ? 'export default ""' : undefined) }],
    define: { "import.meta.url": '""' },
    build: { write: false, emptyOutDir: false, copyPublicDir: false, lib: { entry: here(entry), formats: ["iife"], name: "mncPage" }, rollupOptions: { input: here(entry) } },
  }).then((built) => (Array.isArray(built) ? built[0] : built)));
  return output.find(({ type }) => type === "chunk").code;
}

/** Ends of script elements in a script would end it too soon. */
const inScript = (code) => code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");

async function writeSingle() {
  const packed = (bytes) => gzipSync(bytes, { level: 9 }).toString("base64");
  const wasm = (name) => packed(readFileSync(here(`../../wasm/dist/${name}`)));
  const part = (name) => packed(readFileSync(here(`../parts/${name}`)));
  const data = {
    editor: wasm("editor.wasm"), play: wasm("play.wasm"), help: wasm("help.json"), wordings: wasm("wordings.json"), list: part("list.json"), words: part("words.json"),
    parts: readdirSync(here("../parts")).filter((name) => name.startsWith("games-")).sort().map(part),
    worker: packed(await bundled("../src/worker.ts")),
  };
  const style = files().filter((name) => name.endsWith(".css")).map((name) => readFileSync(dist + name, "utf8")).join("\n");
  const icon = `data:image/svg+xml;base64,${readFileSync(here("../public/icon.svg")).toString("base64")}`;
  const html = readFileSync(here("../index.html"), "utf8")
    // Everything is in the file, so nothing may be loaded.
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'self'">`)
    .replace("./icon.svg", icon)
    .replace("</head>", () => `<style>${style.replaceAll(/url\([^)]*icon[^)]*\)/g, `url("${icon}")`)}</style>\n</head>`)
    .replace(/<script type="module".*<\/script>/, "");
  const script = inScript(await bundled("../src/main.ts"));
  const end = `<script>globalThis.mncFiles = ${JSON.stringify(data)};</script>\n<script>${script}</script>\n</body>`;
  writeFileSync(`${dist}mnc.html`, html.replace("</body>", () => end));
}

function writeServiceWorker() {
  const all = files().filter((name) => !["sw.js", "embed.js", "mnc.html", "files.json"].includes(name));
  const hash = createHash("sha256");
  for (const name of all) hash.update(name).update(readFileSync(dist + name));
  const code = readFileSync(here("sw.js"), "utf8")
    .replace("__VERSION__", hash.digest("hex").slice(0, 16))
    .replace('["__FILES__"]', JSON.stringify(["./", ...all.map((name) => `./${name}`)]));
  writeFileSync(`${dist}sw.js`, code);
}

writeEmbed();
await writeSingle();
writeServiceWorker();
const total = (names) => names.reduce((sum, name) => sum + gzipSync(readFileSync(dist + name), { level: 9 }).length, 0);
for (const name of files()) console.log(`${name} ${total([name])} bytes with gzip`);
