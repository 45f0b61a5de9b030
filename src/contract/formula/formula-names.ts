/** Are all names in a formula known? Checked before anything is computed, so that it can be said as the formula is typed. */
import type { Formula, FormulaError } from './formula.ts';

export interface KnownNames {
  readonly buffers: ReadonlySet<string>;
  readonly scalars: ReadonlySet<string>;
}

/** The first name that is not known, or is not used as what it is; null when all is well. */
export function unknownName(formula: Formula, known: KnownNames, counted: readonly string[] = []): FormulaError | null {
  const inner = (...parts: readonly Formula[]): FormulaError | null => {
    for (const part of parts) {
      const error = unknownName(part, known, counted);
      if (error) return error;
    }
    return null;
  };
  switch (formula.kind) {
    case 'integer':
    case 'real':
      return null;
    case 'name':
      return counted.includes(formula.name) || formula.name === 'i' ? null : scalarProblem(formula, known);
    case 'element':
      return bufferProblem(formula, known) ?? inner(formula.index);
    case 'unary':
      return inner(formula.operand);
    case 'binary':
      return inner(formula.left, formula.right);
    case 'choice':
      return inner(formula.condition, formula.yes, formula.no);
    case 'call':
      return inner(...formula.arguments);
    case 'sum':
      return inner(formula.from, formula.to) ?? unknownName(formula.term, known, [...counted, formula.name]);
  }
}

/** The buffers whose elements a formula takes. */
export function buffersIn(formula: Formula): Set<string> {
  const names = new Set<string>();
  const collect = (part: Formula): void => {
    for (const value of Object.values(part)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof child === 'object' && child !== null && 'kind' in child) collect(child as Formula);
      }
    }
    if (part.kind === 'element') names.add(part.buffer);
  };
  collect(formula);
  return names;
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
