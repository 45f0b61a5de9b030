/**
 * A formula's value for every index. Integers are exact and of any size until they are stored; a real number anywhere
 * makes a result real (double precision). `//` and `%` round down, `/` is real. Work is bounded: each element and each
 * term of a sum costs as many steps as its formula has parts.
 */
import { err, ok, type Result } from '../../base/result.ts';
import { type Formula, type FormulaError, partsOf } from './formula.ts';
import { arithmetic, asInteger, call, comparison, type FormulaValue, truth, unary } from './formula-arithmetic.ts';

import { FormulaRefusal } from './formula-tokens.ts';

export type { FormulaValue } from './formula-arithmetic.ts';

export interface FormulaScope {
  readonly scalars: ReadonlyMap<string, FormulaValue>;
  /** Element `index` of a buffer; null outside of it. */
  readonly element: (buffer: string, index: number) => FormulaValue | null;
}

/** About a second. */
const MOST_STEPS = 1e7;

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
    if (!(refusal instanceof FormulaRefusal)) throw refusal;
    return err({ ...refusal.error, message: `element ${index}: ${refusal.error.message}` });
  }
}

/** Number of parts of the formula. */
const costOf = (formula: Formula): number => partsOf(formula).reduce((sum, part) => sum + costOf(part), 1);

type Thunk = () => FormulaValue;
type Slots = ReadonlyMap<string, number>;
type Of<K extends Formula['kind']> = Extract<Formula, { readonly kind: K }>;

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
    if (this.#steps > MOST_STEPS)
      throw new FormulaRefusal(`more than ${MOST_STEPS} steps: too much to compute here`, column);
  }

  /** `counted`: slots of the names that enclosing sums count with. */
  compile(formula: Formula, counted: Slots = NONE): Thunk {
    if (formula.kind === 'sum') return this.#sum(formula, counted);
    const [a, b, c] = partsOf(formula).map(part => this.compile(part, counted));
    switch (formula.kind) {
      case 'integer':
      case 'real':
        return constant(formula.value);
      case 'name':
        return this.#name(formula.name, counted);
      case 'element':
        return this.#element(formula, a);
      case 'unary':
        return () => unary(formula.operator, a(), formula.column);
      case 'binary':
        return binary(formula, a, b);
      case 'choice':
        return () => (truth(a()) ? b() : c());
      case 'call':
        return () => call(formula.name, a(), b?.() ?? 0n);
    }
  }

  #name(name: string, counted: Slots): Thunk {
    const slot = counted.get(name) ?? (name === 'i' ? 0 : undefined);
    const values = this.#values;
    if (slot !== undefined) return () => values[slot];
    return constant(this.#scope.scalars.get(name) ?? Number.NaN);
  }

  #element({ buffer, column }: Of<'element'>, index: Thunk): Thunk {
    const { element } = this.#scope;
    return () => {
      const place = Number(index());
      if (!Number.isInteger(place))
        throw new FormulaRefusal(`${place} is no place in '${buffer}'; // divides and rounds down`, column);
      const value = element(buffer, place);
      if (value === null) throw new FormulaRefusal(`'${buffer}' has no element ${place}`, column);
      return value;
    };
  }

  #sum({ name, from, to, term, column }: Of<'sum'>, counted: Slots): Thunk {
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

const NONE: Slots = new Map();

const constant =
  (value: FormulaValue): Thunk =>
  () =>
    value;

function binary({ operator, column }: Of<'binary'>, a: Thunk, b: Thunk): Thunk {
  if (operator === '&&') return () => (truth(a()) && truth(b()) ? 1n : 0n);
  if (operator === '||') return () => (truth(a()) || truth(b()) ? 1n : 0n);
  const compare = comparison(operator);
  if (compare) return () => (compare(a(), b()) ? 1n : 0n);
  const apply = arithmetic(operator);
  return () => apply(a(), b(), column);
}
