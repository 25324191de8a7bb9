// Puts texts next to those that are most like them: then gzip, which looks back 32 KB, makes one file of them smaller.
import { deflateRawSync } from "node:zlib";

const size = (text) => deflateRawSync(text, { level: 6 }).length;

/** The entries in a better order: each is the one most like the last few. */
export function byLikeness(entries) {
  if (entries.length < 3) return entries;
  const alone = entries.map(([, text]) => size(text));
  const known = new Map();
  const gain = (a, b) => {
    const key = a < b ? a * entries.length + b : b * entries.length + a;
    if (!known.has(key)) known.set(key, alone[a] + alone[b] - size(entries[a][1] + entries[b][1]));
    return known.get(key);
  };
  const order = [0];
  const left = new Set(entries.keys());
  left.delete(0);
  while (left.size > 0) {
    const recent = order.slice(-4);
    let [best, most] = [-1, -Infinity];
    for (const nth of left) {
      const sum = recent.reduce((all, before) => all + gain(before, nth), 0);
      if (sum > most) [best, most] = [nth, sum];
    }
    left.delete(best);
    order.push(best);
  }
  return order.map((nth) => entries[nth]);
}
