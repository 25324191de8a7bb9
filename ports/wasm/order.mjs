// Puts texts, or functions of a module, next to those that are most like them: then gzip, which looks back 32 KB, makes
// one file of them smaller.

/** Entries are alike if they have runs of this many bytes in common. */
const RUN = 6;

/** What the order depends on. */
export const USUAL = {
  /** Runs that more entries have say nothing. */
  common: 200,
  /** How far back gzip finds a run, less what the entries between grow by. */
  window: 28_000,
  /** Short entries are not put before long ones only because they have little that is not in others. */
  short: 100,
};

/** The numbers of the entries (buffers), each near those that are most like it. */
export function byLikeness(entries, { common, window, short } = USUAL) {
  const runs = entries.map((bytes) => {
    const found = new Set();
    for (let at = 0; at + RUN <= bytes.length; at++) found.add(bytes.readUIntBE(at, RUN));
    return [...found];
  });
  const having = new Map();
  for (const [nth, found] of runs.entries())
    for (const run of found) {
      if (!having.has(run)) having.set(run, []);
      having.get(run).push(nth);
    }
  const telling = (run) => having.get(run).length > 1 && having.get(run).length <= common;
  const told = runs.map((found) => found.filter(telling));

  // How much of each entry is in the window. A run says the more the fewer have it.
  const known = new Float64Array(entries.length);
  const times = new Map();
  const count = (run, change) => {
    const before = times.get(run) ?? 0;
    times.set(run, before + change);
    if (before !== 0 && before + change !== 0) return;
    const entriesWith = having.get(run);
    const weight = change / Math.sqrt(entriesWith.length);
    for (const nth of entriesWith) known[nth] += weight;
  };
  const order = [];
  const left = new Set(entries.keys());
  let [first, size] = [0, 0];
  while (left.size > 0) {
    let [best, most] = [-1, -Infinity];
    for (const nth of left) {
      const share = known[nth] / (entries[nth].length + short);
      if (share > most) [best, most] = [nth, share];
    }
    left.delete(best);
    order.push(best);
    for (const run of told[best]) count(run, 1);
    size += entries[best].length;
    for (; size > window && first < order.length - 1; first++) {
      size -= entries[order[first]].length;
      for (const run of told[order[first]]) count(run, -1);
    }
  }
  return order;
}
