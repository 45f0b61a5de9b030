/** cvt.rs, in whole numbers: the mantissa with the random bits added at the top of what is cut off. */
import { finished } from './convert-float-cases.ts';
import { decode, type Exact, type FloatName, FORMATS } from './exact-float.ts';
import { type InstructionCase, instruction } from './instruction-case.ts';
import { edgesOf, nearest, numberOfExact, SMALL } from './small-formats.ts';

interface Grid {
  readonly mantissaBits: number;
  /** Exponent of the least step between two numbers. */
  readonly leastStep: number;
}

/** The number of the grid, which has no end, that the random bits lead to. */
function rounded(value: Exact, { mantissaBits, leastStep }: Grid, random: bigint, count: number): Exact {
  if (value.kind !== 'finite') return value;
  const size = value.integer < 0n ? -value.integer : value.integer;
  const digits = size.toString(2).length;
  const drop = Math.max(digits - 1 - mantissaBits, leastStep - value.exponent, 0);
  const scaled = (size << BigInt(count)) + (random << BigInt(drop));
  const kept = scaled >> BigInt(drop + count);
  return { ...value, integer: value.sign < 0 ? -kept : kept, exponent: value.exponent + drop };
}

const bitsAt = (word: bigint, from: number, count: number): bigint =>
  (word >> BigInt(from)) & ((1n << BigInt(count)) - 1n);

/** Around the largest and the least numbers of f16, of bf16, and halfway between others. */
const EDGES = [
  ...[
    0x00000000n,
    0x3f800fffn,
    0x3f801000n,
    0x3f808000n,
    0x477fefffn,
    0x477ff001n,
    0x47800000n,
    0x387fc123n,
    0x33800001n,
  ],
  ...[0x32ffffffn, 0x7f7f8001n, 0x7f7fffffn, 0x7f800000n, 0x7fc00000n, 0x00000001n, 0x0001ffffn, 0x3eaaaaabn],
].flatMap(v => [v, v | 0x80000000n]);
const LIMITS = [[], ['relu'], ['satfinite'], ['satfinite', 'relu']];
const RANDOM = [0n, 1n, 0xffffffffn, 0x80008000n, 0x7fff7fffn, 0x12345678n, 0xfffff000n, 0x1000fffn, 0xa5a55a5an];

const intoHalves = (['f16', 'bf16'] as const).flatMap(to => {
  const { mantissaBits } = FORMATS[to];
  const grid = { mantissaBits, leastStep: to === 'f16' ? -24 : -133 };
  const count = to === 'f16' ? 13 : 16;
  return LIMITS.map(limits => {
    const half = (v: bigint, random: bigint) =>
      finished(to as FloatName, rounded(decode('f32', v), grid, random, count), ['rn', ...limits]);
    return instruction(
      ['cvt.rs', ...limits, `${to}x2`, 'f32'].join('.'),
      'u32',
      ['f32', 'f32', 'u32'],
      (a, b, word) => (half(a, bitsAt(word, 16, count)) << 16n) | half(b, bitsAt(word, 0, count)),
      { edges: [EDGES, EDGES.slice(0, 9), RANDOM] },
    );
  });
});

/** A pair's 16 bits: the manual gives a and b the upper half, of e2m1 the upper byte of each half. */
const ofFirstPair = (word: bigint, isNarrow: boolean): bigint =>
  isNarrow ? (bitsAt(word, 24, 8) << 8n) | bitsAt(word, 8, 8) : bitsAt(word, 16, 16);
const ofSecondPair = (word: bigint, isNarrow: boolean): bigint =>
  isNarrow ? (bitsAt(word, 16, 8) << 8n) | bitsAt(word, 0, 8) : bitsAt(word, 0, 16);
const turned = (bits: bigint): bigint => BigInt(`0b${[...bits.toString(2).padStart(16, '0')].reverse().join('')}`);

const intoFours = Object.entries(SMALL).flatMap(([pair, format]) =>
  [['satfinite'], ['relu', 'satfinite']].map(limits => {
    const to = pair.replace('x2', 'x4');
    const isNarrow = format.width === 4;
    const grid = { ...format, leastStep: 2 - 2 ** (format.exponentBits - 1) - format.mantissaBits };
    const one = (v: bigint, random: bigint) =>
      nearest(format, numberOfExact(rounded(decode('f32', v), grid, random, 16)), limits.includes('relu'));
    const ptx = ['cvt.rs', ...limits, to, 'f32'].join('.');
    const edges = edgesOf(format);
    return instruction(
      ptx,
      isNarrow ? 'u16' : 'u32',
      ['f32', 'f32', 'f32', 'f32', 'u32'],
      (a, b, e, f, word) => {
        const [first, second] = [ofFirstPair(word, isNarrow), ofSecondPair(word, isNarrow)];
        const parts = [one(a, turned(first)), one(b, first), one(e, turned(second)), one(f, second)];
        return parts.reduce((packed, part) => (packed << BigInt(format.width)) | part, 0n);
      },
      {
        body: `${ptx} %d, {%a, %b, %c, %e}, %f;`,
        edges: [edges, edges.slice(0, 5), edges.slice(-12, -8), edges.slice(20, 23), RANDOM],
      },
    );
  }),
);

export const CONVERT_RANDOM_CASES: readonly InstructionCase[] = [...intoHalves, ...intoFours];
