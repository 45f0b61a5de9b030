/** Operands of one instruction (PTX ISA, "Instruction Operands"). */
import { AddressReader } from './addresses.ts';
import type { Operand } from './ast.ts';
import { CODE } from './characters.ts';
import { beginsConstant, isOperator, type LiteralReader } from './literals.ts';
import type { FunctionNames } from './names.ts';
import type { Scanner } from './scanner.ts';

const SINK: Operand = { kind: 'sink' };
/** `{ }`, `( )` and `[ ]` inside each other; the deepest real form is a coordinate vector in an address. */
const DEEPEST = 4;

export class OperandReader {
  readonly #scanner: Scanner;
  readonly #literals: LiteralReader;
  readonly #names: FunctionNames;
  readonly #addresses: AddressReader;
  #floatBits: 32 | 64 = 32;
  #hasLists = false;

  constructor(scanner: Scanner, literals: LiteralReader, names: FunctionNames) {
    this.#scanner = scanner;
    this.#literals = literals;
    this.#names = names;
    this.#addresses = new AddressReader(scanner, literals, names);
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
    else if (code === CODE.openBrace) list.push(this.#vector(depth));
    else if (code === CODE.openParen && this.#hasLists)
      list.push({ kind: 'list', elements: this.#group(CODE.closeParen, depth) });
    else if (this.#isSignOfName(code)) list.push(this.#signed(code));
    else if (beginsConstant(code)) list.push(this.#literals.constant(this.#floatBits));
    else this.#appendNamed(list);
  }

  /** `[address]`, perhaps `[address].unified`; `[address, {coordinates}]` becomes a vector of the address and what follows it. */
  #brackets(depth: number): Operand {
    const scanner = this.#scanner;
    scanner.position++;
    const address = this.#addresses.read();
    if (scanner.take(CODE.closeBracket)) {
      this.#addresses.skipPromise();
      return address;
    }
    const elements: Operand[] = [address];
    while (scanner.take(CODE.comma)) this.#append(elements, depth + 1);
    scanner.expect(CODE.closeBracket, 'at the end of the address');
    return { kind: 'vector', elements };
  }

  /** `{a, b}`, perhaps with a predicate behind it: `{a, b}|p`. */
  #vector(depth: number): Operand {
    const vector: Operand = { kind: 'vector', elements: this.#group(CODE.closeBrace, depth) };
    return this.#scanner.take(CODE.bar) ? { kind: 'pair', first: vector, second: this.#pairMember() } : vector;
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

  /** Whether the sign belongs to a name: a predicate after '!', a register after '-'; otherwise a constant follows. */
  #isSignOfName(code: number): boolean {
    if (code !== CODE.bang && code !== CODE.minus) return false;
    const scanner = this.#scanner;
    const start = scanner.position++;
    const next = scanner.peek();
    const isName = !beginsConstant(next) && !scanner.text.startsWith('WARP_SZ', scanner.position);
    scanner.position = start;
    return isName;
  }

  /** `!predicate`, `-register`. */
  #signed(sign: number): Operand {
    const scanner = this.#scanner;
    scanner.position++;
    scanner.peek();
    const start = scanner.position;
    const isPredicate = sign === CODE.bang;
    const name = scanner.name(isPredicate ? 'a predicate register' : 'a number or a register');
    if (isPredicate) return { kind: 'negated', name: this.#names.predicate(name, start) };
    return { kind: 'modified', name: this.#names.register(name, start), modifier: '-' };
  }

  /** `name`, `name+4`, `_`, `name|name`. */
  #appendNamed(list: Operand[]): void {
    const scanner = this.#scanner;
    const start = scanner.position;
    const name = scanner.dottedName('an operand');
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
    const name = this.#scanner.dottedName('a register');
    return name === '_' ? SINK : this.#names.resolve(name, start);
  }
}
