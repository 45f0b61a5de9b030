/** Are all names in a formula known? Checked before anything is computed, so that it can be said as the formula is typed. */
import { type Formula, type FormulaError, partsOf } from './formula.ts';

export interface KnownNames {
  readonly buffers: ReadonlySet<string>;
  readonly scalars: ReadonlySet<string>;
}

/** The first name that is not known, or is not used as what it is; null when all is well. */
export function unknownName(formula: Formula, known: KnownNames, counted: readonly string[] = []): FormulaError | null {
  const own = ownProblem(formula, known, counted);
  if (own) return own;
  for (const part of partsOf(formula)) {
    const isTerm = formula.kind === 'sum' && part === formula.term;
    const error = unknownName(part, known, isTerm ? [...counted, formula.name] : counted);
    if (error) return error;
  }
  return null;
}

function ownProblem(formula: Formula, known: KnownNames, counted: readonly string[]): FormulaError | null {
  if (formula.kind === 'element') return bufferProblem(formula, known);
  if (formula.kind !== 'name' || formula.name === 'i' || counted.includes(formula.name)) return null;
  return scalarProblem(formula, known);
}

/** The buffers whose elements a formula takes. */
export function buffersIn(formula: Formula): Set<string> {
  const names = new Set(partsOf(formula).flatMap(part => [...buffersIn(part)]));
  return formula.kind === 'element' ? names.add(formula.buffer) : names;
}

function scalarProblem({ name, column }: { readonly name: string; readonly column: number }, known: KnownNames) {
  if (known.scalars.has(name)) return null;
  const message = known.buffers.has(name)
    ? `'${name}' is a buffer: take one element, as in ${name}[i]`
    : `no scalar '${name}'; known are ${['i', ...known.scalars].join(', ')}`;
  return { message, column };
}

function bufferProblem({ buffer, column }: { readonly buffer: string; readonly column: number }, known: KnownNames) {
  if (known.buffers.has(buffer)) return null;
  return { message: `no buffer '${buffer}'; known are ${[...known.buffers].join(', ') || 'none'}`, column };
}
