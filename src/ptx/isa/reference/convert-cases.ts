/** mov and cvt, every pair of types that PTX has in registers. */
import { CONVERT_FLOAT_CASES } from './convert-float-cases.ts';
import { CONVERT_PACKED_CASES } from './convert-packed-cases.ts';
import { CONVERT_RANDOM_CASES } from './convert-random-cases.ts';
import { toInteger } from './exact-arithmetic.ts';
import { decode } from './exact-float.ts';
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

/** Whether `to` holds every value of `from`; there is then no `.sat`. */
const holdsAll = (to: IntegerName, from: IntegerName): boolean =>
  isSigned(from) ? isSigned(to) && bitsOf(to) >= bitsOf(from) : bitsOf(to) - (isSigned(to) ? 1 : 0) >= bitsOf(from);

const betweenIntegers = INTEGERS.flatMap(to =>
  INTEGERS.flatMap(from => [
    instruction(`cvt.${to}.${from}`, domainOf(to), [domainOf(from)], v => written(to, read(from, v))),
    ...(holdsAll(to, from)
      ? []
      : [
          instruction(`cvt.sat.${to}.${from}`, domainOf(to), [domainOf(from)], v =>
            written(to, clamp(to, read(from, v))),
          ),
        ]),
  ]),
);

/** Subnormals count as zeros under `.ftz`, which no rounding but outwards can tell. */
const flushed = (pattern: bigint): bigint => ((pattern & 0x7f800000n) === 0n ? pattern & 0x80000000n : pattern);

const intoIntegers = FLOATS.flatMap(from =>
  INTEGERS.filter(to => from !== 'bf16' || bitsOf(to) > 8).flatMap(to =>
    (['rni', 'rzi', 'rmi', 'rpi'] as const).flatMap(mode =>
      (from === 'f32' ? ['', '.ftz', '.ftz.sat'] : from === 'bf16' ? [''] : ['', '.sat']).map(more =>
        instruction(`cvt.${mode}${more}.${to}.${from}`, domainOf(to), [from], pattern => {
          const v = decode(from, more.includes('ftz') ? flushed(pattern) : pattern);
          const widest = from === 'f64' || bitsOf(to) === 64;
          if (v.kind === 'nan') return written(to, widest ? 1n << BigInt(bitsOf(to) - 1) : 0n);
          if (v.kind === 'infinite') return written(to, clamp(to, BigInt(v.sign) << 80n));
          return written(to, clamp(to, toInteger(v, mode)));
        }),
      ),
    ),
  ),
);

const moves = [16, 32, 64].flatMap(bits =>
  ['b', 'u', 's', ...(bits > 16 ? ['f'] : [])].map(letter =>
    instruction(`mov.${letter}${bits}`, `u${bits}` as Domain, [`u${bits}` as Domain], v => v),
  ),
);

export const CONVERT_CASES: readonly InstructionCase[] = [
  ...moves,
  ...betweenIntegers,
  ...intoIntegers,
  ...CONVERT_FLOAT_CASES,
  ...CONVERT_PACKED_CASES,
  ...CONVERT_RANDOM_CASES,
];
