/** Results of float arithmetic: exact values, rounded once, for every set of modifiers. */
import { add, compare, divide, multiply, negate, squareRoot } from './exact-arithmetic.ts';
import { decode, type Exact, encode, type FloatName, FORMATS, type RoundingMode } from './exact-float.ts';
import { type InstructionCase, instruction } from './instruction-case.ts';
import { strongestFirst, winningNan } from './kept-nan.ts';
import { bothElements } from './packed-cases.ts';

type Exactly = (values: readonly Exact[], mode: RoundingMode) => Exact;
interface Operation {
  readonly sources: number;
  readonly run: Exactly;
}

const ONE: Exact = { kind: 'finite', integer: 1n, exponent: 0, sign: 1 };
const OPERATIONS = {
  add: { sources: 2, run: ([a, b], mode) => add(a, b, mode) },
  sub: { sources: 2, run: ([a, b], mode) => add(a, negate(b), mode) },
  mul: { sources: 2, run: ([a, b]) => multiply(a, b) },
  fma: { sources: 3, run: ([a, b, c], mode) => add(multiply(a, b), c, mode) },
  mad: { sources: 3, run: ([a, b, c], mode) => add(multiply(a, b), c, mode) },
  div: { sources: 2, run: ([a, b]) => divide(a, b) },
  rcp: { sources: 1, run: ([a]) => divide(ONE, a) },
  sqrt: { sources: 1, run: ([a]) => squareRoot(a) },
} as const satisfies Readonly<Record<string, Operation>>;

/** Modifiers in the order of the manual: `rn`, `rm.ftz.sat`, `rn.oob.relu`. */
const modeOf = (modifiers: string): RoundingMode => /^r[nzmp]/.exec(modifiers)?.[0] as RoundingMode;
const has = (modifiers: string, word: string): boolean => modifiers.split('.').includes(word);

/** 2^e, e the exponent of the least normal number. */
const leastNormal = (type: FloatName): Exact => {
  const { bits, mantissaBits } = FORMATS[type];
  return { kind: 'finite', integer: 1n, exponent: 2 - 2 ** (bits - 2 - mantissaBits), sign: 1 };
};
const magnitude = (v: Exact): Exact => (v.kind !== 'nan' && v.sign < 0 ? negate(v) : v);
export const isSubnormal = (type: FloatName, v: Exact): boolean =>
  v.kind === 'finite' && v.integer !== 0n && compare(magnitude(v), leastNormal(type)) === -1;
/** `.ftz` of a source: what is smaller than the least normal number becomes a zero of its sign. */
export const flushed = (type: FloatName, v: Exact): Exact =>
  v.kind === 'finite' && isSubnormal(type, v) ? { ...v, integer: 0n } : v;

/** `.ftz` of a result: also, unless it becomes the least normal number when all digits are rounded, subnormal or not. */
function flushedResult(type: FloatName, v: Exact, mode: RoundingMode): Exact {
  if (v.kind !== 'finite' || !isSubnormal(type, v)) return v;
  const twice = decode(type, encode(type, { ...v, exponent: v.exponent + 1 }, mode));
  const least = leastNormal(type);
  return compare(magnitude(twice), add(least, least)) === 0 ? v : { ...v, integer: 0n };
}

function clamped(type: FloatName, pattern: bigint, modifiers: string): bigint {
  const v = decode(type, pattern);
  if (has(modifiers, 'relu') && v.kind !== 'nan' && v.sign < 0) return 0n;
  if (!has(modifiers, 'sat')) return pattern;
  if (v.kind === 'nan' || v.sign < 0) return 0n;
  return compare(v, ONE) === 1 ? encode(type, ONE) : pattern;
}

/** The fill of tensor copies outside of the tensor. */
const isOutOfBounds = (pattern: bigint): boolean => (pattern & 0x7fffn) === 0x7ff7n;

