// The code of the extension, with a VS Code and a language client that only note what is asked of them.

import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { build } from "esbuild";

const folder = mkdtempSync(join(tmpdir(), "mnc-editor-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/// Bundles a file of `src`; `vscode` and the language client are those of the test, in `globalThis.editor`.
async function load(name) {
  const outfile = join(folder, `${name}.cjs`);
  const mock = {
    name: "mock",
    setup(bundle) {
      bundle.onResolve({ filter: /^vscode(-languageclient\/node)?$/ }, ({ path }) => ({ path, namespace: "mock" }));
      bundle.onLoad({ filter: /.*/, namespace: "mock" }, ({ path }) => ({
        contents: `module.exports = globalThis.editor[${JSON.stringify(path)}]`,
      }));
    },
  };
  const entry = new URL(`../src/${name}.ts`, import.meta.url).pathname;
  await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "cjs", plugins: [mock] });
  const require = createRequire(import.meta.url);
  delete require.cache[outfile];
  return require(outfile);
}

/// A program that answers like mnc. `server`: whether it has the command `lsp`.
function program(name, { server, says = "mnc 9.9.9" }) {
  const path = join(folder, name);
  const lsp = server ? "exit 0" : "echo 'unrecognized subcommand' >&2; exit 2";
  writeFileSync(path, `#!/bin/sh\ncase "$1" in --version) echo '${says}';; *) ${lsp};; esac\n`);
  chmodSync(path, 0o755);
  return path;
}

/// A VS Code with the setting `mnc.path`, and the client that it starts.
function editor({ path, lenses = [], active, fails = false }) {
  const noted = { commands: new Map(), executed: [], messages: [], clients: [], lines: [], listeners: [], pages: new Map() };
  const answer = (kind) => async (message, ...buttons) => {
    noted.messages.push({ kind, message });
    return buttons.find((button) => button === noted.press);
  };
  const vscode = {
    window: {
      createOutputChannel: () => ({ warn: (line) => noted.lines.push(line), dispose() {} }),
      showWarningMessage: answer("warning"),
      showInformationMessage: answer("information"),
      activeTextEditor: active,
    },
    workspace: {
      getConfiguration: () => ({ get: () => noted.path ?? path }),
      onDidChangeConfiguration: (listener) => (noted.listeners.push(listener), { dispose() {} }),
      registerTextDocumentContentProvider: (scheme, provider) => (noted.pages.set(scheme, provider), { dispose() {} }),
    },
    commands: {
      registerCommand: (name, run) => (noted.commands.set(name, run), { dispose() {} }),
      executeCommand: async (...call) => {
        noted.executed.push(call);
        return call[0] === "vscode.executeCodeLensProvider" ? lenses : undefined;
      },
    },
    Uri: { joinPath: (root, name) => `${root}/${name}` },
  };
  class LanguageClient {
    constructor(id, name, server, options) {
      Object.assign(this, { server, options, state: "new" });
      noted.clients.push(this);
    }
    async start() {
      if (fails) throw new Error("the server ended at once");
      this.state = "running";
    }
    async sendRequest(method, { code }) {
      assert.equal(method, "mnc/explain");
      return { text: code === "no-winner" ? "# no-winner" : null };
    }
    async dispose() {
      this.state = "stopped";
    }
  }
  globalThis.editor = { vscode, "vscode-languageclient/node": { LanguageClient, TransportKind: { stdio: 0 } } };
  return noted;
}

/// Starts the extension in such a VS Code.
async function activated(options) {
  const noted = editor(options);
  const extension = await load("extension");
  await extension.activate({ extensionUri: "/extension", subscriptions: [] });
  return { noted, extension };
}

const lens = (line, command, args) => ({ range: { start: { line } }, command: { command, arguments: args } });
const onLine = (line) => ({ document: { languageId: "mnc", uri: "file:///a.mnc" }, selection: { active: { line } } });

test("the path of the program", async () => {
  editor({});
  const { programPath } = await load("program");
  assert.equal(programPath(undefined), "mnc");
  assert.equal(programPath("  "), "mnc");
  assert.equal(programPath(" /opt/mnc "), "/opt/mnc");
  assert.equal(programPath("~/bin/mnc", "/home/ada"), "/home/ada/bin/mnc");
  assert.equal(programPath("~bin", "/home/ada"), "~bin");
});

test("a program that has a server has no problem", async () => {
  editor({});
  const { problemOf } = await load("program");
  assert.equal(await problemOf(program("good", { server: true })), undefined);
});

test("each thing that is wrong with a program has its own message, which says what to do", async () => {
  editor({});
  const { problemOf, explain } = await load("program");
  const noProgram = join(folder, "text");
  writeFileSync(noProgram, "not a program");
  const cases = [
    [join(folder, "nowhere"), "missing", /Install mnc, or write its full path in the setting mnc\.path/],
    [noProgram, "unusable", /it is no program.*Correct the setting/],
    [program("other", { server: true, says: "gcc 12" }), "unusable", /another program/],
    [program("old", { server: false, says: "mnc 0.0.1" }), "old", /mnc 0\.0\.1 .* too old\. Install a newer mnc/],
  ];
  for (const [path, kind, text] of cases) {
    const problem = await problemOf(path);
    assert.equal(problem?.kind, kind, path);
    assert.match(explain(problem), text);
    assert.ok(explain(problem).includes(path));
  }
});

test("a program that does not answer is given up", async () => {
  editor({});
  const { problemOf } = await load("program");
  const problem = await problemOf("mnc", async () => ({ failure: "it did not answer in time" }));
  assert.deepEqual(problem, { kind: "unusable", program: "mnc", reason: "it did not answer in time" });
});

