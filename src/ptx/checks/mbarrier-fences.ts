/**
 * The mbarriers of a CTA for which there was no fence since they were initialised. A copy engine may then not know of
 * them (PTX ISA, "mbarrier.init": the initialisation is a generic write; copies tell mbarriers through the async
 * proxy).
 */
import type { ArrivingCopy } from '../machine/bulk-copy.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import type { CellRecords } from './cell-records.ts';
import type { EngineFindings } from './engine-findings.ts';
import type { EarlierAccess } from './shared-findings.ts';

export class MbarrierFences {
  readonly #records: CellRecords;
  readonly #findings: EngineFindings;
  /** Unfenced initialisations by byte offset. */
  readonly #unfenced = new Map<number, EarlierAccess>();

  constructor(records: CellRecords, findings: EngineFindings) {
    this.#records = records;
    this.#findings = findings;
  }

  /** A new CTA. */
  start(): void {
    this.#unfenced.clear();
  }

  /** Lanes are about to initialise one each. */
  initialised({ numberInCluster: warp, at }: Warp, { pc }: Operation, mask: number): void {
    const epoch = this.#records.clocks.epochOf(warp);
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      this.#unfenced.set(at[lane], { warp, epoch: epoch | lane, pc });
    }
  }

  /**
   * Mbarriers that the lanes have initialised, or know to be initialised, are known to copy engines and other CTAs from
   * now on.
   */
  fenced(warp: number, mask: number): void {
    const { clocks } = this.#records;
    for (const [byteOffset, { warp: by, epoch }] of this.#unfenced) {
      for (let m = mask; m !== 0; m &= m - 1) {
        if (clocks.isBefore(epoch, by, warp, 31 - Math.clz32(m & -m))) this.#unfenced.delete(byteOffset);
      }
    }
  }

  /** A copy through the async proxy will tell its mbarrier. */
  used({ issuer: { warp, operation, lane }, told, mbarrier }: ArrivingCopy): void {
    const init = told === this.#records.cta ? this.#unfenced.get(mbarrier) : undefined;
    if (init) this.#findings.unfencedMbarrier(warp.numberInCluster, operation, lane, mbarrier, init);
  }
}
