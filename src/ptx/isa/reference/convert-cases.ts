/** mov and cvt, every pair of types that PTX has in registers. */
import { decode, encode, type FloatName, type Mode, toInteger } from './exact-float.ts';
import { type Domain, type InstructionCase, instruction, s, u } from './instruction-case.ts';

const INTEGERS = ['u8', 's8', 'u16', 's16', 'u32', 's32', 'u64', 's64'] as const;
type IntegerName = (typeof INTEGERS)[number];
const FLOATS = ['f16', 'bf16', 'f32', 'f64'] as const;

const bitsOf = (type: string): number => Number(/\d+/.exec(type)?.[0]);
const isSigned = (type: string): boolean => type.startsWith('s');
/** There are no 8-bit registers. */
const domainOf = (type: string): Domain => `u${Math.max(16, bitsOf(type))}` as Domain;
const read = (type: string, v: bigint): bigint => (isSigned(type) ? s(bitsOf(type), v) : u(bitsOf(type), v));
/** A result fills its register: extended by its own sign. */
const written = (type: string, v: bigint): bigint => u(Math.max(16, bitsOf(type)), read(type, v));

function clamp(type: IntegerName, v: bigint): bigint {
  const bits = BigInt(bitsOf(type));
  const [low, high] = isSigned(type) ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
  return v < low ? low : v > high ? high : v;
}

const betweenIntegers = INTEGERS.flatMap(to =>
  INTEGERS.filter(from => from !== to).flatMap(from => [
    instruction(`cvt.${to}.${from}`, domainOf(to), [domainOf(from)], v => written(to, read(from, v))),
    instruction(`cvt.sat.${to}.${from}`, domainOf(to), [domainOf(from)], v => written(to, clamp(to, read(from, v)))),
  ]),
);

const intoFloats = FLOATS.flatMap(to =>
  INTEGERS.flatMap(from => {
    const modes: readonly Mode[] = to === 'f32' ? ['rn', 'rz', 'rm', 'rp'] : ['rn'];
    return modes.map(mode =>
      instruction(`cvt.${mode}.${to}.${from}`, to, [domainOf(from)], v => {
        const integer = read(from, v);
        return encode(to, { kind: 'finite', integer, exponent: 0, sign: integer < 0n ? -1 : 1 }, mode);
      }),
    );
  }),
);

const intoIntegers = (['f16', 'f32', 'f64'] as const).flatMap(from =>
  INTEGERS.flatMap(to =>
    (['rni', 'rzi', 'rmi', 'rpi'] as const).map(mode =>
      instruction(`cvt.${mode}.${to}.${from}`, domainOf(to), [from], pattern => {
        const v = decode(from, pattern);
        const widest = from === 'f64' || bitsOf(to) === 64;
        if (v.kind === 'nan') return written(to, widest ? 1n << BigInt(bitsOf(to) - 1) : 0n);
        if (v.kind === 'infinite') return written(to, clamp(to, BigInt(v.sign) << 80n));
        return written(to, clamp(to, toInteger(v, mode)));
      }),
    ),
  ),
);

const widths: Readonly<Record<FloatName, number>> = { f16: 16, bf16: 16, f32: 32, f64: 64 };

const betweenFloats = FLOATS.flatMap(to =>
  FLOATS.filter(from => widths[from] !== widths[to]).flatMap(from => {
    const narrows = widths[to] < widths[from];
    const modes: readonly Mode[] = narrows && to === 'f32' ? ['rn', 'rz', 'rm', 'rp'] : ['rn'];
    return modes.map(mode =>
      instruction(`cvt.${narrows ? `${mode}.` : ''}${to}.${from}`, to, [from], v => encode(to, decode(from, v), mode)),
    );
  }),
);

const integral = (['rni', 'rzi', 'rmi', 'rpi'] as const).map(mode =>
  instruction(`cvt.${mode}.f32.f32`, 'f32', ['f32'], pattern => {
    const v = decode('f32', pattern);
    if (v.kind !== 'finite') return encode('f32', v);
    return encode('f32', { kind: 'finite', integer: toInteger(v, mode), exponent: 0, sign: v.sign });
  }),
);

const packed = (['f16', 'bf16'] as const).flatMap(to => {
  const half = (v: bigint) => encode(to, decode('f32', v));
  const positive = (v: bigint) => (v >> 31n === 1n && decode('f32', v).kind !== 'nan' ? 0n : half(v));
  return [
    instruction(`cvt.rn.${to}x2.f32`, 'u32', ['f32', 'f32'], (a, b) => (half(a) << 16n) | half(b)),
    instruction(`cvt.rn.relu.${to}x2.f32`, 'u32', ['f32', 'f32'], (a, b) => (positive(a) << 16n) | positive(b)),
  ];
});

const saturated = instruction('cvt.sat.f32.f32', 'f32', ['f32'], pattern => {
  const v = decode('f32', pattern);
  if (v.kind === 'nan' || v.sign < 0) return 0n;
  return pattern > 0x3f800000n ? 0x3f800000n : pattern;
});

const tensorFloat = instruction('cvt.rna.tf32.f32', 'f32', ['f32'], pattern => {
  const v = decode('f32', pattern);
  if (v.kind !== 'finite') return pattern;
  const [sign, size] = [pattern & 0x80000000n, pattern & 0x7fffffffn];
  const kept = (size >> 13n) << 13n;
  return sign | (size - kept >= 0x1000n ? kept + 0x2000n : kept);
});

const moves = [16, 32, 64].flatMap(bits =>
  ['b', 'u', 's', ...(bits > 16 ? ['f'] : [])].map(letter =>
    instruction(`mov.${letter}${bits}`, `u${bits}` as Domain, [`u${bits}` as Domain], v => v),
  ),
);

export const CONVERT_CASES: readonly InstructionCase[] = [
  ...moves,
  ...betweenIntegers,
  ...intoFloats,
  ...intoIntegers,
  ...betweenFloats,
  ...integral,
  ...packed,
  saturated,
  tensorFloat,
];
