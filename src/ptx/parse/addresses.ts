/** Addresses in `[ ]` (PTX ISA, "Addresses as Operands"). */
import type { Operand } from './ast.ts';
import { CODE } from './characters.ts';
import { beginsConstant, type LiteralReader } from './literals.ts';
import type { FunctionNames } from './names.ts';
import type { Scanner } from './scanner.ts';

export type AddressOperand = Extract<Operand, { readonly kind: 'address' }>;

export class AddressReader {
  readonly #scanner: Scanner;
  readonly #literals: LiteralReader;
  readonly #names: FunctionNames;

  constructor(scanner: Scanner, literals: LiteralReader, names: FunctionNames) {
    this.#scanner = scanner;
    this.#literals = literals;
    this.#names = names;
  }

  /** Reads what follows '[', up to but without what ends or continues it. */
  read(): AddressOperand {
    const scanner = this.#scanner;
    const code = scanner.peek();
    if (beginsConstant(code)) return { kind: 'address', base: null, byteOffset: this.#literals.integer() };
    const start = scanner.position;
    const base = this.#names.resolve(scanner.dottedName('an address'), start);
    if (base.kind !== 'register' && base.kind !== 'symbol') return scanner.fail('this cannot be an address', start);
    const hasOffset = scanner.take(CODE.plus) || scanner.peek() === CODE.minus;
    const byteOffset = hasOffset ? this.#literals.integer() : 0n;
    return { kind: 'address', base: { kind: base.kind, name: base.name }, byteOffset };
  }

  /** Reads what follows ']': `.unified`, a promise that changes no value. */
  skipPromise(): void {
    const scanner = this.#scanner;
    if (scanner.peek() !== CODE.dot) return;
    const start = scanner.position;
    if (scanner.directive() !== '.unified') scanner.fail("expected '.unified' or a comma", start);
  }
}
