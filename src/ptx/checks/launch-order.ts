/**
 * Device memory where launches overlap: until one has waited for the launch before (PTX ISA, "griddepcontrol"), that one may still
 * write what it reads, and read what it writes. A thread that a barrier orders after another thread's wait has waited, too.
 */
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

  /** The lane of the warp is about to access device memory, or to start a copy from or to it. */
  accessed(warp: Warp, operation: Operation, lane: number): void {
    if (this.#clocks.knowledgeOf(warp.numberInCluster).launchIsOver) return;
    const { grid, number } = this.#cta;
    grid.log.reportAt('missingWait', operation.pc, operation.pc, () => {
      const place = placeOf(grid.files, operation);
      const who = { cta: number, warp: warp.index, lane };
      const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' accesses device memory that the launch before may still be using: nothing has waited for its end (griddepcontrol.wait).`;
      return { kind: 'missingWait', message, place, who };
    });
  }
}
