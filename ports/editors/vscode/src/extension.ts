// The extension: starts the language server `mnc lsp`, and adds three commands and the pages about mistakes.

import * as vscode from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { CODE_LINK, codeIn, essayOf, SCHEME } from "./essay";
import { RUN_TEST, testAt } from "./lens";
import { explain, problemOf, programPath, type Problem } from "./program";

const SETTINGS = "Open settings";
const HELP = "How to install mnc";

let output: vscode.LogOutputChannel;
let root: vscode.Uri;
let client: LanguageClient | undefined;
/// Starts and stops, one after the other: two restarts at once would leave a server behind.
let pending: Promise<void> = Promise.resolve();

/// Called by VS Code when the first description is opened.
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  root = context.extensionUri;
  output = vscode.window.createOutputChannel("mnc", { log: true });
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("mnc.restartServer", restart),
    vscode.commands.registerCommand("mnc.runTestAtCursor", runTestAtCursor),
    vscode.commands.registerCommand("mnc.openReference", () => openPage("reference.md")),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, { provideTextDocumentContent: aboutMistake }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("mnc.path")) void restart();
    }),
  );
  await restart();
}

/// Called by VS Code when it closes.
export function deactivate(): Promise<void> {
  return next(stop);
}

/// Does something when everything before it is done, also if that failed.
function next(work: () => Promise<void>): Promise<void> {
  pending = pending.then(work, work);
  return pending;
}

function restart(): Promise<void> {
  return next(async () => {
    await stop();
    await start();
  });
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  try {
    await running?.dispose();
  } catch (error) {
    // A server that ended by itself cannot be stopped. That is no reason not to start another.
    output.warn(`the server was not stopped in order: ${String(error)}`);
  }
}

async function start(): Promise<void> {
  const program = programPath(vscode.workspace.getConfiguration("mnc").get<string>("path"));
  const problem = await problemOf(program);
  if (problem !== undefined) {
    // Not awaited: the message is there until it is read.
    void report(problem);
    return;
  }
  const run = { command: program, args: ["lsp"], transport: TransportKind.stdio };
  const started = new LanguageClient("mnc", "mnc", { run, debug: run }, {
    documentSelector: [{ language: "mnc", scheme: "file" }, { language: "mnc", scheme: "untitled" }],
    outputChannel: output,
    initializationOptions: { codeLink: CODE_LINK },
  });
  client = started;
  try {
    await started.start();
  } catch (error) {
    client = undefined;
    void report({ kind: "unusable", program, reason: error instanceof Error ? error.message : String(error) });
  }
}

async function report(problem: Problem): Promise<void> {
  const message = explain(problem);
  output.warn(message);
  const chosen = await vscode.window.showWarningMessage(message, SETTINGS, HELP);
  if (chosen === SETTINGS) await vscode.commands.executeCommand("workbench.action.openSettings", "mnc.path");
  if (chosen === HELP) await openPage("README.md");
}

/// Shows a page that comes with the extension.
async function openPage(name: string): Promise<void> {
  await vscode.commands.executeCommand("markdown.showPreview", vscode.Uri.joinPath(root, name));
}

/// The page about the mistake that an address names.
function aboutMistake(address: vscode.Uri): Promise<string> {
  const running = client;
  const ask = running && ((code: string) => running.sendRequest<{ text: string | null }>("mnc/explain", { code }));
  return essayOf(codeIn(address.path), ask);
}

/// Runs the test at the cursor, as the line above it (its code lens) does.
async function runTestAtCursor(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "mnc") {
    void vscode.window.showInformationMessage("Open a description (a file that ends in .mnc) to run one of its tests.");
    return;
  }
  if (client === undefined) {
    void vscode.window.showWarningMessage('The server is not running. Run the command "mnc: Restart server".');
    return;
  }
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[] | undefined>(
    "vscode.executeCodeLensProvider",
    editor.document.uri,
    Number.MAX_SAFE_INTEGER,
  );
  const found = (lenses ?? []).map((lens) => ({
    line: lens.range.start.line,
    command: lens.command?.command,
    args: lens.command?.arguments ?? [],
  }));
  const test = testAt(found, editor.selection.active.line);
  if (test === undefined) {
    void vscode.window.showInformationMessage('This description has no test. A test begins with a line such as: test "a capture"');
    return;
  }
  await vscode.commands.executeCommand(RUN_TEST, ...test.args);
}
