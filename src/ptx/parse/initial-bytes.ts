/**
 * Initial values of module variables. nvcc writes them as one flat list, people as rows in braces: numbers, addresses of other symbols
 * (`generic(table)+4`, a function's name) and, in packed structs, single bytes of an address (`0xFF00(generic(table))`).
 */
import type { ScalarType, Variable } from './ast.ts';
import { ByteList } from './byte-list.ts';
import { CODE } from './characters.ts';
import { beginsConstant } from './literals.ts';
import type { Literal } from './number-words.ts';
import type { Readers } from './readers.ts';
import type { Scanner } from './scanner.ts';
import { SCALAR_BYTES } from './types.ts';

export interface InitialBytes {
  readonly bytes: Uint8Array;
  readonly relocations: Variable['relocations'];
}

type Relocation = Variable['relocations'][number];

const ADDRESS_BYTES = 8;

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
  readonly #relocations: Relocation[] = [];

  constructor(readers: Readers, type: ScalarType, rowBytes: readonly number[]) {
    this.#readers = readers;
    this.#type = type;
    this.#rowBytes = rowBytes;
  }

  finish(): InitialBytes {
    requireWholeAddress(this.#readers, this.#bytes, this.#relocations);
    return { bytes: this.#bytes.finish(), relocations: this.#relocations };
  }

  /** One value, or those between braces; `depth` braces are open. */
  read(depth: number): void {
    const { scanner } = this.#readers;
    if (!scanner.take(CODE.openBrace)) {
      readElement(this.#readers, this.#type, this.#bytes, this.#relocations);
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

  /** What a row's braces leave out is zero. */
  #fill(start: number, depth: number): void {
    const { scanner } = this.#readers;
    if (depth === 0) return;
    const end = start + this.#rowBytes[depth - 1];
    if (this.#bytes.length > end) scanner.fail('more initial values than the row has elements');
    if (end > MOST_BYTES) scanner.fail(`initial values beyond ${MOST_BYTES} bytes are not supported`);
    requireWholeAddress(this.#readers, this.#bytes, this.#relocations);
    this.#bytes.fillTo(end);
  }
}

function readElement(readers: Readers, type: ScalarType, bytes: ByteList, relocations: Relocation[]): void {
  const { scanner, literals } = readers;
  const code = scanner.peek();
  const start = scanner.position;
  if (!beginsConstant(code) && !scanner.text.startsWith('WARP_SZ', start)) {
    addAddress(readers, SCALAR_BYTES[type], bytes, relocations);
    return;
  }
  const literal = literals.constant(type === 'f32' ? 32 : 64);
  if (literal.kind === 'integer' && scanner.peek() === CODE.openParen) {
    addAddressByte(readers, literal.value, SCALAR_BYTES[type], bytes, relocations);
    return;
  }
  requireWholeAddress(readers, bytes, relocations);
  bytes.push(valueOfType(scanner, literal, type, start), SCALAR_BYTES[type]);
}

function valueOfType(scanner: Scanner, literal: Literal, type: ScalarType, offset: number): bigint {
  const floatBits = type === 'f32' ? 32 : type === 'f64' ? 64 : 0;
  if ((literal.kind === 'float' ? literal.bits : 0) !== floatBits || SCALAR_BYTES[type] > 8) {
    scanner.fail(`expected a value of type .${type}`, offset);
  }
  return literal.kind === 'integer' ? literal.value : literal.pattern;
}

function addAddress(readers: Readers, width: number, bytes: ByteList, relocations: Relocation[]): void {
  const { scanner } = readers;
  const start = scanner.position;
  requireWholeAddress(readers, bytes, relocations);
  const address = readAddress(readers);
  if (width !== ADDRESS_BYTES) scanner.fail('an address needs an element of 8 bytes', start);
  relocations.push({ byteOffset: bytes.length, ...address });
  bytes.push(0n, width);
}

/** `0xFF00(address)`: byte 1 of the address. Eight of them in order make one relocation. */
function addAddressByte(readers: Readers, mask: bigint, width: number, bytes: ByteList, list: Relocation[]): void {
  const { scanner } = readers;
  const start = scanner.position;
  scanner.expect(CODE.openParen, 'after the mask');
  const address = readAddress(readers);
  scanner.expect(CODE.closeParen, 'after the masked address');
  const last = list.at(-1);
  const place = mask === 0xffn ? 0 : last === undefined ? -1 : bytes.length - last.byteOffset;
  if (place === 0) list.push({ byteOffset: bytes.length, ...address });
  const whole = list.at(-1);
  const fits = place >= 0 && place < ADDRESS_BYTES && mask === 0xffn << BigInt(8 * place) && width === 1;
  if (!fits || whole?.symbol !== address.symbol || whole.addend !== address.addend) {
    scanner.fail('only a whole address, byte by byte from its lowest, is supported', start);
  }
  bytes.push(0n, 1);
}

function requireWholeAddress({ scanner }: Readers, bytes: ByteList, relocations: readonly Relocation[]): void {
  const last = relocations.at(-1);
  if (last !== undefined && bytes.length - last.byteOffset < ADDRESS_BYTES) {
    scanner.fail(`expected all ${ADDRESS_BYTES} bytes of the address of '${last.symbol}'`);
  }
}

/** `name`, `generic(name)`, each with `+4` or `-4`. */
function readAddress({ scanner, literals, module }: Readers): { symbol: string; addend: number } {
  scanner.peek();
  let offset = scanner.position;
  let symbol = scanner.name('a number or the name of a variable or function');
  if (symbol === 'generic' && scanner.take(CODE.openParen)) {
    scanner.peek();
    offset = scanner.position;
    symbol = scanner.name('the name of a variable');
    scanner.expect(CODE.closeParen, `after '${symbol}'`);
  }
  module.require(symbol, offset);
  const hasAddend = scanner.take(CODE.plus) || scanner.peek() === CODE.minus;
  return { symbol, addend: hasAddend ? Number(literals.integer()) : 0 };
}
