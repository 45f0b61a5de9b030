/**
 * Tensor memory of a CTA (PTX ISA, "Tensor Memory"): 512 columns of 128 lanes, a word of 32 bits in each. Columns belong to who
 * has allocated them; an allocation takes the first stretch that is free. An address has the lane above the column, 16 bits each.
 */
import type { Cta } from './cta.ts';
import { fail, toldOf } from './faults.ts';
import type { Operation } from './operation.ts';
import { TensorLoads } from './tensor-loads.ts';
import type { TensorRectangle, TensorState } from './tensor-state.ts';
import { fillUndefined } from './undefined-words.ts';
import type { Warp } from './warp.ts';
import type { TensorPipeline } from './watch.ts';

export const TENSOR_COLUMNS = 512;
export const TENSOR_LANES = 128;
/** The least that can be allocated; allocations are powers of two. */
export const LEAST_COLUMNS = 32;

export const columnOf = (address: number): number => address & 0xffff;
/** The two highest bits select a byte of scale factors, and are no part of the lane. */
export const laneOf = (address: number): number => (address >>> 16) & 0x3fff;

interface Allocation {
  readonly column: number;
  readonly columns: number;
  readonly group: 1 | 2;
  readonly warp: Warp;
  readonly operation: Operation;
}

export class TensorMemory implements TensorState {
  /** Words by column, then by lane. */
  readonly words = new Int32Array(TENSOR_COLUMNS * TENSOR_LANES);
  readonly #cta: Cta;
  #allocations: Allocation[] = [];
  /** Loads by warp of the CTA. */
  readonly #loads = new Map<number, TensorLoads>();
  /** Pipelines by warp of the CTA and lane. */
  readonly #pipelines = new Map<number, TensorPipeline>();
  /** Instruction at which the CTA has given up allocating. */
  #relinquished: Operation | null = null;

  constructor(cta: Cta) {
    this.#cta = cta;
    this.reset();
  }

  /** Resets to the state at the start of a CTA. */
  reset(): void {
    const { inMemory, differ = false } = this.#cta.grid.undefinedWords;
    fillUndefined(this.words, inMemory, differ);
    this.#allocations = [];
    this.#loads.clear();
    this.#pipelines.clear();
    this.#relinquished = null;
  }

  /** The first column; null where the warp has to wait for others to give columns back. */
  allocate(warp: Warp, operation: Operation, columns: number, group: 1 | 2): number | null {
    const isFitting = columns >= LEAST_COLUMNS && columns <= TENSOR_COLUMNS && (columns & (columns - 1)) === 0;
    if (!isFitting)
      fail(warp, operation, -1, { kind: 'badOperand' }, `${columns} columns cannot be allocated: ${COLUMN_RULE}`);
    if (this.#relinquished !== null) this.#report(warp, operation, 'comes after tcgen05.relinquish_alloc_permit');
    for (let column = 0; column + columns <= TENSOR_COLUMNS; column += LEAST_COLUMNS) {
      if (this.#allocations.some(other => column < other.column + other.columns && other.column < column + columns))
        continue;
      this.#allocations.push({ column, columns, group, warp, operation });
      return column;
    }
    return null;
  }

  /** False after a fault. */
  deallocate(warp: Warp, operation: Operation, address: number, columns: number, group: 1 | 2): boolean {
    const known = this.#allocations.find(({ column }) => column === columnOf(address) && laneOf(address) === 0);
    if (known?.columns !== columns || known.group !== group) {
      const had = known === undefined ? 'nothing starts there' : `${known.columns} columns of ${groupWords(known)}`;
      this.#report(warp, operation, `gives back ${columns} columns at ${addressWords(address)}, where ${had} ${ARE}`);
      return false;
    }
    this.#allocations = this.#allocations.filter(allocation => allocation !== known);
    for (const other of this.#cta.warps) release(other);
    this.#cta.grid.events++;
    return true;
  }

  relinquish(operation: Operation): void {
    this.#relinquished ??= operation;
  }

  /** "64 columns are free". */
  get free(): string {
    const taken = this.#allocations.reduce((sum, { columns }) => sum + columns, 0);
    return `columns of tensor memory, of which ${TENSOR_COLUMNS - taken} are free`;
  }

  /** The first of these columns that is not allocated or does not exist; null if there is none. */
  outside({ column, columns }: TensorRectangle): number | null {
    for (let c = column; c < column + columns; c++) {
      if (!this.#allocations.some(known => c >= known.column && c < known.column + known.columns)) return c;
    }
    return null;
  }

  loadsOf(warp: Warp): TensorLoads {
    const known = this.#loads.get(warp.index) ?? new TensorLoads(warp);
    this.#loads.set(warp.index, known);
    return known;
  }

  pipelineOf(warp: Warp, lane: number): TensorPipeline {
    const key = warp.index * 32 + lane;
    const known = this.#pipelines.get(key) ?? { warp, lane, issued: 0 };
    this.#pipelines.set(key, known);
    return known;
  }

  /** The CTA has ended. */
  finish(): void {
    for (const { warp, operation, columns } of this.#allocations)
      this.#report(warp, operation, `allocates ${columns} columns that tcgen05.dealloc has not given back at the end`);
    this.reset();
  }

  #report(warp: Warp, operation: Operation, says: string): void {
    reportTensorMemory(warp, operation, -1, says);
  }
}

const COLUMN_RULE = `a power of two from ${LEAST_COLUMNS} to ${TENSOR_COLUMNS} can`;
const ARE = 'have been allocated';
const groupWords = ({ group }: Allocation): string => `.cta_group::${group}`;

/** "lane 32, column 4". */
export const addressWords = (address: number): string => `lane ${laneOf(address)}, column ${columnOf(address)}`;

/** `lane`: -1 for the whole warp. */
export function reportTensorMemory(warp: Warp, operation: Operation, lane: number, says: string): void {
  warp.cta.grid.log.report({ kind: 'tensorMemory', ...toldOf(warp, operation, lane, says) });
}

/** A warp that waits for columns tries again. */
function release(warp: Warp): void {
  const waiting = warp.splits.filter(({ wait }) => wait?.kind === 'tensorMemory');
  if (waiting.length === 0) return;
  for (const split of waiting) split.wait = null;
  if (warp.state === 'blocked') warp.state = 'ready';
  warp.limit = -1;
}

const memories = new WeakMap<Cta, TensorMemory>();

/** Tensor memory of a CTA, made at its first instruction for it. */
export function tensorMemoryOf(cta: Cta): TensorMemory {
  const memory = memories.get(cta) ?? new TensorMemory(cta);
  memories.set(cta, memory);
  cta.tensorMemory = memory;
  return memory;
}
