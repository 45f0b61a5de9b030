/** Where the bytes of a job lie in its data file. */
import { createHash } from 'node:crypto';

/** Alignment of each piece: cuMemcpyHtoD is fastest from whole cache lines. */
const ALIGN_BYTES = 256;

/** Pieces of a job's data file. Equal bytes, such as the inputs of two variants, are stored once. */
export class DataPieces {
  readonly list: { readonly offset: number; readonly bytes: Uint8Array }[] = [];
  readonly #offsets = new Map<string, number>();
  /** Pieces that were asked for before, which are neither made nor hashed again. */
  readonly #known = new Map<string | Uint8Array, number>();
  #end = 0;

  /** @param key a name for the bytes, or the bytes themselves. */
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
