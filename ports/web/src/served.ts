// The page as `mnc serve FILE` serves it: the text of the file, again whenever the file changes.

interface Served { name: string; text: string; version: string }

/** Shows the file of the server now, and then each time it changes. */
export async function watchServed(show: (name: string, text: string) => Promise<void> | void): Promise<void> {
  const get = async (since: string) => {
    const response = await fetch(`./served?since=${encodeURIComponent(since)}`, { cache: "no-store" });
    return response.status === 200 ? ((await response.json()) as Served) : undefined;
  };
  const first = await get("");
  if (first) await show(first.name, first.text);
  const watch = async (version: string): Promise<void> => {
    for (let seen = version; ; ) {
      try {
        // The server answers when the file has changed, or after a while.
        const next = await get(seen);
        if (next && next.version !== seen) {
          seen = next.version;
          await show(next.name, next.text);
        }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 2000));
      }
    }
  };
  void watch(first?.version ?? "");
}
