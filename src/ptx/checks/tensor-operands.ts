/**
 * Reads of a CTA's shared memory by tensor cores, for products and copies into tensor memory: from the issue until an
 * mbarrier tells that the instruction is over, no thread may write there. `product-reads.ts` does the same for `wgmma`.
 */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import type { Operation } from '../machine/operation.ts';
import type { TensorPipeline, TensorUse } from '../machine/watch.ts';
import type { CellRecords } from './cell-records.ts';
import type { EngineFindings } from './engine-findings.ts';
import { SEVERAL } from './epoch.ts';
import type { TensorOrder } from './tensor-order.ts';

/** Looks for writes without a fence before what the engine reads (`EngineChecks`). */
export interface FenceCheck {
  readonly findings: EngineFindings;
  checkFence(warps: readonly number[], operation: Operation, lane: number, cell: number): void;
}

/** Reads of one thread's instructions: for each piece, the number of the last one plus one. */
interface Reads {
  readonly pipeline: TensorPipeline;
  readonly last: Int32Array;
  readonly operations: Operation[];
}

export class TensorOperands {
  readonly #records: CellRecords;
  readonly #engine: FenceCheck;
  readonly #order: TensorOrder;
  readonly #reads = new Map<TensorPipeline, Reads>();

  constructor(records: CellRecords, engine: FenceCheck, order: TensorOrder) {
    this.#records = records;
    this.#engine = engine;
    this.#order = order;
  }

  /** A new CTA. */
  start(): void {
    this.#reads.clear();
  }

  /** The instruction reads pieces at the first `count` offsets. */
  read({ warp, operation, lane, pipeline, number }: TensorUse, at: Int32Array, count: number): void {
    const { shift, cta } = this.#records;
    if (pipeline === null) return;
    const w = warp.numberInCluster;
    for (let i = 0; i < count; i++) {
      const end = (at[i] + CHUNK_BYTES) >> shift;
      for (let cell = at[i] >> shift; cell < end; cell++) this.#checkRead(w, operation, lane, cell);
    }
    const pieces = Math.ceil(cta.shared.sizeBytes / CHUNK_BYTES);
    const reads = this.#reads.get(pipeline) ?? { pipeline, last: new Int32Array(pieces), operations: [] };
    this.#reads.set(pipeline, reads);
    reads.operations[number] = operation;
    for (let i = 0; i < count; i++) reads.last[at[i] / CHUNK_BYTES] = number + 1;
  }

  #checkRead(w: number, operation: Operation, lane: number, cell: number): void {
    const { writes, findings } = this.#records;
    if (writes.has(cell)) writes.check(w, operation, lane, cell);
    else findings.noteEarly(w, operation, lane, cell);
    this.#engine.checkFence([w], operation, lane, cell);
  }

  /** A warp, numbered through the cluster, is about to write at the offset. */
  checkWrite(w: number, operation: Operation, lane: number, byteOffset: number): void {
    const piece = Math.floor(byteOffset / CHUNK_BYTES);
    for (const { pipeline, last, operations } of this.#reads.values()) {
      const number = last[piece] - 1;
      if (number < 0) continue;
      last[piece] = 0;
      if (this.#order.isOver(pipeline, number, w)) continue;
      const read = { warp: pipeline.warp.numberInCluster, epoch: SEVERAL, pc: operations[number].pc };
      this.#engine.findings.missingProductWait(w, operation, lane, byteOffset, read);
    }
  }
}
