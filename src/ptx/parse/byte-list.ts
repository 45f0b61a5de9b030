/** Bytes that grow at the end. */
export class ByteList {
  length = 0;
  #bytes = new Uint8Array(64);
  #view = new DataView(this.#bytes.buffer);

  /** Appends the low `width` bytes of `value`, little-endian. */
  push(value: bigint, width: number): void {
    if (this.length + 16 > this.#bytes.length) this.#grow();
    this.#view.setBigUint64(this.length, BigInt.asUintN(64, value), true);
    this.length += width;
  }

  /** Appends zeros up to a length. */
  fillTo(length: number): void {
    while (length + 16 > this.#bytes.length) this.#grow();
    this.length = length;
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }

  #grow(): void {
    const next = new Uint8Array(this.#bytes.length * 2);
    next.set(this.#bytes.subarray(0, this.length));
    this.#bytes = next;
    this.#view = new DataView(next.buffer);
  }
}