test("the test at the cursor is the last one that begins there or above", async () => {
  editor({});
  const { testAt } = await load("lens");
  const at = (line, command = "mnc.runTest") => ({ line, command, args: [line] });
  const lenses = [at(30), at(10), at(20, "other"), at(20)];
  assert.equal(testAt(lenses, 25)?.line, 20);
  assert.equal(testAt(lenses, 25)?.command, "mnc.runTest");
  assert.equal(testAt(lenses, 30)?.line, 30);
  assert.equal(testAt(lenses, 3)?.line, 10, "above all tests: the first");
  assert.equal(testAt([at(5, "other"), { line: 7, command: undefined, args: [] }], 9), undefined);
});

test("the server is started with `lsp`, for descriptions only", async () => {
  const path = program("serves", { server: true });
  const { noted } = await activated({ path });
  assert.equal(noted.clients.length, 1);
  const [client] = noted.clients;
  assert.equal(client.state, "running");
  assert.deepEqual(client.server.run, { command: path, args: ["lsp"], transport: 0 });
  assert.deepEqual(client.options.documentSelector.map(({ language }) => language), ["mnc", "mnc"]);
  assert.deepEqual(noted.messages, []);
});

test("without the program there is one message, and its buttons work", async () => {
  const { noted } = await activated({ path: join(folder, "nowhere") });
  assert.equal(noted.clients.length, 0);
  assert.equal(noted.messages.length, 1);
  assert.match(noted.messages[0].message, /was not found/);
  noted.press = "Open settings";
  await noted.commands.get("mnc.restartServer")();
  assert.deepEqual(noted.executed.at(-1), ["workbench.action.openSettings", "mnc.path"]);
  noted.press = "How to install mnc";
  await noted.commands.get("mnc.restartServer")();
  assert.deepEqual(noted.executed.at(-1), ["markdown.showPreview", "/extension/README.md"]);
});

test("another path starts another server and stops the first", async () => {
  const { noted } = await activated({ path: program("first", { server: true }) });
  noted.path = program("second", { server: true });
  noted.listeners.forEach((listener) => listener({ affectsConfiguration: (name) => name === "mnc.other" }));
  await noted.commands.get("mnc.openReference")();
  assert.equal(noted.clients.length, 1, "another setting does not matter");
  noted.listeners.forEach((listener) => listener({ affectsConfiguration: (name) => name === "mnc.path" }));
  await noted.commands.get("mnc.restartServer")();
  assert.deepEqual(noted.clients.map(({ state }) => state), ["stopped", "stopped", "running"]);
});

test("several restarts at once leave one server", async () => {
  const { noted, extension } = await activated({ path: program("often", { server: true }) });
  const restart = noted.commands.get("mnc.restartServer");
  await Promise.all([restart(), restart(), restart()]);
  assert.deepEqual(noted.clients.map(({ state }) => state), ["stopped", "stopped", "stopped", "running"]);
  await extension.deactivate();
  assert.ok(noted.clients.every(({ state }) => state === "stopped"));
});

test("a server that ends at once is reported, and can be restarted", async () => {
  const { noted } = await activated({ path: program("ends", { server: true }), fails: true });
  assert.match(noted.messages[0].message, /the server ended at once/);
  await noted.commands.get("mnc.restartServer")();
  assert.equal(noted.clients.length, 2);
});

test("a test is run with the arguments of its code lens", async () => {
  const lenses = [lens(4, "mnc.runTest", ["file:///a.mnc", "first"]), lens(9, "mnc.runTest", ["file:///a.mnc", "second"])];
  const { noted } = await activated({ path: program("runs", { server: true }), lenses, active: onLine(7) });
  await noted.commands.get("mnc.runTestAtCursor")();
  assert.deepEqual(noted.executed.at(-1), ["mnc.runTest", "file:///a.mnc", "first"]);
});

test("a test cannot be run without a description, a test or a server", async () => {
  const path = program("nothing", { server: true });
  const says = async (options, text) => {
    const { noted } = await activated({ path, ...options });
    noted.messages.length = 0;
    await noted.commands.get("mnc.runTestAtCursor")();
    assert.match(noted.messages[0].message, text);
  };
  await says({ active: undefined }, /Open a description/);
  await says({ active: { document: { languageId: "rust" } } }, /Open a description/);
  await says({ active: onLine(1) }, /has no test/);
  await says({ active: onLine(1), path: join(folder, "nowhere") }, /server is not running/);
});

test("the reference that comes with the extension is opened", async () => {
  const { noted } = await activated({ path: join(folder, "nowhere") });
  await noted.commands.get("mnc.openReference")();
  assert.deepEqual(noted.executed.at(-1), ["markdown.showPreview", "/extension/reference.md"]);
});

test("the code of a mistake leads to a page about it", async () => {
  const { noted } = await activated({ path: program("explains", { server: true }) });
  const { codeLink } = noted.clients[0].options.initializationOptions;
  const page = (code) => {
    const [scheme, path] = codeLink.replace("{code}", code).split(":");
    return noted.pages.get(scheme).provideTextDocumentContent({ path });
  };
  assert.equal(await page("no-winner"), "# no-winner");
  assert.match(await page("of-a-newer-version"), /no page about `of-a-newer-version`/);
});

test("without a server the page about a mistake says so", async () => {
  const { noted } = await activated({ path: join(folder, "nowhere") });
  const [provider] = noted.pages.values();
  assert.match(await provider.provideTextDocumentContent({ path: "/no-winner.md" }), /The server is not running/);
});
