/**
 * A formula's value for every index. Integers are exact and of any size until they are stored; a real number anywhere
 * makes a result real (double precision). `//` and `%` round down, `/` is real. Work is bounded: each element and each
 * term of a sum costs as many steps as its formula has parts.
 */
import { err, ok, type Result } from '../../base/result.ts';
import type { BinaryOperator, Formula, FormulaError, FunctionName } from './formula.ts';

export type FormulaValue = bigint | number;

export interface FormulaScope {
  readonly scalars: ReadonlyMap<string, FormulaValue>;
  /** Element `index` of a buffer; null outside of it. */
  readonly element: (buffer: string, index: number) => FormulaValue | null;
}

/** A second or two. */
const MOST_STEPS = 2e7;
/** No honest integer of a kernel has more; products and powers beyond would grow without end. */
const MOST_BITS = 1024;
const LARGEST = 1n << BigInt(MOST_BITS);

class Refusal {
  readonly error: FormulaError;
  constructor(message: string, column: number) {
    this.error = { message, column };
  }
}

/** Hands each of the elements 0 to `length` - 1 to `store`; the error says for which element. Names are known to exist. */
export function evaluateFormula(
  formula: Formula,
  length: number,
  scope: FormulaScope,
  store: (index: number, value: FormulaValue) => void,
): Result<null, FormulaError> {
  const machine = new Machine(scope);
  const value = machine.compile(formula);
  const cost = costOf(formula);
  let index = 0;
  try {
    for (; index < length; index++) {
      machine.index = BigInt(index);
      machine.spend(cost, formula.column);
      store(index, value());
    }
    return ok(null);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return err({ ...refusal.error, message: `element ${index}: ${refusal.error.message}` });
  }
}

/** Parts of a formula. */
function costOf(formula: Formula): number {
  let cost = 1;
  for (const value of Object.values(formula)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && 'kind' in child) cost += costOf(child as Formula);
    }
  }
  return cost;
}

type Thunk = () => FormulaValue;

class Machine {
  readonly #scope: FormulaScope;
  /** Values of names, by slot: `i` has the first. */
  readonly #values: FormulaValue[] = [0n];
  #steps = 0;

  constructor(scope: FormulaScope) {
    this.#scope = scope;
  }

  set index(value: bigint) {
    this.#values[0] = value;
  }

  spend(steps: number, column: number): void {
    this.#steps += steps;
    if (this.#steps > MOST_STEPS) throw new Refusal(`more than ${MOST_STEPS} steps: too much to compute here`, column);
  }

  /** `counted`: slots of the names that enclosing sums count with. */
  compile(formula: Formula, counted: ReadonlyMap<string, number> = NONE): Thunk {
    switch (formula.kind) {
      case 'integer':
      case 'real': {
        const { value } = formula;
        return () => value;
      }
      case 'name':
        return this.#name(formula.name, counted);
      case 'element':
        return this.#element(formula, counted);
      case 'unary': {
        const operand = this.compile(formula.operand, counted);
        return () => unary(formula.operator, operand(), formula.column);
      }
      case 'binary':
        return this.#binary(formula, counted);
      case 'choice': {
        const [condition, yes, no] = [formula.condition, formula.yes, formula.no].map(part =>
          this.compile(part, counted),
        );
        return () => (truth(condition()) ? yes() : no());
      }
      case 'call': {
        const parts = formula.arguments.map(part => this.compile(part, counted));
        return () => call(formula.name, parts[0](), parts[1]?.() ?? 0n);
      }
      case 'sum':
        return this.#sum(formula, counted);
    }
  }

  #name(name: string, counted: ReadonlyMap<string, number>): Thunk {
    const slot = counted.get(name) ?? (name === 'i' ? 0 : undefined);
    const values = this.#values;
    if (slot !== undefined) return () => values[slot];
    const scalar = this.#scope.scalars.get(name) ?? Number.NaN;
    return () => scalar;
  }

