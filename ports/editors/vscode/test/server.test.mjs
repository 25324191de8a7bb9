// What the extension expects of the language server, asked of the server itself: `MNC` names a program that has one.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT } from "./tokens.mjs";

const program = process.env.MNC;
const serves = program !== undefined && spawnSync(program, ["lsp", "--help"]).status === 0;
const skip = serves ? false : "set MNC to a program mnc that has the command lsp";
const LONGEST = 20_000;

/// A server, and the messages that it sends.
function connect() {
  const server = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Set();
  let bytes = Buffer.alloc(0);
  let last = 0;
  const send = (message) => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    server.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    server.stdin.write(body);
  };
  const until = (fits) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("the server does not answer")), LONGEST);
      waiting.add((message) => fits(message) && (clearTimeout(late), resolve(message), true));
    });
  server.stdout.on("data", (data) => {
    bytes = Buffer.concat([bytes, data]);
    for (;;) {
      const end = bytes.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/i.exec(bytes.subarray(0, end).toString())?.[1]);
      if (end < 0 || bytes.length < end + 4 + length) return;
      const message = JSON.parse(bytes.subarray(end + 4, end + 4 + length).toString());
      bytes = bytes.subarray(end + 4 + length);
      for (const take of waiting) if (take(message)) waiting.delete(take);
    }
  });
  return {
    until,
    tell: (method, params) => send({ method, params }),
    async ask(method, params) {
      const id = (last += 1);
      const answer = until((message) => message.id === id && message.method === undefined);
      send({ id, method, params });
      const { result, error } = await answer;
      assert.equal(error, undefined, JSON.stringify(error));
      return result;
    },
    // A test that failed leaves no server behind, which would hold up the whole run.
    stop: () => server.kill(),
    end: () => new Promise((resolve) => (server.once("exit", resolve), server.stdin.end())),
  };
}

test("the server reports mistakes, and runs the test of a code lens", { skip }, async (context) => {
  const server = connect();
  context.after(() => server.stop());
  const { capabilities } = await server.ask("initialize", {
    processId: process.pid, rootUri: null, capabilities: {}, initializationOptions: { codeLink: "mnc-about:/{code}.md" },
  });
  // The client makes a command of the editor of each of these; the extension uses this one.
  assert.deepEqual(capabilities.executeCommandProvider.commands, ["mnc.runTest"]);
  server.tell("initialized", {});

  const uri = "file:///games/oware.mnc";
  const text = readFileSync(new URL("games/oware.mnc", ROOT), "utf8");
  const wrong = `${text}\ntest "wrong"\n  given nothing at all here\n`;
  const found = server.until(({ method, params }) => method === "textDocument/publishDiagnostics" && params.diagnostics.length > 0);
  server.tell("textDocument/didOpen", { textDocument: { uri, languageId: "mnc", version: 1, text: wrong } });
  const [finding] = (await found).params.diagnostics;
  assert.equal(finding.range.start.line, wrong.split("\n").length - 2);
  assert.equal(finding.codeDescription.href, `mnc-about:/${finding.code}.md`);
  const { text: page } = await server.ask("mnc/explain", { code: finding.code });
  assert.ok(page.includes(finding.code));

  server.tell("textDocument/didChange", { textDocument: { uri, version: 2 }, contentChanges: [{ text }] });
  const lenses = await server.ask("textDocument/codeLens", { textDocument: { uri } });
  const tests = text.split("\n").flatMap((line, number) => (line.startsWith("test ") ? [number] : []));
  const runs = lenses.filter(({ command }) => command?.command === "mnc.runTest");
  assert.deepEqual(runs.map(({ range }) => range.start.line), tests);

  const message = server.until(({ method }) => method === "window/showMessage");
  await server.ask("workspace/executeCommand", { command: "mnc.runTest", arguments: runs[0].command.arguments });
  const [, name] = /"(.+)"/.exec(text.split("\n")[tests[0]]);
  assert.equal((await message).params.message, `passed: ${name}`);

  await server.ask("shutdown", undefined);
  server.tell("exit", undefined);
  assert.equal(await server.end(), 0);
});