function resultOf(type: FloatName, { run }: Operation, modifiers: string) {
  const mode = modeOf(modifiers);
  const ftz = has(modifiers, 'ftz');
  return (values: readonly Exact[]): bigint => {
    const result = run(ftz ? values.map(v => flushed(type, v)) : values, mode);
    return clamped(type, encode(type, ftz ? flushedResult(type, result, mode) : result, mode), modifiers);
  };
}

function arithmetic(name: keyof typeof OPERATIONS, type: FloatName, modifiers: string): InstructionCase {
  const operation = OPERATIONS[name];
  const result = resultOf(type, operation, modifiers);
  const from = Array.from({ length: operation.sources }, () => type);
  return instruction(`${name}.${modifiers}.${type}`, type, from, (...patterns) => {
    if (has(modifiers, 'oob') && patterns.slice(0, 2).some(isOutOfBounds)) return 0n;
    const nan = type === 'f64' ? winningNan(strongestFirst(name, patterns)) : null;
    return nan ?? result(patterns.map(p => decode(type, p)));
  });
}

/** The factors or the first term are of the small type. */
function mixed(name: 'add' | 'sub' | 'fma', small: 'f16' | 'bf16', modifiers: string): InstructionCase {
  const operation = OPERATIONS[name];
  const result = resultOf('f32', operation, modifiers);
  const from = [...Array.from({ length: operation.sources - 1 }, () => small), 'f32' as const];
  return instruction(`${name}.${modifiers}.f32.${small}`, 'f32', from, (...patterns) =>
    result(patterns.map((p, i) => decode(from[i], p))),
  );
}

const MODES = ['rn', 'rz', 'rm', 'rp'];
const EACH_WITH = (words: readonly string[]): string[] =>
  MODES.flatMap(mode => ['', ...words].map(word => (word === '' ? mode : `${mode}.${word}`)));
const SUMS = ['add', 'sub', 'mul', 'fma', 'mad'] as const;
const PRODUCTS = ['add', 'sub', 'mul', 'fma'] as const;
const QUOTIENTS = ['div', 'rcp', 'sqrt'] as const;

const halves = (type: 'f16' | 'bf16'): InstructionCase[] => {
  const common = type === 'f16' ? ['rn', 'rn.sat', 'rn.ftz', 'rn.ftz.sat'] : ['rn'];
  const fused = [...common, 'rn.relu', 'rn.oob', 'rn.oob.relu', ...(type === 'f16' ? ['rn.ftz.relu'] : [])];
  const forms = PRODUCTS.flatMap(name =>
    (name === 'fma' ? fused : common).map(modifiers => arithmetic(name, type, modifiers)),
  );
  return [...forms, ...forms.map(form => bothElements(form, type))];
};

const unnamedRounding = (item: InstructionCase): InstructionCase => ({ ...item, ptx: item.ptx.replace('.rn', '') });

export const ARITHMETIC_CASES: readonly InstructionCase[] = [
  ...SUMS.flatMap(name => EACH_WITH(['ftz', 'sat', 'ftz.sat']).map(modifiers => arithmetic(name, 'f32', modifiers))),
  ...QUOTIENTS.flatMap(name => EACH_WITH(['ftz']).map(modifiers => arithmetic(name, 'f32', modifiers))),
  ...[...SUMS, ...QUOTIENTS].flatMap(name => MODES.map(mode => arithmetic(name, 'f64', mode))),
  ...PRODUCTS.flatMap(name =>
    EACH_WITH(['ftz']).map(modifiers => bothElements(arithmetic(name, 'f32', modifiers), 'f32')),
  ),
  ...halves('f16'),
  ...halves('bf16'),
  ...(['add', 'sub', 'mul'] as const).flatMap(name =>
    (['f32', 'f64', 'f16', 'bf16'] as const).map(type => unnamedRounding(arithmetic(name, type, 'rn'))),
  ),
  ...(['add', 'sub', 'fma'] as const).flatMap(name =>
    (['f16', 'bf16'] as const).flatMap(small => EACH_WITH(['sat']).map(modifiers => mixed(name, small, modifiers))),
  ),
];
