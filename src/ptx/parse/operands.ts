/** Operands of one instruction (PTX ISA, "Instruction Operands"). */
import type { Operand } from './ast.ts';
import { CODE } from './characters.ts';
import { beginsConstant, isOperator, type LiteralReader } from './literals.ts';
import type { FunctionNames } from './names.ts';
import type { Scanner } from './scanner.ts';

type AddressOperand = Extract<Operand, { readonly kind: 'address' }>;

const SINK: Operand = { kind: 'sink' };
/** `{ }`, `( )` and `[ ]` inside each other; the deepest real form is a coordinate vector in an address. */
const DEEPEST = 4;

export class OperandReader {
  readonly #scanner: Scanner;
  readonly #literals: LiteralReader;
  readonly #names: FunctionNames;
  #floatBits: 32 | 64 = 32;
  #hasLists = false;

  constructor(scanner: Scanner, literals: LiteralReader, names: FunctionNames) {
    this.#scanner = scanner;
    this.#literals = literals;
    this.#names = names;
  }

  /** Everything up to and with the ';'. Decimal floats become patterns of `floatBits`. Only calls have lists in `( )`. */
  operands(floatBits: 32 | 64, hasLists: boolean): Operand[] {
    const list: Operand[] = [];
    this.#floatBits = floatBits;
    this.#hasLists = hasLists;
    if (this.#scanner.take(CODE.semicolon)) return list;
    do this.#append(list, 0);
    while (this.#scanner.take(CODE.comma));
    this.#scanner.expect(CODE.semicolon, 'or an operand behind a comma');
    return list;
  }

  #append(list: Operand[], depth: number): void {
    const scanner = this.#scanner;
    const code = scanner.peek();
    if (depth > DEEPEST) scanner.fail(`operands nest deeper than ${DEEPEST}`);
    if (code === CODE.openBracket) list.push(this.#brackets(depth));
    else if (code === CODE.openBrace) list.push({ kind: 'vector', elements: this.#group(CODE.closeBrace, depth) });
    else if (code === CODE.openParen && this.#hasLists)
      list.push({ kind: 'list', elements: this.#group(CODE.closeParen, depth) });
    else if (code === CODE.bang && this.#isPredicateNext()) list.push(this.#negated());
    else if (beginsConstant(code)) list.push(this.#literals.constant(this.#floatBits));
    else this.#appendNamed(list);
  }

  /** The elements behind an opening mark, up to and with the closing one. */
  #group(close: number, depth: number): Operand[] {
    const scanner = this.#scanner;
    const elements: Operand[] = [];
    scanner.position++;
    if (scanner.take(close)) return elements;
    do this.#append(elements, depth + 1);
    while (scanner.take(CODE.comma));
    scanner.expect(close, 'or an operand behind a comma');
    return elements;
  }

  /** Behind '!' stands a predicate, unless a constant does. */
  #isPredicateNext(): boolean {
    const scanner = this.#scanner;
    const start = scanner.position++;
    const code = scanner.peek();
    scanner.position = start;
    return !beginsConstant(code);
  }

  /** `!predicate`. */
  #negated(): Operand {
    const scanner = this.#scanner;
    scanner.position++;
    scanner.peek();
    const start = scanner.position;
    return { kind: 'negated', name: this.#names.predicate(scanner.name('a predicate register'), start) };
  }

  /** `[address]`, perhaps `[address].unified`; `[address, {coordinates}]` becomes a vector of the address and what follows it. */
  #brackets(depth: number): Operand {
    const scanner = this.#scanner;
    scanner.position++;
    const address = this.#address();
    if (scanner.take(CODE.closeBracket)) {
      if (scanner.peek() === CODE.dot) this.#unified();
      return address;
    }
    const elements: Operand[] = [address];
    while (scanner.take(CODE.comma)) this.#append(elements, depth + 1);
    scanner.expect(CODE.closeBracket, 'at the end of the address');
    return { kind: 'vector', elements };
  }

  /** A promise about the address that changes no value. */
  #unified(): void {
    const start = this.#scanner.position;
    if (this.#scanner.directive() !== '.unified') this.#scanner.fail("expected '.unified' or a comma", start);
  }

  #address(): AddressOperand {
    const scanner = this.#scanner;
    const code = scanner.peek();
    if (beginsConstant(code)) {
      return { kind: 'address', base: null, byteOffset: this.#literals.integer() };
    }
    const start = scanner.position;
    const base = this.#names.resolve(this.#name('an address'), start);
    if (base.kind !== 'register' && base.kind !== 'symbol') return scanner.fail('this cannot be an address', start);
    const hasOffset = scanner.take(CODE.plus) || scanner.peek() === CODE.minus;
    const byteOffset = hasOffset ? this.#literals.integer() : 0n;
    return { kind: 'address', base: { kind: base.kind, name: base.name }, byteOffset };
  }

  /** `name`, `name+4`, `_`, `name|name`. */
  #appendNamed(list: Operand[]): void {
    const scanner = this.#scanner;
    const start = scanner.position;
    const name = this.#name('an operand');
    const code = scanner.peek();
    if (code === CODE.bar) {
      scanner.position++;
      const second = this.#pairMember();
      list.push({ kind: 'pair', first: name === '_' ? SINK : this.#names.resolve(name, start), second });
    } else if (name === '_') {
      list.push(SINK);
    } else if (name === 'WARP_SZ' && isOperator(code)) {
      scanner.position = start;
      list.push(this.#literals.constant(this.#floatBits));
    } else {
      const hasAddend = code === CODE.minus || scanner.take(CODE.plus);
      this.#names.append(list, name, hasAddend ? Number(this.#literals.integer()) : 0, start);
    }
  }

  #pairMember(): Operand {
    this.#scanner.peek();
    const start = this.#scanner.position;
    const name = this.#name('a register');
    return name === '_' ? SINK : this.#names.resolve(name, start);
  }

  /** Only special registers have a dot in their name. */
  #name(what: string): string {
    const scanner = this.#scanner;
    const start = scanner.position;
    const name = scanner.name(what);
    if (scanner.text.charCodeAt(scanner.position) !== CODE.dot) return name;
    scanner.position = start;
    return scanner.dottedWord();
  }
}
