/**
 * Text to tree, by precedence climbing. The grammar is C's with two of Python's: `**` and the flooring `//`; bitwise
 * operators bind tighter than comparisons, as in Python.
 */
import { err, ok, type Result } from '../../base/result.ts';
import { type BinaryOperator, type Formula, type FormulaError, FUNCTIONS, type FunctionName } from './formula.ts';
import { FormulaRefusal, type FormulaToken, numberOf, tokensOf } from './formula-tokens.ts';

const MOST_CHARACTERS = 2000;
const DEEPEST = 100;

/** How tightly each binary operator binds. */
const STRENGTH: Readonly<Record<BinaryOperator, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  '|': 4,
  '^': 5,
  '&': 6,
  '<<': 7,
  '>>': 7,
  '+': 8,
  '-': 8,
  '*': 9,
  '/': 9,
  '//': 9,
  '%': 9,
  '**': 11,
};
/** Strength between those of `*` and `**`: -2 ** 2 is -4. */
const UNARY_STRENGTH = 10;

export function parseFormula(text: string): Result<Formula, FormulaError> {
  if (text.length > MOST_CHARACTERS) {
    return err({ message: `${text.length} characters; a formula has at most ${MOST_CHARACTERS}`, column: 1 });
  }
  try {
    return ok(new Parser(tokensOf(text)).whole());
  } catch (refusal) {
    if (refusal instanceof FormulaRefusal) return err(refusal.error);
    throw refusal;
  }
}

class Parser {
  readonly #tokens: readonly FormulaToken[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly FormulaToken[]) {
    this.#tokens = tokens;
  }

  whole(): Formula {
    const formula = this.#choice();
    if (this.#next.kind === 'end') return formula;
    return this.#fail(`expected an operator, not '${this.#next.text}'`);
  }

  get #next(): FormulaToken {
    return this.#tokens[this.#at];
  }

  #fail(message: string, { column }: { readonly column: number } = this.#next): never {
    throw new FormulaRefusal(message, column);
  }

  #take(sign: string): boolean {
    const { kind, text } = this.#next;
    if (kind !== 'sign' || text !== sign) return false;
    this.#at++;
    return true;
  }

  #expect(sign: string): void {
    const { kind, text } = this.#next;
    if (!this.#take(sign)) this.#fail(`expected '${sign}'${kind === 'end' ? ' before the end' : `, not '${text}'`}`);
  }

  #choice(): Formula {
    if (++this.#depth > DEEPEST) this.#fail('nested too deeply');
    const { column } = this.#next;
    const condition = this.#binary(1);
    this.#depth--;
    if (!this.#take('?')) return condition;
    const yes = this.#choice();
    this.#expect(':');
    const no = this.#nested(() => this.#choice());
    return { kind: 'choice', column, condition, yes, no };
  }

  /** One level deeper, for what repeats without brackets: `a ? b : c ? d : …`, `- - - a`, `a ** b ** c`. */
  #nested(parse: () => Formula): Formula {
    if (++this.#depth > DEEPEST) this.#fail('nested too deeply');
    const formula = parse();
    this.#depth--;
    return formula;
  }

  #binary(weakest: number): Formula {
    let left = this.#unary();
    for (;;) {
      const { kind, text, column } = this.#next;
      const strength = kind === 'sign' && Object.hasOwn(STRENGTH, text) ? STRENGTH[text as BinaryOperator] : 0;
      if (strength < weakest) return left;
      this.#at++;
      const right = text === '**' ? this.#nested(() => this.#binary(UNARY_STRENGTH)) : this.#binary(strength + 1);
      left = { kind: 'binary', column, operator: text as BinaryOperator, left, right };
    }
  }

  #unary(): Formula {
    const { column } = this.#next;
    for (const operator of ['-', '!', '~'] as const) {
      if (!this.#take(operator)) continue;
      return { kind: 'unary', column, operator, operand: this.#nested(() => this.#binary(UNARY_STRENGTH)) };
    }
    return this.#primary();
  }

  #primary(): Formula {
    const token = this.#next;
    const { column, text } = token;
    if (this.#take('(')) {
      const inner = this.#choice();
      this.#expect(')');
      return inner;
    }
    if (token.kind === 'end') this.#fail('something is missing here');
    if (token.kind === 'sign') this.#fail(`expected a value, not '${text}'`);
    this.#at++;
    if (token.kind === 'number') return numberOf(text, column);
    if (this.#take('[')) {
      const index = this.#choice();
      this.#expect(']');
      return { kind: 'element', column, buffer: text, index };
    }
    return this.#take('(') ? this.#call(token) : { kind: 'name', column, name: text };
  }

  #call(name: FormulaToken): Formula {
    if (name.text === 'sum') return this.#sum(name.column);
    if (!Object.hasOwn(FUNCTIONS, name.text)) {
      this.#fail(`no function '${name.text}'; there are ${Object.keys(FUNCTIONS).join(', ')}, sum`, name);
    }
    const list = [this.#choice()];
    while (this.#take(',')) list.push(this.#choice());
    this.#expect(')');
    const wanted = FUNCTIONS[name.text as FunctionName];
    if (list.length !== wanted) this.#fail(`${name.text} takes ${wanted}, not ${list.length}`, name);
    return { kind: 'call', column: name.column, name: name.text as FunctionName, arguments: list };
  }

  #sum(column: number): Formula {
    const counted = this.#next;
    if (counted.kind !== 'name') this.#fail('expected a name to count with: sum(k, 0, n, …)');
    this.#at++;
    this.#expect(',');
    const from = this.#choice();
    this.#expect(',');
    const to = this.#choice();
    this.#expect(',');
    const term = this.#choice();
    this.#expect(')');
    return { kind: 'sum', column, name: counted.text, from, to, term };
  }
}
