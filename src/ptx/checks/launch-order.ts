/**
 * Device memory where launches overlap: until one has waited for the launch before (PTX ISA, "griddepcontrol"), that one may still
 * write what it reads, and read what it writes. A thread that a barrier orders after another thread's wait has waited, too.
 */
import { lowestBit32 } from '../../base/bits.ts';
import type { Fault } from '../../trace/fault.ts';
import type { BulkAccess } from '../machine/bulk-copy.ts';
import type { Cta } from '../machine/cta.ts';
import { briefly, placeOf, whereWords } from '../machine/faults.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import type { WarpClocks } from './warp-clocks.ts';

export class LaunchOrder {
  readonly #cta: Cta;
  readonly #clocks: WarpClocks;

  constructor(cta: Cta, clocks: WarpClocks) {
    this.#cta = cta;
    this.#clocks = clocks;
  }

  waited(warp: Warp): void {
    const known = this.#clocks.knowledgeOf(warp.numberInCluster);
    known.differ();
    known.launchIsOver = true;
  }

  /** The lanes of the warp are about to access device memory, to which `at` has their places. */
  accessed(warp: Warp, operation: Operation, mask: number, writes: boolean): void {
    if (this.#isOver(warp)) return;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = lowestBit32(m);
      this.#touches(warp, operation, lane, warp.at[lane], writes);
    }
  }

  /** A lane is about to start a copy from or to device memory. */
  issued({ issuer, pieces, isInward }: BulkAccess): void {
    if (this.#isOver(issuer.warp)) return;
    const first = pieces.insideBytes.findIndex(bytes => bytes > 0);
    if (first >= 0) this.#touches(issuer.warp, issuer.operation, issuer.lane, pieces.other[first], !isInward);
  }

  #isOver(warp: Warp): boolean {
    return this.#clocks.knowledgeOf(warp.numberInCluster).launchIsOver;
  }

  #touches(warp: Warp, operation: Operation, lane: number, byteOffset: number, writes: boolean): void {
    const { grid } = this.#cta;
    const region = grid.global.before(byteOffset);
    const does = region?.launchBefore;
    if (does === 'nothing' || (does === 'reads' && !writes)) return;
    const { pc } = operation;
    const fault = () =>
      this.#fault(warp, operation, lane, does === undefined ? 'may be using' : `${does} ('${region!.name}')`);
    if (does !== undefined) grid.log.reportAt('missingWait', pc, pc, fault);
    else grid.log.reportHazardAt('missingWait', pc, pc, () => ({ ...fault(), seen: NOT_KNOWN }));
  }

  #fault(warp: Warp, operation: Operation, lane: number, does: string): Fault & { readonly kind: 'missingWait' } {
    const { grid, number } = this.#cta;
    const place = placeOf(grid.files, operation);
    const who = { cta: number, warp: warp.index, lane };
    const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' accesses device memory that the launch before ${does}: nothing has waited for its end (griddepcontrol.wait).`;
    return { kind: 'missingWait', message, place, who };
  }
}

const NOT_KNOWN =
  'Whether the launch before touches the same memory is not known: kernels that ship load weights ahead of the wait. A launch says it by "launchBefore" of its buffers: "writes", "reads" or "nothing".';
