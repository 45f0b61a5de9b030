/** cvt of pairs in one register, and cvt.pack. */
import { finished } from './convert-float-cases.ts';
import { decode, type FloatName } from './exact-float.ts';
import { type InstructionCase, instruction, s, u } from './instruction-case.ts';
import { edgesOf, nearest, numberOf, SMALL, valuesOf } from './small-formats.ts';

/** A register of 8 bits comes out of, and goes into, the lower half of one of 16. */
const fromByte = (ptx: string, operands: string): string =>
  `{ .reg .b8 %half, %zero; mov.b16 {%zero, _}, 0; ${ptx} %half, ${operands}; mov.b16 %d, {%half, %zero}; }`;

const intoSmall = Object.entries(SMALL).flatMap(([to, format]) =>
  [[], ['relu']].flatMap(limits => {
    const half = (v: number) => nearest(format, v, limits.length > 0);
    const join = (high: number, low: number) => (half(high) << BigInt(format.width)) | half(low);
    const name = (from: string) => ['cvt.rn.satfinite', ...limits, to, from].join('.');
    const edges = edgesOf(format);
    const isByte = format.width === 4;
    const ofFloats = instruction(
      name('f32'),
      'u16',
      ['f32', 'f32'],
      (a, b) => join(numberOf('f32', a), numberOf('f32', b)),
      { edges: [edges, edges.slice(0, 7)], ...(isByte ? { body: fromByte(name('f32'), '%a, %b') } : {}) },
    );
    if (to === 'e2m3x2' || to === 'e3m2x2') return [ofFloats];
    const ofHalves = instruction(
      name('f16x2'),
      'u16',
      ['f16x2'],
      a => join(numberOf('f16', a >> 16n), numberOf('f16', u(16, a))),
      isByte ? { body: fromByte(name('f16x2'), '%a') } : {},
    );
    return [ofFloats, ofHalves];
  }),
);

const BYTES = Array.from({ length: 256 }, (_, i) => BigInt(i | ((255 - i) << 8)));

/** Every f16 holds each of these values. */
const fromSmall = Object.entries(SMALL).flatMap(([from, format]) =>
  [[], ['relu']].map(limits => {
    const ptx = ['cvt.rn', ...limits, 'f16x2', from].join('.');
    const values = valuesOf(format);
    const half = (pattern: bigint) => {
      const bits = format.exponentBits + format.mantissaBits;
      const [negative, size] = [(pattern >> BigInt(bits)) & 1n, Number(u(bits, pattern))];
      if (size <= format.largest) return finiteHalf(values[size], negative === 1n, limits);
      const infinite = from === 'e5m2x2' && size === format.largest + 1;
      return finished('f16', infinite ? { kind: 'infinite', sign: negative ? -1 : 1 } : { kind: 'nan' }, limits);
    };
    const isByte = format.width === 4;
    const body = `{ .reg .b8 %half; mov.b16 {%half, _}, %a; ${ptx} %d, %half; }`;
    return instruction(ptx, 'u32', ['u16'], a => (half(a >> BigInt(format.width)) << 16n) | half(a), {
      edges: [BYTES],
      ...(isByte ? { body } : {}),
    });
  }),
);

function finiteHalf(value: number, negative: boolean, limits: readonly string[]): bigint {
  const scaled = BigInt(value * 2 ** 16);
  const integer = negative ? -scaled : scaled;
  return finished('f16', { kind: 'finite', integer, exponent: -16, sign: negative ? -1 : 1 }, limits);
}

const intoHalves = (['f16', 'bf16'] as const).flatMap(to =>
  ['rn', 'rz'].flatMap(mode =>
    [[], ['relu'], ['satfinite'], ['satfinite', 'relu']].map(limits => {
      const half = (v: bigint) => finished(to, decode('f32', v), [mode, ...limits]);
      return instruction(
        ['cvt', mode, ...limits, `${to}x2`, 'f32'].join('.'),
        'u32',
        ['f32', 'f32'],
        (a, b) => (half(a) << 16n) | half(b),
      );
    }),
  ),
);

/** The exponent whose power of two is not above, or not below, the size of the value. */
function exponentByte(value: number, mode: string, satfinite: boolean): bigint {
  if (Number.isNaN(value)) return 255n;
  const size = Math.abs(value);
  for (let e = -127; e <= 127; e++) {
    if (mode === 'rp' ? size <= 2 ** e : size < 2 ** (e + 1)) return BigInt(e + 127);
  }
  return satfinite ? 254n : 255n;
}

const exponents = ['rz', 'rp'].flatMap(mode =>
  [[], ['satfinite']].flatMap(limits => {
    const join = (type: FloatName, a: bigint, b: bigint) => {
      const [high, low] = [a, b].map(v => exponentByte(numberOf(type, v), mode, limits.length > 0));
      return (high << 8n) | low;
    };
    const name = (from: string) => ['cvt', mode, ...limits, 'ue8m0x2', from].join('.');
    return [
      instruction(name('f32'), 'u16', ['f32', 'f32'], (a, b) => join('f32', a, b)),
      instruction(name('bf16x2'), 'u16', ['bf16x2'], a => join('bf16', a >> 16n, u(16, a))),
    ];
  }),
);

const fromExponents = instruction(
  'cvt.rn.bf16x2.ue8m0x2',
  'u32',
  ['u16'],
  a => {
    const half = (byte: bigint) =>
      finished(
        'bf16',
        byte === 255n ? { kind: 'nan' } : { kind: 'finite', integer: 1n, exponent: Number(byte) - 127, sign: 1 },
        [],
      );
    return (half(a >> 8n) << 16n) | half(u(8, a));
  },
  { edges: [BYTES] },
);

const packs = ['u16', 's16', 'u8', 's8', 'u4', 's4', 'u2', 's2'].map(to => {
  const bits = BigInt(to.slice(1));
  const [least, most] = to.startsWith('s') ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
  const cut = (v: bigint) => {
    const value = s(32, v);
    return u(Number(bits), value < least ? least : value > most ? most : value);
  };
  const pair = (a: bigint, b: bigint) => (cut(a) << bits) | cut(b);
  const edges = [0n, 1n, 2n, 7n, 8n, 127n, 128n, 255n, 256n, 0x7fffn, 0x8000n, 0xffffn, 0x10000n].flatMap(v => [
    v,
    u(32, -v),
  ]);
  return bits === 16n
    ? instruction(`cvt.pack.sat.${to}.s32`, 'u32', ['u32', 'u32'], pair, { edges: [edges, edges] })
    : instruction(
        `cvt.pack.sat.${to}.s32.b32`,
        'u32',
        ['u32', 'u32', 'u32'],
        (a, b, c) => u(32, (c << (2n * bits)) | pair(a, b)),
        {
          edges: [edges, edges, [0n, 0xffffffffn, 0x12345678n]],
        },
      );
});

export const CONVERT_PACKED_CASES: readonly InstructionCase[] = [
  ...intoSmall,
  ...fromSmall,
  ...intoHalves,
  ...exponents,
  fromExponents,
  ...packs,
];
