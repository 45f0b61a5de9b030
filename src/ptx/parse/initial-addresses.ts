/**
 * Addresses of other symbols among initial values: `generic(table)+4`, a function's name and, in packed structs, single bytes
 * of an address (`0xFF00(generic(table))`).
 */
import { POINTER_BYTES } from '../../base/hardware.ts';
import type { Variable } from './ast.ts';
import type { ByteList } from './byte-list.ts';
import { CODE } from './characters.ts';
import type { Readers } from './readers.ts';

type Relocation = Variable['relocations'][number];

export class InitialAddresses {
  readonly relocations: Relocation[] = [];
  readonly #readers: Readers;
  readonly #bytes: ByteList;

  /** `bytes` are those before the next value. */
  constructor(readers: Readers, bytes: ByteList) {
    this.#readers = readers;
    this.#bytes = bytes;
  }

  /** An address as an element of `width` bytes. */
  read(width: number): void {
    const { scanner } = this.#readers;
    const start = scanner.position;
    this.requireWhole();
    const address = this.#address();
    if (width !== POINTER_BYTES) scanner.fail('an address needs an element of 8 bytes', start);
    this.relocations.push({ byteOffset: this.#bytes.length, ...address });
    this.#bytes.push(0n, width);
  }

  /** `0xFF00(address)`, whose mask is read already: byte 1 of the address. Eight of them in order make one relocation. */
  readByte(mask: bigint, width: number): void {
    const { scanner } = this.#readers;
    const start = scanner.position;
    scanner.expect(CODE.openParen, 'after the mask');
    const address = this.#address();
    scanner.expect(CODE.closeParen, 'after the masked address');
    const last = this.relocations.at(-1);
    const place = mask === 0xffn ? 0 : last === undefined ? -1 : this.#bytes.length - last.byteOffset;
    if (place === 0) this.relocations.push({ byteOffset: this.#bytes.length, ...address });
    const whole = this.relocations.at(-1);
    const fits = place >= 0 && place < POINTER_BYTES && mask === 0xffn << BigInt(8 * place) && width === 1;
    if (!fits || whole?.symbol !== address.symbol || whole.addend !== address.addend) {
      scanner.fail('only a whole address, byte by byte from its lowest, is supported', start);
    }
    this.#bytes.push(0n, 1);
  }

  /** The last address must be complete before anything else comes. */
  requireWhole(): void {
    const last = this.relocations.at(-1);
    if (last !== undefined && this.#bytes.length - last.byteOffset < POINTER_BYTES) {
      this.#readers.scanner.fail(`expected all ${POINTER_BYTES} bytes of the address of '${last.symbol}'`);
    }
  }

  /** `name`, `generic(name)`, each with `+4` or `-4`. */
  #address(): { symbol: string; addend: number } {
    const { scanner, literals, module } = this.#readers;
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
}
