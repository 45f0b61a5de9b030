/**
 * Formulas of places, in the language of expected values: `(row & 7) ^ (col >> 2)` for a tile, `lane * 128` for a table of
 * lanes. Parsed and computed, never run as code. A name stands for what it is of the index that the language counts with.
 */

import { err, ok, type Result } from '../../base/result.ts';
import { evaluateFormula } from './evaluate-formula.ts';
import { type Formula, type FormulaError, partsOf } from './formula.ts';
import { unknownName } from './formula-names.ts';
import { parseFormula } from './parse-formula.ts';

/** Meaning of a name, given the formula of the index. */
export type NameOf = (index: Formula) => Formula;
type IndexNames = Readonly<Record<string, NameOf>>;

const column = 0;
const INDEX: Formula = { kind: 'name', column, name: 'i' };

const integer = (value: number): Formula => ({ kind: 'integer', column, value: BigInt(value) });
export const constant = (value: number) => (): Formula => integer(value);
export const part =
  (operator: '//' | '%', by: number) =>
  (index: Formula): Formula => ({ kind: 'binary', column, operator, left: index, right: integer(by) });
export const index = (formula: Formula): Formula => formula;

/** Values for the indices 0 to `length` - 1, each a whole number. */
export function wholeNumbers(text: string, names: IndexNames, length: number): Result<number[], FormulaError> {
  const parsed = parseFormula(text);
  if (!parsed.ok) return parsed;
  const unknown = unknownName(parsed.value, { buffers: new Set(), scalars: new Set(Object.keys(names)) });
  if (unknown) return err(unknown);
  const values: number[] = [];
  const scope = { scalars: new Map(), element: () => null };
  const evaluated = evaluateFormula(substituted(parsed.value, names), length, scope, (_, value) =>
    values.push(Number(value)),
  );
  if (!evaluated.ok) return evaluated;
  const broken = values.findIndex(value => !Number.isSafeInteger(value));
  if (broken < 0) return ok(values);
  return err({
    message: `element ${broken}: ${values[broken]} is no whole number; // divides and rounds down`,
    column: 1,
  });
}

function substituted(formula: Formula, names: IndexNames): Formula {
  if (formula.kind === 'name') return Object.hasOwn(names, formula.name) ? names[formula.name](INDEX) : formula;
  if (partsOf(formula).length === 0) return formula;
  const into = (part: Formula): Formula => substituted(part, names);
  switch (formula.kind) {
    case 'unary':
      return { ...formula, operand: into(formula.operand) };
    case 'binary':
      return { ...formula, left: into(formula.left), right: into(formula.right) };
    case 'choice':
      return { ...formula, condition: into(formula.condition), yes: into(formula.yes), no: into(formula.no) };
    case 'call':
      return { ...formula, arguments: formula.arguments.map(into) };
    case 'sum':
      return { ...formula, from: into(formula.from), to: into(formula.to), term: summand(formula, names) };
    default:
      return formula;
  }
}

/** The variable of a sum hides a name of the tile. */
function summand({ name, term }: Extract<Formula, { kind: 'sum' }>, names: IndexNames): Formula {
  const { [name]: _, ...others } = names;
  return substituted(term, others);
}
