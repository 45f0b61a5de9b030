/**
 * Instructions whose result the manual does not fix to the bit: their largest errors ("Floating Point Instructions", each
 * instruction) and their tables of special values, which are exact.
 */
import { flushed } from './arithmetic-cases.ts';
import { divide, squareRoot } from './exact-arithmetic.ts';
import { decode, type Exact, encode, type FloatName } from './exact-float.ts';
import { type InstructionCase, instruction } from './instruction-case.ts';
import { winningNan } from './kept-nan.ts';
import { bothElements } from './packed-cases.ts';

export interface Approximation {
  /** PTX without `.ftz`, unless that is part of the name. */
  readonly ptx: string;
  readonly type: 'f16' | 'bf16' | 'f32';
  readonly hasFlushing: boolean;
  /** Error in the manual's terms. */
  readonly error: string;
  /** The error is at most the larger of these: of the result, and as it is. */
  readonly relative: number;
  readonly absolute: number;
  /** Null where the manual states no error. */
  readonly exactly: (a: number, b: number) => number | null;
  /** Sources and results that have no error, as patterns; NaN gives NaN besides. */
  readonly special: readonly (readonly [source: bigint, result: bigint])[];
}

const [PLUS_ZERO, MINUS_ZERO, ONE, MINUS_ONE] = [0n, 0x80000000n, 0x3f800000n, 0xbf800000n];
const [PLUS_INFINITY, MINUS_INFINITY, NAN] = [0x7f800000n, 0xff800000n, 0x7fffffffn];
const NO_NEGATIVE: Approximation['special'] = [
  [MINUS_INFINITY, NAN],
  [MINUS_ONE, NAN],
];

const f32 = (
  ptx: string,
  error: string,
  [relative, absolute]: readonly [number, number],
  exactly: Approximation['exactly'],
  special: Approximation['special'],
): Approximation => ({ ptx, type: 'f32', hasFlushing: true, error, relative, absolute, exactly, special });

const ULP = 2 ** -23;
const small = (
  ptx: string,
  type: 'f16' | 'bf16',
  error: string,
  [relative, absolute]: readonly [number, number],
  exactly: Approximation['exactly'],
): Approximation => ({ ptx, type, hasFlushing: false, error, relative, absolute, exactly, special: [] });

export const APPROXIMATIONS: readonly Approximation[] = [
  f32('div.approx', '2 ulp for divisors from 2^-126 to 2^126 in magnitude; 0 beyond', [2 * ULP, 0], dividedRoughly, []),
  f32('div.full', '2 ulp', [2 * ULP, 0], (a, b) => a / b, []),
  f32('rcp.approx', '1 ulp', [ULP, 0], a => 1 / a, [
    [MINUS_INFINITY, MINUS_ZERO],
    [MINUS_ZERO, MINUS_INFINITY],
    [PLUS_ZERO, PLUS_INFINITY],
    [PLUS_INFINITY, PLUS_ZERO],
  ]),
  f32('sqrt.approx', '2^-23 relative', [2 ** -23, 0], Math.sqrt, [
    ...NO_NEGATIVE,
    [MINUS_ZERO, MINUS_ZERO],
    [PLUS_ZERO, PLUS_ZERO],
    [PLUS_INFINITY, PLUS_INFINITY],
  ]),
  f32('rsqrt.approx', '2^-22.9 relative', [2 ** -22.9, 0], a => 1 / Math.sqrt(a), [
    ...NO_NEGATIVE,
    [MINUS_ZERO, MINUS_INFINITY],
    [PLUS_ZERO, PLUS_INFINITY],
    [PLUS_INFINITY, PLUS_ZERO],
  ]),
  f32('sin.approx', '2^-20.5 absolute in [-2π, 2π], 2^-14.7 in [-100π, 100π]', [0, 2 ** -20.5], withinTurn(Math.sin), [
    [MINUS_INFINITY, NAN],
    [MINUS_ZERO, MINUS_ZERO],
    [PLUS_ZERO, PLUS_ZERO],
    [PLUS_INFINITY, NAN],
  ]),
  f32('cos.approx', '2^-20.5 absolute in [-2π, 2π], 2^-14.7 in [-100π, 100π]', [0, 2 ** -20.5], withinTurn(Math.cos), [
    [MINUS_INFINITY, NAN],
    [MINUS_ZERO, ONE],
    [PLUS_ZERO, ONE],
    [PLUS_INFINITY, NAN],
  ]),
  f32('lg2.approx', '2^-22 absolute in (0.5, 2), 2^-22 relative elsewhere', [2 ** -22, 2 ** -22], Math.log2, [
    ...NO_NEGATIVE,
    [MINUS_ZERO, MINUS_INFINITY],
    [PLUS_ZERO, MINUS_INFINITY],
    [PLUS_INFINITY, PLUS_INFINITY],
    [ONE, PLUS_ZERO],
  ]),
  f32('ex2.approx', '2 ulp', [2 * ULP, 0], a => 2 ** a, [
    [MINUS_INFINITY, PLUS_ZERO],
    [MINUS_ZERO, ONE],
    [PLUS_ZERO, ONE],
    [PLUS_INFINITY, PLUS_INFINITY],
  ]),
  {
    ...f32('tanh.approx', '2^-11 relative', [2 ** -11, 0], Math.tanh, [
      [MINUS_INFINITY, MINUS_ONE],
      [MINUS_ZERO, MINUS_ZERO],
      [PLUS_ZERO, PLUS_ZERO],
      [PLUS_INFINITY, ONE],
    ]),
    hasFlushing: false,
  },
  small('ex2.approx', 'f16', '2^-9.9 relative', [2 ** -9.9, 0], a => 2 ** a),
  small('ex2.approx.ftz', 'bf16', '2^-7 relative', [2 ** -7, 0], a => 2 ** a),
  small('tanh.approx', 'f16', '2^-10.987 absolute', [0, 2 ** -10.987], Math.tanh),
  small('tanh.approx', 'bf16', '2^-8 absolute', [0, 2 ** -8], Math.tanh),
];

