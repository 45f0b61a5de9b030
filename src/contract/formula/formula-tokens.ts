/** A formula's text cut into numbers, names and signs. */
import type { Formula, FormulaError } from './formula.ts';

export interface FormulaToken {
  readonly kind: 'number' | 'name' | 'sign' | 'end';
  readonly text: string;
  readonly column: number;
}

/** Thrown to the parser's door, and data from there on. */
export class FormulaRefusal {
  readonly error: FormulaError;
  constructor(message: string, column: number) {
    this.error = { message, column };
  }
}

const TOKEN =
  /\s*(?:(0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|(\*\*|\/\/|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>&|^!~?:()[\],]))/y;

export function tokensOf(text: string): FormulaToken[] {
  const tokens: FormulaToken[] = [];
  const end = text.trimEnd().length;
  let at = 0;
  while (at < end) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) {
      const column = at + (text.slice(at).length - text.slice(at).trimStart().length) + 1;
      throw new FormulaRefusal(`'${text[column - 1]}' has no meaning here`, column);
    }
    at = TOKEN.lastIndex;
    const found = match[1] ?? match[2] ?? match[3];
    const kind = match[1] !== undefined ? 'number' : match[2] !== undefined ? 'name' : 'sign';
    tokens.push({ kind, text: found, column: at - found.length + 1 });
  }
  tokens.push({ kind: 'end', text: '', column: end + 1 });
  return tokens;
}

/** An integer is exact; with a point or an exponent it is a double. */
export const numberOf = (text: string, column: number): Formula =>
  /^0[xX]|^\d+$/.test(text)
    ? { kind: 'integer', column, value: BigInt(text) }
    : { kind: 'real', column, value: Number(text) };
