/** Formulas for expected values, e.g. `a * x[i] + y[i]` or `sum(k, 0, n, a[i // n * n + k])`: the tree. */

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '//'
  | '%'
  | '**'
  | '<<'
  | '>>'
  | '&'
  | '|'
  | '^'
  | '<'
  | '<='
  | '>'
  | '>='
  | '=='
  | '!='
  | '&&'
  | '||';

export const FUNCTIONS = {
  abs: 1,
  ceil: 1,
  cos: 1,
  exp: 1,
  floor: 1,
  log: 1,
  max: 2,
  min: 2,
  round: 1,
  sin: 1,
  sqrt: 1,
  tanh: 1,
} as const;
export type FunctionName = keyof typeof FUNCTIONS;

/** `column` is 1-based. */
export type Formula = { readonly column: number } & (
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'real'; readonly value: number }
  /** `i`, a scalar of the launch, or what an enclosing `sum` counts. */
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'element'; readonly buffer: string; readonly index: Formula }
  | { readonly kind: 'unary'; readonly operator: '-' | '!' | '~'; readonly operand: Formula }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Formula; readonly right: Formula }
  | { readonly kind: 'choice'; readonly condition: Formula; readonly yes: Formula; readonly no: Formula }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly arguments: readonly Formula[] }
  /** Sum over from <= name < to. */
  | {
      readonly kind: 'sum';
      readonly name: string;
      readonly from: Formula;
      readonly to: Formula;
      readonly term: Formula;
    }
);

export interface FormulaError {
  readonly message: string;
  /** 1-based. */
  readonly column: number;
}

/** Direct parts of a formula, in the order of its text. */
export function partsOf(formula: Formula): readonly Formula[] {
  switch (formula.kind) {
    case 'integer':
    case 'real':
    case 'name':
      return [];
    case 'element':
      return [formula.index];
    case 'unary':
      return [formula.operand];
    case 'binary':
      return [formula.left, formula.right];
    case 'choice':
      return [formula.condition, formula.yes, formula.no];
    case 'call':
      return formula.arguments;
    case 'sum':
      return [formula.from, formula.to, formula.term];
  }
}
