// The test that the command `mnc: Run test` runs: the one at the cursor.

/// The command of the server that runs a test. Its arguments are the server's own matter.
export const RUN_TEST = "mnc.runTest";

/// A code lens, as far as it matters here: its first line, and its command.
export interface Lens {
  readonly line: number;
  readonly command: string | undefined;
  readonly args: readonly unknown[];
}

/// The lens of the test that line `line` belongs to: the last test that begins there or above; else the first
/// one of the file. `undefined`: the file has no tests.
export function testAt(lenses: readonly Lens[], line: number): Lens | undefined {
  const tests = lenses.filter((lens) => lens.command === RUN_TEST).sort((a, b) => a.line - b.line);
  return tests.filter((lens) => lens.line <= line).at(-1) ?? tests[0];
}
