import { execFileSync } from "node:child_process";

/**
 * The size of something as `gzip -9` makes it, in bytes. Not by the zlib of node: what is smallest with that is not always
 * smallest with gzip.
 */
export const gzipped = (input) => execFileSync("gzip", ["-9", "-n", "-c"], { input, maxBuffer: 1 << 27 }).length;
