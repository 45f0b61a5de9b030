/** Operators and functions of formulas: exact for integers, in double precision for reals. */
import { assert } from '../../base/assert.ts';
import type { BinaryOperator, FunctionName } from './formula.ts';
import { FormulaRefusal } from './formula-tokens.ts';

export type FormulaValue = bigint | number;

/** No honest integer of a kernel has more; products and powers beyond would grow without end. */
const MOST_BITS = 1024;
const LARGEST = 1n << BigInt(MOST_BITS);

export const truth = (value: FormulaValue): boolean => value !== 0n && value !== 0;

export function asInteger(value: FormulaValue, column: number): bigint {
  if (typeof value === 'bigint') return value;
  if (Number.isInteger(value)) return BigInt(value);
  throw new FormulaRefusal(`${value} is no integer; // divides and rounds down`, column);
}

export function unary(operator: '-' | '!' | '~', value: FormulaValue, column: number): FormulaValue {
  if (operator === '!') return truth(value) ? 0n : 1n;
  return operator === '-' ? -value : ~asInteger(value, column);
}

function bounded(value: bigint, column: number): bigint {
  if (value < LARGEST && value > -LARGEST) return value;
  throw new FormulaRefusal(`an integer of more than ${MOST_BITS} bits`, column);
}

type ComparisonOperator = '<' | '<=' | '>' | '>=' | '==' | '!=';
type ArithmeticOperator = Exclude<BinaryOperator, ComparisonOperator | '&&' | '||'>;
type Operation<T> = (a: T, b: T, column: number) => FormulaValue;

const INTEGER: Readonly<Record<ArithmeticOperator, Operation<bigint>>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b, column) => bounded(a * b, column),
  '/': (a, b) => Number(a) / Number(b),
  '//': (a, b, column) => floorDivision(a, b, column),
  '%': (a, b, column) => a - b * floorDivision(a, b, column),
  '**': (a, b, column) => (b < 0n ? Number(a) ** Number(b) : power(a, b, column)),
  '<<': (a, b, column) => bounded(a << shift(b, column), column),
  '>>': (a, b, column) => a >> shift(b, column),
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
};

const REAL: Readonly<Partial<Record<ArithmeticOperator, Operation<number>>>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '//': (a, b) => Math.floor(a / b),
  '%': (a, b) => a - b * Math.floor(a / b),
  '**': (a, b) => a ** b,
};

/** Compares an integer with a real, too: JavaScript does it exactly. */
const COMPARE: Readonly<Record<ComparisonOperator, Comparison>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '==': (a, b) => a <= b && a >= b,
  '!=': (a, b) => !(a <= b && a >= b),
};

type Comparison = (a: FormulaValue, b: FormulaValue) => boolean;

/** Null for operators that compute. */
export const comparison = (operator: BinaryOperator): Comparison | null =>
  Object.hasOwn(COMPARE, operator) ? COMPARE[operator as ComparisonOperator] : null;

/** Two integers stay integers; bits want integers, whatever they come as. */
export function arithmetic(operator: BinaryOperator): Operation<FormulaValue> {
  assert(Object.hasOwn(INTEGER, operator), `'${operator}' computes nothing`);
  const integer = INTEGER[operator as ArithmeticOperator];
  const real = REAL[operator as ArithmeticOperator];
  return (a, b, column) => {
    if (typeof a === 'bigint' && typeof b === 'bigint') return integer(a, b, column);
    return real ? real(Number(a), Number(b), column) : integer(asInteger(a, column), asInteger(b, column), column);
  };
}

function floorDivision(a: bigint, b: bigint, column: number): bigint {
  if (b === 0n) throw new FormulaRefusal('division by zero', column);
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

function power(a: bigint, b: bigint, column: number): bigint {
  const bits = BigInt(a.toString(2).length);
  if (a < -1n || a > 1n) if ((bits - 1n) * b > MOST_BITS) bounded(LARGEST, column);
  return bounded(a ** b, column);
}

function shift(by: bigint, column: number): bigint {
  if (by < 0n || by > MOST_BITS) throw new FormulaRefusal(`a shift by ${by}`, column);
  return by;
}

const CALLS: Readonly<Partial<Record<FunctionName, (a: number) => number>>> = {
  cos: Math.cos,
  exp: Math.exp,
  log: Math.log,
  sin: Math.sin,
  sqrt: Math.sqrt,
  tanh: Math.tanh,
};

export function call(name: FunctionName, a: FormulaValue, b: FormulaValue): FormulaValue {
  if (name === 'min') return a <= b ? a : b;
  if (name === 'max') return a >= b ? a : b;
  if (name === 'abs') return a < 0 ? -a : a;
  const real = CALLS[name];
  if (real) return real(Number(a));
  // The result is an integer, so an integer stays as it is.
  if (typeof a === 'bigint') return a;
  const whole = name === 'floor' ? Math.floor(a) : name === 'ceil' ? Math.ceil(a) : Math.round(a);
  return Number.isFinite(whole) ? BigInt(whole) : whole;
}
