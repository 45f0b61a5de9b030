/** Reads of what nothing has written on the threads' stacks: local arrays, and what spills of them. */
import { lowestBit32 } from '../../base/bits.ts';
import type { Fault } from '../../trace/fault.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { Cta } from '../machine/cta.ts';
import { toldOf } from '../machine/faults.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';

/** Larger stacks of a CTA are not looked at. */
const MOST_BYTES = 2 ** 26;

export class StackReads {
  /** One bit for each byte of the CTA's stacks: written. */
  readonly #written: Int32Array | null;

  constructor({ local: { sizeBytes } }: Cta) {
    this.#written = sizeBytes > 0 && sizeBytes <= MOST_BYTES ? new Int32Array((sizeBytes >>> 5) + 1) : null;
  }

  /** A new CTA. */
  start(): void {
    this.#written?.fill(0);
  }

  accessed(warp: Warp, operation: Operation, { effect, widthBytes }: AccessForm, mask: number): void {
    if (this.#written === null) return;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = lowestBit32(m);
      if (effect !== 'write' && !this.#isWritten(warp.at[lane], widthBytes)) report(warp, operation, lane);
      if (effect !== 'read') this.#write(warp.at[lane], widthBytes);
    }
  }

  #isWritten(at: number, bytes: number): boolean {
    const written = this.#written!;
    for (let i = at; i < at + bytes; i++) if (((written[i >>> 5] >>> (i & 31)) & 1) === 0) return false;
    return true;
  }

  #write(at: number, bytes: number): void {
    const written = this.#written!;
    for (let i = at; i < at + bytes; i++) written[i >>> 5] |= 1 << (i & 31);
  }
}

function report(warp: Warp, operation: Operation, lane: number): void {
  const { grid } = warp.cta;
  const at = warp.at[lane] % grid.program.localBytes;
  grid.log.reportDoubtAt('uninitialisedRead', operation.pc, operation.pc, (): Fault => {
    const says = `reads byte ${at} of its thread's stack (a local array), which nothing has written`;
    return { kind: 'uninitialisedRead', ...toldOf(warp, operation, lane, says), address: at, ofStack: true };
  });
}
