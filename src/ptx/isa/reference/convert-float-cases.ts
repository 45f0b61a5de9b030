/** cvt into floats and integral floats: one rounding of the exact value, then `.ftz`, `.relu`, `.satfinite`, `.sat`. */
import { toInteger } from './exact-arithmetic.ts';
import { decode, type Exact, encode, type FloatName, FORMATS, type RoundingMode } from './exact-float.ts';
import { type Domain, type InstructionCase, instruction, s, u } from './instruction-case.ts';
import { quietNan } from './kept-nan.ts';

const FLOATS = ['f16', 'bf16', 'f32', 'f64'] as const;
const INTEGERS = ['u8', 's8', 'u16', 's16', 'u32', 's32', 'u64', 's64'] as const;
const MODES = ['rn', 'rz', 'rm', 'rp'] as const;
const INTEGRAL = ['rni', 'rzi', 'rmi', 'rpi'] as const;

const signBit = (type: FloatName): bigint => 1n << BigInt(FORMATS[type].bits - 1);
const infinityOf = (type: FloatName): bigint => encode(type, { kind: 'infinite', sign: 1 });
const oneOf = (type: FloatName): bigint => encode(type, { kind: 'finite', integer: 1n, exponent: 0, sign: 1 });
const isSubnormal = (type: FloatName, pattern: bigint): boolean =>
  u(FORMATS[type].bits - 1, pattern) < 1n << BigInt(FORMATS[type].mantissaBits);
const flushed = (pattern: bigint): bigint => (isSubnormal('f32', pattern) ? pattern & signBit('f32') : pattern);

/** Pattern of the result: `value` is exact, or an integral value already. */
export function finished(to: FloatName, value: Exact, modifiers: readonly string[]): bigint {
  const mode = (modifiers.find(m => (MODES as readonly string[]).includes(m)) ?? 'rn') as RoundingMode;
  const rounded = encode(to, value, mode);
  const flushing = modifiers.includes('ftz') && to === 'f32';
  const pattern = flushing ? flushed(rounded) : rounded;
  const negative = (pattern & signBit(to)) !== 0n;
  const size = pattern & (signBit(to) - 1n);
  if (value.kind === 'nan') return modifiers.includes('sat') ? 0n : pattern;
  if (modifiers.includes('sat')) return negative ? 0n : size > oneOf(to) ? oneOf(to) : pattern;
  if (modifiers.includes('relu') && negative) return 0n;
  return modifiers.includes('satfinite') && size === infinityOf(to) ? pattern - 1n : pattern;
}

const read = (type: string, v: bigint): bigint =>
  type.startsWith('s') ? s(Number(type.slice(1)), v) : u(Number(type.slice(1)), v);
const domainOf = (type: string): Domain => `u${Math.max(16, Number(type.slice(1)))}` as Domain;

const ofInteger = (to: FloatName, from: string, modifiers: readonly string[]): InstructionCase =>
  instruction(['cvt', ...modifiers, to, from].join('.'), to, [domainOf(from)], pattern => {
    const integer = read(from, pattern);
    return finished(to, { kind: 'finite', integer, exponent: 0, sign: integer < 0n ? -1 : 1 }, modifiers);
  });

const ofFloat = (to: FloatName, from: FloatName, modifiers: readonly string[]): InstructionCase =>
  instruction(['cvt', ...modifiers, to, from].join('.'), to, [from], pattern => {
    // Sources are not flushed on the way into f16, as measured; cvt.f32.bf16 moves bits, even those of NaNs.
    const flushes = modifiers.includes('ftz') && from === 'f32' && to !== 'f16';
    const source = flushes ? flushed(pattern) : pattern;
    if (to === 'f32' && from === 'bf16' && !modifiers.includes('ftz')) return pattern << 16n;
    const value = integral(decode(from, source), modifiers);
    const keepsNan = value.kind === 'nan' && (to === 'f64' || from === 'f64') && !modifiers.includes('sat');
    if (!keepsNan) return finished(to, value, modifiers);
    // Flushing takes an instruction of f32 first.
    return quietNan(to, from, to === 'f64' && modifiers.includes('ftz') ? encode('f32', value) : pattern);
  });

