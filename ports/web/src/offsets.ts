// Findings count bytes of UTF-8; JavaScript counts units of UTF-16.

/** Converts places of one text. */
export class Offsets {
  /** For each unit, the bytes before it; none if both counts are the same. */
  #bytes: Uint32Array | undefined;

  constructor(readonly text: string) {
    // eslint-disable-next-line no-control-regex
    if (/^[\0-\x7f]*$/.test(text)) return;
    const bytes = new Uint32Array(text.length + 1);
    let count = 0;
    for (let at = 0; at < text.length; at += 1) {
      bytes[at] = count;
      const code = text.charCodeAt(at);
      const isLow = code >= 0xdc00 && code < 0xe000;
      // Each half of a pair counts for two bytes.
      count += code < 0x80 ? 1 : code < 0x800 || isLow || (code >= 0xd800 && code < 0xdc00) ? 2 : 3;
    }
    bytes[text.length] = count;
    this.#bytes = bytes;
  }

  toBytes(unit: number): number {
    return this.#bytes ? this.#bytes[Math.min(unit, this.text.length)] : unit;
  }

  toUnits(byte: number): number {
    const bytes = this.#bytes;
    if (!bytes) return Math.min(byte, this.text.length);
    let [low, high] = [0, this.text.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bytes[middle] < byte) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
