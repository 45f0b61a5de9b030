/** One piece of shared memory of a ring, and who uses it. */

/** A slot that is read by wgmma or the copy engine until the role has waited for that. */
export const STILL_READ = 2 ** 31 - 1;
/** Overwritten through another buffer that lies in the same memory. */
export const FOREIGN = -2;
const NOTHING = -1;

export class Slot {
  /** Index of the step whose bytes it holds, or is being filled with. */
  holds = NOTHING;
  /** By role: reads that go on; the first release after its last read, 0 before the first read; writes begun. */
  readonly openReads: Int32Array;
  readonly readUntil: Int32Array;
  readonly writes: Int32Array;
  overlaid: Slot[] = [];
  readonly name: string;
  readonly firstEntry: number;

  constructor(name: string, firstEntry: number, roles: number) {
    this.name = name;
    this.firstEntry = firstEntry;
    this.openReads = new Int32Array(roles);
    this.readUntil = new Int32Array(roles);
    this.writes = new Int32Array(roles);
  }
}
