/** Initial values of module variables. nvcc writes them as one flat list, people as rows in braces. */
import type { ScalarType, Variable } from './ast.ts';
import { ByteList } from './byte-list.ts';
import { CODE } from './characters.ts';
import { InitialAddresses } from './initial-addresses.ts';
import { beginsConstant } from './literals.ts';
import type { Literal } from './number-words.ts';
import type { Readers } from './readers.ts';
import type { Scanner } from './scanner.ts';
import { SCALAR_BYTES } from './types.ts';

export interface InitialBytes {
  readonly bytes: Uint8Array;
  readonly relocations: Variable['relocations'];
}

/** Initial values are in the text, but zeros that fill a row are not. */
const MOST_BYTES = 2 ** 26;

/** Reads what follows '='. `rowBytes`: of the parts that `{ }` inside each other stand for, outermost first. */
export function readInitialBytes(readers: Readers, type: ScalarType, rowBytes: readonly number[]): InitialBytes {
  const reader = new InitialValues(readers, type, rowBytes);
  reader.read(0);
  return reader.finish();
}

class InitialValues {
  readonly #readers: Readers;
  readonly #type: ScalarType;
  readonly #rowBytes: readonly number[];
  readonly #bytes = new ByteList();
  readonly #addresses: InitialAddresses;

  constructor(readers: Readers, type: ScalarType, rowBytes: readonly number[]) {
    this.#readers = readers;
    this.#type = type;
    this.#rowBytes = rowBytes;
    this.#addresses = new InitialAddresses(readers, this.#bytes);
  }

  finish(): InitialBytes {
    this.#addresses.requireWhole();
    return { bytes: this.#bytes.finish(), relocations: this.#addresses.relocations };
  }

  /** One value, or those between braces; `depth` braces are open. */
  read(depth: number): void {
    const { scanner } = this.#readers;
    if (!scanner.take(CODE.openBrace)) {
      this.#element();
      return;
    }
    if (depth > this.#rowBytes.length) scanner.fail('initial values nest deeper than the array has dimensions');
    const start = this.#bytes.length;
    if (!scanner.take(CODE.closeBrace)) {
      do this.read(depth + 1);
      while (scanner.take(CODE.comma));
      scanner.expect(CODE.closeBrace, 'after the initial values');
    }
    this.#fill(start, depth);
  }

  /** Fills elements that a row's braces leave out with zeros. */
  #fill(start: number, depth: number): void {
    const { scanner } = this.#readers;
    if (depth === 0) return;
    const end = start + this.#rowBytes[depth - 1];
    if (this.#bytes.length > end) scanner.fail('more initial values than the row has elements');
    if (end > MOST_BYTES) scanner.fail(`initial values beyond ${MOST_BYTES} bytes are not supported`);
    this.#addresses.requireWhole();
    this.#bytes.fillTo(end);
  }

  #element(): void {
    const { scanner, literals } = this.#readers;
    const width = SCALAR_BYTES[this.#type];
    const code = scanner.peek();
    const start = scanner.position;
    if (!beginsConstant(code) && !scanner.text.startsWith('WARP_SZ', start)) {
      this.#addresses.read(width);
      return;
    }
    const literal = literals.constant(this.#type === 'f32' ? 32 : 64);
    if (literal.kind === 'integer' && scanner.peek() === CODE.openParen) {
      this.#addresses.readByte(literal.value, width);
      return;
    }
    this.#addresses.requireWhole();
    this.#bytes.push(valueOfType(scanner, literal, this.#type, start), width);
  }
}

function valueOfType(scanner: Scanner, literal: Literal, type: ScalarType, offset: number): bigint {
  const floatBits = type === 'f32' ? 32 : type === 'f64' ? 64 : 0;
  if ((literal.kind === 'float' ? literal.bits : 0) !== floatBits || SCALAR_BYTES[type] > 8) {
    scanner.fail(`expected a value of type .${type}`, offset);
  }
  return literal.kind === 'integer' ? literal.value : literal.pattern;
}
