/** Where the bytes of a job lie in its data file. */
import { createHash } from 'node:crypto';

/** The start of each piece: cuMemcpyHtoD is fastest from whole cache lines. */
const ALIGN_BYTES = 256;

/** Pieces of a job's data file. Equal bytes, such as the inputs of two variants, are there once. */
export class DataPieces {
  readonly list: { readonly offset: number; readonly bytes: Uint8Array }[] = [];
  readonly #offsets = new Map<string, number>();
  /** Of what was asked for before: neither made nor hashed again. */
  readonly #known = new Map<string | Uint8Array, number>();
  #end = 0;

  /** `key`: says what the bytes are, or is the bytes. */
  offsetOf(key: string | Uint8Array, make: () => Uint8Array): number {
    const offset = this.#known.get(key) ?? this.#place(make());
    this.#known.set(key, offset);
    return offset;
  }

  #place(bytes: Uint8Array): number {
    const key = createHash('sha256').update(bytes).digest('hex');
    const known = this.#offsets.get(key);
    if (known !== undefined) return known;
    const offset = this.#end;
    this.#offsets.set(key, offset);
    this.list.push({ offset, bytes });
    this.#end = offset + Math.ceil(bytes.length / ALIGN_BYTES) * ALIGN_BYTES;
    return offset;
  }
}
