/**
 * Checks the order of accesses to a CTA's tensor memory, in cells of 16 lanes of a column, and which of its words have
 * been written. `tensor-operands.ts` checks what the tensor cores read of shared memory.
 */
import type { Cta } from '../machine/cta.ts';
import { TENSOR_COLUMNS, TENSOR_LANES } from '../machine/tensor-memory.ts';
import type { TensorRectangle } from '../machine/tensor-state.ts';
import type { TensorEvent, TensorUse } from '../machine/watch.ts';
import type { CellRecords } from './cell-records.ts';
import { reportLack, reportUnwritten } from './tensor-findings.ts';
import { type FenceCheck, TensorOperands } from './tensor-operands.ts';
import { type NotedUse, type TensorOrder, tensorOrderOf } from './tensor-order.ts';

const GROUP_LANES = 16;
const GROUPS = TENSOR_LANES / GROUP_LANES;

type CellsEvent = Extract<TensorEvent, { kind: 'cells' }>;

export class TensorChecks {
  /** Listens to writes of shared memory. */
  readonly operands: TensorOperands;
  readonly #cta: Cta;
  readonly #order: TensorOrder;
  /** For each column and group of lanes: the last write, and the reads since. */
  readonly #writes: (NotedUse | undefined)[] = [];
  readonly #reads: (NotedUse[] | undefined)[] = [];
  /** For each column and lane: whether it was written. */
  readonly #written = new Uint8Array(TENSOR_COLUMNS * TENSOR_LANES);
  /** Loads and stores that their warps have not waited for. */
  #pending: NotedUse[] = [];

  constructor(records: CellRecords, engine: FenceCheck) {
    this.#cta = records.cta;
    this.#order = tensorOrderOf(records.clocks);
    this.operands = new TensorOperands(records, engine, this.#order);
  }

  /** A new CTA. */
  start(): void {
    this.operands.start();
    this.#order.start();
    this.#writes.length = 0;
    this.#reads.length = 0;
    this.#written.fill(0);
    this.#pending = [];
  }

  took(event: TensorEvent): void {
    if (event.kind === 'cells') this.#cellsUsed(event);
    else if (event.kind === 'operand') this.operands.read(event.use, event.at, event.count);
    else if (event.kind === 'committed') this.#order.committed(event.pipeline, this.#cta.sharedBase + event.byteOffset);
    else if (event.kind === 'waited') this.#waited(event);
    else this.#order.fenced(event.warp, event.side);
  }

  #waited({ warp, for: kind }: Extract<TensorEvent, { kind: 'waited' }>): void {
    const isDue = (use: NotedUse): boolean => use.warp === warp && use.kind === kind;
    const done = this.#order.now(warp);
    for (const use of this.#pending) if (isDue(use)) use.done = done;
    this.#pending = this.#pending.filter(use => !isDue(use));
  }

  #cellsUsed({ use, cells, effect }: CellsEvent): void {
    const noted: NotedUse = { ...use, done: use.kind === 'dealloc' ? this.#order.now(use.warp) : null };
    if (use.kind === 'ld' || use.kind === 'st') this.#pending.push(noted);
    const asked = new Set<NotedUse>();
    for (const part of cells) {
      if (effect !== 'write') this.#checkWritten(use, part);
      eachGroup(part, (at, address) => this.#useGroup(noted, effect, at, address, asked));
      if (effect !== 'read') this.#noteWritten(part, use.kind === 'dealloc' ? 0 : 1);
    }
  }

  #useGroup(use: NotedUse, effect: CellsEvent['effect'], at: number, address: number, asked: Set<NotedUse>): void {
    const write = this.#writes[at];
    if (write) this.#compare(write, use, address, asked, true);
    if (effect === 'read') {
      const others = (this.#reads[at] ?? []).filter(read => !isReplacedBy(read, use));
      this.#reads[at] = [...others, use];
      return;
    }
    for (const read of this.#reads[at] ?? []) this.#compare(read, use, address, asked, false);
    // A freed column belongs to no thread until it is allocated again.
    this.#writes[at] = use.kind === 'dealloc' ? undefined : use;
    this.#reads[at] = undefined;
  }

  /** Each earlier instruction is asked about once. */
  #compare(earlier: NotedUse, later: TensorUse, address: number, asked: Set<NotedUse>, isWritten: boolean): void {
    if (asked.has(earlier) || earlier === later) return;
    asked.add(earlier);
    if (earlier.pipeline !== null && earlier.pipeline === later.pipeline && isPipelined(earlier, later, isWritten))
      return;
    const lack = this.#order.lackBetween(earlier, later);
    if (lack !== null) reportLack(this.#cta, later, earlier, lack, address);
  }

  #checkWritten(use: TensorUse, { lane, lanes, column, columns }: TensorRectangle): void {
    for (let c = column; c < column + columns; c++) {
      for (let l = lane; l < lane + lanes; l++) {
        if (this.#written[c * TENSOR_LANES + l] === 1) continue;
        reportUnwritten(this.#cta, use, (l << 16) | c);
        return;
      }
    }
  }

  #noteWritten({ lane, lanes, column, columns }: TensorRectangle, value: 0 | 1): void {
    for (let c = column; c < column + columns; c++) {
      const first = c * TENSOR_LANES + lane;
      this.#written.fill(value, first, first + lanes);
    }
  }
}

/** An earlier read by the same actor tells no more than a later one. */
const isReplacedBy = (read: NotedUse, use: NotedUse): boolean =>
  read.pipeline === use.pipeline && read.warp === use.warp;

/**
 * Whether two uses of one thread's instructions are ordered by the pipeline: products of one kind and shape go on with
 * their accumulator, a product comes after a copy before it, and a copy after what read its cells. A product that reads
 * anything but the accumulator of its predecessor has to wait.
 */
function isPipelined(earlier: TensorUse, later: TensorUse, isWritten: boolean): boolean {
  if (earlier.kind === 'cp' || later.kind === 'cp') return true;
  return earlier.shape === later.shape || !isWritten;
}

function eachGroup(
  { lane, lanes, column, columns }: TensorRectangle,
  visit: (at: number, address: number) => void,
): void {
  const last = Math.floor((lane + lanes - 1) / GROUP_LANES);
  for (let c = column; c < column + columns; c++) {
    for (let group = Math.floor(lane / GROUP_LANES); group <= last; group++)
      visit(c * GROUPS + group, (Math.max(lane, group * GROUP_LANES) << 16) | c);
  }
}
