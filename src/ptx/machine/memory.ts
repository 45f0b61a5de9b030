/** A piece of byte-addressed memory, with the views that lane loops read and write. Little-endian hosts only. */
export class Memory {
  readonly sizeBytes: number;
  readonly u8: Uint8Array;
  readonly s8: Int8Array;
  readonly u16: Uint16Array;
  readonly s16: Int16Array;
  readonly i32: Int32Array;

  constructor(sizeBytes: number) {
    this.sizeBytes = sizeBytes;
    const buffer = new ArrayBuffer((sizeBytes + 7) & ~7);
    this.u8 = new Uint8Array(buffer);
    this.s8 = new Int8Array(buffer);
    this.u16 = new Uint16Array(buffer);
    this.s16 = new Int16Array(buffer);
    this.i32 = new Int32Array(buffer);
  }
}
