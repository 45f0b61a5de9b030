/**
 * Constant expressions (PTX ISA, "Constant Expressions"): C's operators on 64-bit integers, signed unless an operand is
 * unsigned, and on doubles. `WARP_SZ` is a constant too.
 */

import { CODE, isDigit } from './characters.ts';
import { type Constant, combine, integer, isTrue, truth } from './constant-arithmetic.ts';
import type { Scanner } from './scanner.ts';

/** Operators by priority, loosest first; in each level longer signs come first. */
const BINARY: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<=', '>=', '<', '>'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const DEEPEST = 64;

export class ConstantReader {
  readonly #scanner: Scanner;
  readonly #literal: () => Constant;
  #depth = 0;

  /** `literal` reads a number. */
  constructor(scanner: Scanner, literal: () => Constant) {
    this.#scanner = scanner;
    this.#literal = literal;
  }

  /** `a ? b : c`, and everything that binds closer. */
  read(): Constant {
    if (++this.#depth > DEEPEST) this.#scanner.fail(`constants nest deeper than ${DEEPEST}`);
    const condition = this.#binary(0);
    let value = condition;
    if (this.#scanner.take(CODE.question)) {
      const yes = this.read();
      this.#scanner.expect(CODE.colon, 'between the values of a condition');
      const no = this.read();
      value = isTrue(condition) ? yes : no;
    }
    this.#depth--;
    return value;
  }

  #binary(level: number): Constant {
    if (level === BINARY.length) return this.#unary();
    let left = this.#binary(level + 1);
    for (let sign = this.#sign(level); sign !== null; sign = this.#sign(level)) {
      const start = this.#scanner.position;
      this.#scanner.position += sign.length;
      const combined = combine(sign, left, this.#binary(level + 1));
      left = typeof combined === 'string' ? this.#scanner.fail(combined, start) : combined;
    }
    return left;
  }

  /** The operator of this level that comes next; `<` is none where `<<` stands, nor `&` where `&&` does. */
  #sign(level: number): string | null {
    const scanner = this.#scanner;
    scanner.peek();
    const { text, position } = scanner;
    const sign = BINARY[level].find(s => text.startsWith(s, position)) ?? null;
    const isLonger = sign?.length === 1 && text[position + 1] === sign && '|&<>'.includes(sign);
    return isLonger ? null : sign;
  }

  #unary(): Constant {
    const scanner = this.#scanner;
    const code = scanner.peek();
    const start = scanner.position;
    if (code === CODE.openParen) return this.#parenthesised();
    if (code !== CODE.minus && code !== CODE.plus && code !== CODE.bang && code !== CODE.tilde) return this.#atom();
    scanner.position++;
    if (++this.#depth > DEEPEST) scanner.fail(`constants nest deeper than ${DEEPEST}`);
    const operand = this.#unary();
    this.#depth--;
    if (code === CODE.bang) return truth(!isTrue(operand));
    if (code === CODE.plus) return operand;
    if (operand.kind === 'integer') {
      return integer(code === CODE.minus ? -operand.value : ~operand.value, operand.unsigned);
    }
    return code === CODE.minus ? { kind: 'float', value: -operand.value } : scanner.fail('~ needs an integer', start);
  }

  /** `(expression)`, or a cast: `(.u64) value`. */
  #parenthesised(): Constant {
    const scanner = this.#scanner;
    scanner.position++;
    if (scanner.peek() !== CODE.dot) {
      const value = this.read();
      scanner.expect(CODE.closeParen, 'at the end of the expression');
      return value;
    }
    const start = scanner.position;
    const type = scanner.directive();
    if (type !== '.s64' && type !== '.u64') scanner.fail("expected '.s64' or '.u64'", start);
    scanner.expect(CODE.closeParen, 'after the type');
    if (++this.#depth > DEEPEST) scanner.fail(`constants nest deeper than ${DEEPEST}`);
    const operand = this.#unary();
    this.#depth--;
    if (operand.kind === 'float') scanner.fail('a cast needs an integer', start);
    return integer(operand.value as bigint, type === '.u64');
  }

  #atom(): Constant {
    const scanner = this.#scanner;
    const code = scanner.peek();
    if (isDigit(code) || code === CODE.dot) return this.#literal();
    const start = scanner.position;
    if (scanner.word() === 'WARP_SZ') return integer(32n, false);
    scanner.position = start;
    return scanner.failExpecting('a number');
  }
}