/** Forms of f64 that the manual calls approximate without a bound. */
export const UNBOUNDED = ['rsqrt.approx.f64', 'rcp.approx.ftz.f64', 'rsqrt.approx.ftz.f64'] as const;

/** The error of larger angles is larger: they are left open here. */
function withinTurn(run: (angle: number) => number): Approximation['exactly'] {
  return angle => (Math.abs(angle) > 2 * Math.PI && Number.isFinite(angle) ? null : run(angle));
}

/** `div.approx`: the reciprocal of a divisor beyond 2^126 is 0. */
function dividedRoughly(a: number, b: number): number {
  if (Math.abs(b) <= 2 ** 126 || !Number.isFinite(b)) return a / b;
  return Number.isFinite(a) ? 0 * Math.sign(a) * Math.sign(b) : Number.NaN;
}

const numberOf = (v: Exact): number => {
  if (v.kind === 'nan') return Number.NaN;
  if (v.kind === 'infinite') return v.sign * Number.POSITIVE_INFINITY;
  // The power has two steps, since 2^exponent alone may underflow.
  return Number(v.integer) * 2 ** Math.ceil(v.exponent / 2) * 2 ** Math.floor(v.exponent / 2) || 0 * v.sign;
};

function exactOf(value: number): Exact {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return decode('f64', view.getBigUint64(0));
}

/** Case within the error of the exact result; results that are not normal numbers have no error. */
function approximate(item: Approximation, ftz: boolean): InstructionCase {
  const { ptx, type, exactly, relative, absolute } = item;
  const flush = ftz || ptx.endsWith('.ftz') ? (v: Exact) => flushed(type, v) : (v: Exact) => v;
  const from = ptx.startsWith('div') ? ([type, type] as const) : ([type] as const);
  return instruction(
    `${ptx}${ftz ? '.ftz' : ''}.${type}`,
    type,
    from,
    (...patterns) => {
      const [a, b = 0] = patterns.map(p => numberOf(flush(decode(type, p))));
      const result = exactly(a, b);
      return result === null ? null : encode(type, flush(exactOf(result)));
    },
    { tolerance: { relative, absolute } },
  );
}

/** No tolerance: only the sources of the manual's table, the others are left open. */
function specialValues({ ptx, special }: Approximation, ftz: boolean): InstructionCase {
  const results = new Map(special);
  return instruction(`${ptx}${ftz ? '.ftz' : ''}.f32`, 'f32', ['f32'], a => {
    const v = decode('f32', a);
    if (v.kind === 'nan') return NAN;
    return results.get(encode('f32', ftz ? flushed('f32', v) : v)) ?? null;
  });
}

function casesOf(item: Approximation): InstructionCase[] {
  const flushing = item.hasFlushing ? [false, true] : [false];
  const special = item.special.length === 0 ? [] : flushing.map(ftz => specialValues(item, ftz));
  return [...flushing.map(ftz => approximate(item, ftz)), ...special];
}

/** Two elements at once give what each gives: the emulator rounds the exact result. */
const pairs = APPROXIMATIONS.flatMap(item =>
  item.type === 'f32' ? [] : [bothElements(approximate(item, false), item.type)],
);

/** The upper words of source and result; the manual allows an error and does not bound it. */
const upperWord = (pattern: bigint): bigint => (pattern >> 32n) << 32n;
const seed = (ptx: string, run: (v: Exact) => Exact): InstructionCase =>
  instruction(ptx, 'f64', ['f64'], a => {
    const v = run(flushed('f64', decode('f64', upperWord(a))));
    return v.kind === 'nan' ? 0x7fffffff00000000n : upperWord(encode('f64', flushed('f64', v)));
  });
const ONE_EXACTLY: Exact = { kind: 'finite', integer: 1n, exponent: 0, sign: 1 };
const rounded = (type: FloatName, v: Exact): Exact => decode(type, encode(type, v));
/** Rounded twice, as the emulator does. */
const inverseRoot = (v: Exact): Exact => divide(ONE_EXACTLY, rounded('f64', squareRoot(v)));

export const APPROXIMATE_CASES: readonly InstructionCase[] = [
  ...APPROXIMATIONS.flatMap(casesOf),
  ...pairs,
  seed('rcp.approx.ftz.f64', v => rounded('f64', divide(ONE_EXACTLY, v))),
  seed('rsqrt.approx.ftz.f64', v => rounded('f64', inverseRoot(v))),
  instruction('rsqrt.approx.f64', 'f64', ['f64'], a => winningNan([a]) ?? encode('f64', inverseRoot(decode('f64', a)))),
];
