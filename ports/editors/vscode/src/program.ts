// Finds out whether the program `mnc` can be started, and whether it has a language server.

import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";

/// What a program answered: its exit code, or why it could not be started.
export type Answer = { code: number; output: string } | { failure: string };

/// Starts a program, waits for its end, and returns its answer.
export type Run = (program: string, args: readonly string[]) => Promise<Answer>;

/// What is wrong with the program.
export type Problem =
  /// There is no such program.
  | { kind: "missing"; program: string }
  /// It is there, but cannot be started.
  | { kind: "unusable"; program: string; reason: string }
  /// It has no language server.
  | { kind: "old"; program: string; version: string };

/// How long the program may take to print its version, in milliseconds.
const LONGEST_ANSWER = 10_000;

/// The program of the setting `mnc.path`: `mnc` if it is empty, and `~` is the home folder.
export function programPath(setting: string | undefined, home = homedir()): string {
  const path = setting?.trim() ?? "";
  if (path === "") return "mnc";
  return path === "~" || /^~[\\/]/.test(path) ? join(home, path.slice(1)) : path;
}

/// Starts a program for real.
export const run: Run = (program, args) =>
  new Promise((resolve) => {
    execFile(program, [...args], { timeout: LONGEST_ANSWER, windowsHide: true }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`;
      if (error === null) resolve({ code: 0, output });
      else if (typeof error.code === "number") resolve({ code: error.code, output });
      else if (error.killed === true) resolve({ failure: "it did not answer in time" });
      else resolve({ failure: typeof error.code === "string" ? error.code : error.message });
    });
  });

/// What the codes of the operating system mean.
const REASONS: Record<string, string> = {
  EACCES: "it is no program, or you have no right to start it",
  EPERM: "you have no right to start it",
  ENOEXEC: "it is made for another computer",
};

/// Asks the program whether it can serve an editor; `undefined`: it can.
export async function problemOf(program: string, start: Run = run): Promise<Problem | undefined> {
  const version = await start(program, ["--version"]);
  if ("failure" in version) {
    return version.failure === "ENOENT"
      ? { kind: "missing", program }
      : { kind: "unusable", program, reason: REASONS[version.failure] ?? version.failure };
  }
  const name = version.output.trim().split(/\r?\n/)[0] ?? "";
  if (version.code !== 0 || !/^mnc\b/.test(name)) {
    return { kind: "unusable", program, reason: "it is another program" };
  }
  const server = await start(program, ["lsp", "--help"]);
  if ("failure" in server) return { kind: "unusable", program, reason: server.failure };
  return server.code === 0 ? undefined : { kind: "old", program, version: name };
}

/// What people read about a problem: what is wrong, and what to do.
export function explain(problem: Problem): string {
  const without = "Until then you have colours and snippets, but mistakes are not shown.";
  switch (problem.kind) {
    case "missing":
      return `The program \`${problem.program}\` was not found. Install mnc, or write its full path in the setting mnc.path. ${without}`;
    case "unusable":
      return `The program \`${problem.program}\` cannot be used: ${problem.reason}. Correct the setting mnc.path. ${without}`;
    case "old":
      return `${problem.version} (\`${problem.program}\`) has no language server: it is too old. Install a newer mnc, then run the command "mnc: Restart server". ${without}`;
  }
}
