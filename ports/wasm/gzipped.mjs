import { execFileSync } from "node:child_process";

/** The size of something as `gzip -9` makes it, in bytes. The zlib of node makes another one, and what is smallest with it is not with gzip. */
export const gzipped = (input) => execFileSync("gzip", ["-9", "-n", "-c"], { input, maxBuffer: 1 << 27 }).length;
