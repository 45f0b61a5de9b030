/** Finds where two pieces of memory differ. It compares words, so that some hundred megabytes take only a moment. */

/** Byte offset of the first difference, to a word of four bytes; null if there is none. Both are equally long. */
export function firstDifference(a: Uint8Array, b: Uint8Array): number | null {
  for (const at of differingWords(a, b)) return at;
  return null;
}

/** Byte offset of each word of four bytes, the last one perhaps shorter, in which two equally long arrays differ. */
export function* differingWords(a: Uint8Array, b: Uint8Array): Generator<number> {
  const whole = a.length & ~3;
  const [x, y] = [wordsOf(a, whole), wordsOf(b, whole)];
  for (let i = nextDifference(x, y, 0); i < x.length; i = nextDifference(x, y, i + 1)) yield 4 * i;
  for (let at = whole; at < a.length; at++) if (a[at] !== b[at]) return yield whole;
}

/** In a loop of its own: one in a generator takes several times as long. */
function nextDifference(x: Uint32Array, y: Uint32Array, from: number): number {
  let i = from;
  while (i < x.length && x[i] === y[i]) i++;
  return i;
}

const wordsOf = (bytes: Uint8Array, length: number): Uint32Array =>
  bytes.byteOffset % 4 === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, length / 4)
    : new Uint32Array(bytes.slice(0, length).buffer);

/** Index of each element of `width` bytes (1, 2, 4 or 8) in which two equally long arrays of whole elements differ. */
export function* differingElements(a: Uint8Array, b: Uint8Array, width: number): Generator<number> {
  let next = 0;
  for (const at of differingWords(a, b)) {
    const end = Math.min((at + 4) / width, a.length / width);
    for (let i = Math.max(next, Math.floor(at / width)); i < end; i++) {
      next = i + 1;
      if (isDifferent(a, b, i * width, width)) yield i;
    }
  }
}

/** Whether the `bytes` bytes that start at `from` differ. */
export function isDifferent(a: Uint8Array, b: Uint8Array, from: number, bytes: number): boolean {
  for (let at = from; at < from + bytes; at++) if (a[at] !== b[at]) return true;
  return false;
}