function integral(value: Exact, modifiers: readonly string[]): Exact {
  const mode = INTEGRAL.find(m => modifiers.includes(m));
  if (!mode || value.kind !== 'finite') return value;
  return { kind: 'finite', integer: toInteger(value, mode), exponent: 0, sign: value.sign };
}

const isBrain = (to: string, from: string): boolean => to === 'bf16' || from === 'bf16';
const sats = (to: string, from: string): readonly string[][] => (isBrain(to, from) ? [[]] : [[], ['sat']]);
const flushes = (to: string, from: string): readonly string[][] =>
  to === 'f32' || from === 'f32' ? [[], ['ftz']] : [[]];

const integersInto = FLOATS.flatMap(to =>
  INTEGERS.filter(from => to !== 'bf16' || !from.endsWith('8')).flatMap(from =>
    MODES.flatMap(mode => sats(to, from).map(sat => ofInteger(to, from, [mode, ...sat]))),
  ),
);

/** Narrowing ones name a direction; the others have none, but where bf16 takes part. */
const betweenFloats = FLOATS.flatMap(to =>
  FLOATS.filter(from => from !== to).flatMap(from => {
    const narrows = FORMATS[to].bits < FORMATS[from].bits;
    const directions = [...(narrows ? [] : [[]]), ...(narrows || isBrain(to, from) ? MODES.map(m => [m]) : [])];
    return directions.flatMap(direction =>
      sats(to, from).flatMap(sat =>
        flushes(to, from)
          .filter(ftz => ftz.length === 0 || !(to === 'bf16' && sat.length > 0))
          .map(ftz => ofFloat(to, from, [...direction, ...ftz, ...sat])),
      ),
    );
  }),
);

const limited = (['f16', 'bf16'] as const).flatMap(to =>
  ['rn', 'rz'].flatMap(mode =>
    [['relu'], ['satfinite'], ['relu', 'satfinite']].map(limits => ofFloat(to, 'f32', [mode, ...limits])),
  ),
);

const integralFloats = FLOATS.flatMap(type => {
  const extras = sats(type, type).flatMap(sat => (type === 'f32' ? [sat, ['ftz', ...sat]] : [sat]));
  const plain = type === 'bf16' ? [] : extras.filter(e => e.length > 0).map(extra => ofFloat(type, type, extra));
  return [...plain, ...INTEGRAL.flatMap(mode => extras.map(extra => ofFloat(type, type, [mode, ...extra])))];
});

/** Rounds the pattern's size to 10 mantissa bits; carries run into the exponent as they should. */
function tensorFloat(pattern: bigint, mode: string, relu: boolean, satfinite: boolean): bigint {
  const [negative, size] = [pattern >> 31n === 1n, pattern & 0x7fffffffn];
  // One step off, as off an infinity.
  const less = satfinite ? 0x2000n : 0n;
  if (size > 0x7f800000n) return mode === 'rna' ? ((pattern >> 13n) << 13n) - less : 0x7fffe000n;
  const [kept, rest] = [(size >> 13n) << 13n, size & 0x1fffn];
  const isOdd = (kept & 0x2000n) !== 0n;
  const up = mode === 'rna' ? rest >= 0x1000n : mode === 'rn' && (rest > 0x1000n || (rest === 0x1000n && isOdd));
  const rounded = up ? kept + 0x2000n : kept;
  const result = satfinite && rounded >= 0x7f800000n ? 0x7f7fe000n : rounded;
  return negative ? (relu ? 0n : result | 0x80000000n) : result;
}

const tensorFloats = ['rn', 'rz', 'rna'].flatMap(mode =>
  [[], ['satfinite'], ...(mode === 'rna' ? [] : [['relu'], ['relu', 'satfinite']])].map(limits =>
    instruction(['cvt', mode, ...limits, 'tf32.f32'].join('.'), 'f32', ['f32'], pattern =>
      tensorFloat(pattern, mode, limits.includes('relu'), limits.includes('satfinite')),
    ),
  ),
);

export const CONVERT_FLOAT_CASES: readonly InstructionCase[] = [
  ...integersInto,
  ...betweenFloats,
  ...limited,
  ...integralFloats,
  ...tensorFloats,
];