  #element(
    { buffer, index, column }: Extract<Formula, { kind: 'element' }>,
    counted: ReadonlyMap<string, number>,
  ): Thunk {
    const at = this.compile(index, counted);
    const { element } = this.#scope;
    return () => {
      const place = Number(at());
      const value = Number.isInteger(place) ? element(buffer, place) : null;
      if (value === null) throw new Refusal(`'${buffer}' has no element ${place}`, column);
      return value;
    };
  }

  #binary(
    { operator, left, right, column }: Extract<Formula, { kind: 'binary' }>,
    counted: ReadonlyMap<string, number>,
  ): Thunk {
    const [a, b] = [this.compile(left, counted), this.compile(right, counted)];
    if (operator === '&&') return () => (truth(a()) && truth(b()) ? 1n : 0n);
    if (operator === '||') return () => (truth(a()) || truth(b()) ? 1n : 0n);
    if (isComparison(operator)) {
      const compare = COMPARE[operator];
      return () => (compare(a(), b()) ? 1n : 0n);
    }
    const apply = arithmetic(operator);
    return () => apply(a(), b(), column);
  }

  #sum(
    { name, from, to, term, column }: Extract<Formula, { kind: 'sum' }>,
    counted: ReadonlyMap<string, number>,
  ): Thunk {
    const [first, last] = [this.compile(from, counted), this.compile(to, counted)];
    const slot = this.#values.push(0n) - 1;
    const value = this.compile(term, new Map(counted).set(name, slot));
    const values = this.#values;
    const cost = costOf(term);
    const add = arithmetic('+');
    return () => {
      const end = last();
      let total: FormulaValue = 0n;
      for (let k = asInteger(first(), column); k < end; k++) {
        this.spend(cost, column);
        values[slot] = k;
        total = add(total, value(), column);
      }
      return total;
    };
  }
}

const NONE: ReadonlyMap<string, number> = new Map();

const truth = (value: FormulaValue): boolean => value !== 0n && value !== 0;

function asInteger(value: FormulaValue, column: number): bigint {
  if (typeof value === 'bigint') return value;
  if (Number.isInteger(value)) return BigInt(value);
  throw new Refusal(`${value} is no integer`, column);
}

function unary(operator: '-' | '!' | '~', value: FormulaValue, column: number): FormulaValue {
  if (operator === '!') return truth(value) ? 0n : 1n;
  return operator === '-' ? -value : ~asInteger(value, column);
}

function bounded(value: bigint, column: number): bigint {
  if (value < LARGEST && value > -LARGEST) return value;
  throw new Refusal(`an integer of more than ${MOST_BITS} bits`, column);
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

/** Between an integer and a real as well: JavaScript compares them exactly. */
const COMPARE: Readonly<Record<ComparisonOperator, (a: FormulaValue, b: FormulaValue) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '==': (a, b) => a <= b && a >= b,
  '!=': (a, b) => !(a <= b && a >= b),
};

const isComparison = (operator: BinaryOperator): operator is ComparisonOperator => Object.hasOwn(COMPARE, operator);

/** Two integers stay integers; bits want integers, whatever they come as. */
function arithmetic(operator: ArithmeticOperator): Operation<FormulaValue> {
  const integer = INTEGER[operator];
  const real = REAL[operator];
  return (a, b, column) => {
    if (typeof a === 'bigint' && typeof b === 'bigint') return integer(a, b, column);
    return real ? real(Number(a), Number(b), column) : integer(asInteger(a, column), asInteger(b, column), column);
  };
}

function floorDivision(a: bigint, b: bigint, column: number): bigint {
  if (b === 0n) throw new Refusal('division by zero', column);
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

function power(a: bigint, b: bigint, column: number): bigint {
  const bits = BigInt(a.toString(2).length);
  if (a < -1n || a > 1n) if ((bits - 1n) * b > MOST_BITS) bounded(LARGEST, column);
  return bounded(a ** b, column);
}

function shift(by: bigint, column: number): bigint {
  if (by < 0n || by > MOST_BITS) throw new Refusal(`a shift by ${by}`, column);
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

function call(name: FunctionName, a: FormulaValue, b: FormulaValue): FormulaValue {
  if (name === 'min') return a <= b ? a : b;
  if (name === 'max') return a >= b ? a : b;
  if (name === 'abs') return a < 0 ? -a : a;
  const real = CALLS[name];
  if (real) return real(Number(a));
  // To an integer, which an integer is already.
  if (typeof a === 'bigint') return a;
  const whole = name === 'floor' ? Math.floor(a) : name === 'ceil' ? Math.ceil(a) : Math.round(a);
  return Number.isFinite(whole) ? BigInt(whole) : whole;
}
