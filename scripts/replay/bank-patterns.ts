/** Patterns of 32 lane addresses for the bank probes: regular ones, random ones, and ones whose lanes agree in pairs. */
import { LANES } from '../../src/base/hardware.ts';

/** Byte offsets of 32 lanes, -1 for an idle lane. */
export type WordPattern = readonly number[];
export type NamedPattern = readonly [name: string, pattern: WordPattern];

export const SHARED_BYTES = 32_768;

const lanes = (of: (lane: number) => number): WordPattern => Array.from({ length: LANES }, (_, lane) => of(lane));

/** xorshift32: the same patterns each time. */
function randomFrom(seed: number): (count: number) => number {
  let x = seed;
  return count => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % count;
  };
}

const STRIDES = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 34, 36, 40, 48];
const SPANS_BYTES = [256, 1024, 4096, SHARED_BYTES];
/** How many of 256 lanes are idle. */
const IDLE_SHARES = [0, 64, 200];

function regular(widthBytes: number): NamedPattern[] {
  const strided = STRIDES.map((stride): NamedPattern => [`stride ${stride}`, lanes(l => l * stride * widthBytes)]);
  const halves = (apart: number) => lanes(l => (l < 16 ? l : l - 16 + apart) * widthBytes);
  const xored = lanes(l => ((l & 7) * 128 + ((l >> 3) ^ (l & 7)) * 16) & ~(widthBytes - 1));
  return [...strided, ['halves equal', halves(0)], ['halves apart', halves(64)], ['xor', xored]];
}

function scattered(widthBytes: number): NamedPattern[] {
  const random = randomFrom(0x1234_5678 + widthBytes);
  return SPANS_BYTES.flatMap(span =>
    IDLE_SHARES.flatMap(idle =>
      [1, 2, 3].map((n): NamedPattern => {
        const at = () => (random(256) < idle ? -1 : random(span / widthBytes) * widthBytes);
        return [`random ${n} in ${span} B, idle ${idle}/256`, lanes(at)];
      }),
    ),
  );
}

/** Lanes whose numbers differ only in `bits` share an address, with and without idle lanes and exceptions. */
function paired(widthBytes: number): NamedPattern[] {
  const random = randomFrom(0x0bad_cafe + widthBytes);
  return [1, 2, 4, 8, 16, 3, 5, 6].flatMap(bits =>
    IDLE_SHARES.flatMap(idle =>
      [0, 1, 2].map((exceptions): NamedPattern => {
        const places = lanes(() => random(512));
        const odd = Array.from({ length: exceptions }, () => random(LANES));
        const at = (l: number) => (odd.includes(l) ? 511 : places[l & ~bits]) * widthBytes;
        const pattern = lanes(l => (random(256) < idle ? -1 : at(l)));
        return [`equal across ${bits}, idle ${idle}/256, ${exceptions} odd`, pattern];
      }),
    ),
  );
}

/** Aligned to their width, and within `SHARED_BYTES`. */
export const wordPatterns = (widthBytes: number): NamedPattern[] => [
  ...regular(widthBytes),
  ...scattered(widthBytes),
  ...paired(widthBytes),
];

/** Rows of 16 bytes; no lane is idle. */
export function matrixPatterns(): NamedPattern[] {
  const random = randomFrom(0x5eed_1234);
  const pitches = [16, 32, 48, 64, 80, 96, 112, 128, 144, 256, 272];
  const rows = [1, 2, 3, 4, 5, 6, 7, 8].map((n): NamedPattern => [`rows ${n}`, lanes(() => random(1024) * 16)]);
  return [...pitches.map((pitch): NamedPattern => [`pitch ${pitch}`, lanes(l => l * pitch)]), ...rows];
}
