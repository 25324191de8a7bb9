// What is known about the code of a mistake, as a page of the editor. In the list of problems each code is a link to it.

/// The scheme of the addresses of these pages.
export const SCHEME = "mnc-about";

/// What the server makes the links of: `{code}` is the code of a mistake.
export const CODE_LINK = `${SCHEME}:/{code}.md`;

/// The code in the path of such an address.
export function codeIn(path: string): string {
  return path.replace(/^\//, "").replace(/\.md$/, "");
}

/// The page of a code. `ask` asks the server; `undefined`: it is not running.
export async function essayOf(
  code: string,
  ask: ((code: string) => Promise<{ text: string | null }>) | undefined,
): Promise<string> {
  if (ask === undefined) return 'The server is not running. Run the command "mnc: Restart server", then open this page again.';
  const { text } = await ask(code);
  return text ?? `This version of mnc has no page about \`${code}\`.`;
}
