/** tcgen05.ld, st and wait: a warp's quarter of tensor memory to registers and back. Here the words move at once. */
import type { Operation, Run } from '../../machine/operation.ts';
import {
  addressWords,
  columnOf,
  laneOf,
  reportTensorMemory,
  TENSOR_LANES,
  tensorMemoryOf,
} from '../../machine/tensor-memory.ts';
import type { TensorRectangle } from '../../machine/tensor-state.ts';
import type { Warp } from '../../machine/warp.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import { MOST_REGISTERS, TENSOR_FRAGMENTS, type TensorFragment } from '../fragments/tensor-fragment.ts';
import { watchLoadedRegisters } from '../product-registers.ts';
import { PLANE_WORDS } from '../slots.ts';
import { immediate } from './copy-issue.ts';
import { type Reduction, reductionOf } from './reduction.ts';
import { areAllocated, commonWord, type TensorAddress, tensorAddress } from './tcgen05-operands.ts';
import { wholeWarp } from './whole-warp.ts';

const COUNTS = ['x1', 'x2', 'x4', 'x8', 'x16', 'x32', 'x64', 'x128'] as const;
const QUARTER_LANES = 32;

interface TensorMove {
  readonly kind: 'ld' | 'st';
  readonly fragment: TensorFragment;
  readonly address: TensorAddress;
  readonly slots: readonly number[];
  /** Columns between the halves of the lanes; 0 where both have the same. */
  readonly split: number;
  /** Each register has the lower halves of two columns. */
  readonly isPacked: boolean;
  readonly columns: number;
  /** Of a load that also reduces the words of each lane: the slot of the result. */
  readonly reduced: { readonly slot: number; readonly reduction: Reduction } | null;
}

function moveOf(form: Form, kind: 'ld' | 'st'): TensorMove {
  form.oneOf(['sync']);
  form.oneOf(['aligned']);
  const shape = form.oneOf(Object.keys(TENSOR_FRAGMENTS));
  const fragment = TENSOR_FRAGMENTS[shape];
  const count = Number(form.oneOf(COUNTS).slice(1));
  const reduction = kind === 'ld' && form.take('red') ? reductionAlong(form, shape, count) : null;
  if (reduction === null && form.type() !== 'b32') form.refuse('moves .b32');
  const isPacked = reduction === null && form.take(kind === 'ld' ? 'pack::16b' : 'unpack::16b');
  form.finish();
  const hasSplit = shape === '16x32bx2';
  const registers = count * fragment.registers;
  if (registers > MOST_REGISTERS) form.refuse(`.${shape} has no .x${count}`);
  const addressAt = kind === 'st' ? 0 : reduction === null ? 1 : 2;
  const valuesAt = kind === 'ld' ? 0 : hasSplit ? 2 : 1;
  const split = hasSplit ? Number(immediate(form, form.operand(addressAt + 1))) : 0;
  const reduced = reduction && { slot: form.destination(form.operand(1), 's32'), reduction };
  const columns = count * fragment.columns * (isPacked ? 2 : 1);
  const slots = slotsOf(form, form.operand(valuesAt), registers, kind === 'ld');
  const address = tensorAddress(form, form.operand(addressAt));
  return { kind, fragment, address, slots, split, isPacked, columns, reduced };
}

/** Shapes in which each lane has words of one row. */
const ROW_SHAPES = ['32x32b', '16x32bx2'];

function reductionAlong(form: Form, shape: string, count: number): Reduction {
  if (!ROW_SHAPES.includes(shape)) form.refuse(`.${shape} is not reduced`);
  if (count < 2) form.refuse('reduces .x2 and more');
  return reductionOf(form, ['min', 'max']);
}

function slotsOf(form: Form, operand: Operand, count: number, writes: boolean): number[] {
  const registers = operand.kind === 'vector' ? operand.elements : [operand];
  if (registers.length !== count) form.refuse(`needs ${count} register${count === 1 ? '' : 's'}`);
  return registers.map(register => (writes ? form.destination(register, 'u32') : form.source(register, 'u32')));
}

export const moveTensorMemory =
  (kind: 'ld' | 'st') =>
  (form: Form): Run => {
    const move = moveOf(form, kind);
    const results = move.reduced === null ? move.slots : [...move.slots, move.reduced.slot];
    const planes = results.map(slot => slot / PLANE_WORDS);
    if (kind === 'ld') form.link.afterwards.add(watchLoadedRegisters);
    return wholeWarp((warp, operation) => {
      const start = (commonWord(warp, operation, move.address.slot, 'the address') + move.address.offset) >>> 0;
      const cells = cellsOf(move, start);
      if (!isOwnQuarter(warp, operation, start, move.fragment)) return;
      if (!areAllocated(warp, operation, -1, warp.cta, cells)) return;
      const use = { warp, operation, lane: -1, kind, pipeline: null, number: 0, shape: '' } as const;
      warp.cta.watch?.tensorUsed({ kind: 'cells', use, cells, effect: kind === 'ld' ? 'read' : 'write' });
      if (kind === 'ld') tensorMemoryOf(warp.cta).loadsOf(warp).issue(operation, planes);
      moveWords(warp, move, start);
      if (move.reduced !== null) reduceWords(warp, move.slots, move.reduced);
    });
  };

function cellsOf({ fragment, columns, split }: TensorMove, start: number): TensorRectangle[] {
  const part = { lane: laneOf(start), lanes: fragment.rows, column: columnOf(start), columns };
  return split === 0 ? [part] : [part, { ...part, column: part.column + split }];
}

/** Warp w of each warpgroup has lanes 32 w to 32 w + 31; shapes of 16 rows take the lower or the upper half of these. */
function isOwnQuarter(warp: Warp, operation: Operation, start: number, { rows }: TensorFragment): boolean {
  const first = QUARTER_LANES * (warp.index % 4);
  const lane = laneOf(start);
  if (lane === first || (rows === 16 && lane === first + 16)) return true;
  const whose = `lanes ${first} to ${first + QUARTER_LANES - 1} of tensor memory are those of warp ${warp.index}`;
  reportTensorMemory(warp, operation, -1, `starts at ${addressWords(start)}, but ${whose}`);
  return false;
}

function moveWords(warp: Warp, move: TensorMove, start: number): void {
  const { fragment, slots, split, isPacked, kind } = move;
  const { words } = tensorMemoryOf(warp.cta);
  const { r } = warp;
  for (const [i, slot] of slots.entries()) {
    for (let lane = 0; lane < 32; lane++) {
      const cell = fragment.cellOf(lane, i, split);
      const step = isPacked ? 2 : 1;
      const at = (columnOf(start) + step * cell.column) * TENSOR_LANES + laneOf(start) + cell.row;
      const next = at + TENSOR_LANES;
      if (kind === 'ld') r[slot + lane] = isPacked ? (words[at] & 0xffff) | (words[next] << 16) : words[at];
      else if (isPacked) [words[at], words[next]] = [r[slot + lane] & 0xffff, r[slot + lane] >>> 16];
      else words[at] = r[slot + lane];
    }
  }
}

function reduceWords(
  { r }: Warp,
  slots: readonly number[],
  { slot, reduction: { read, fold, write } }: NonNullable<TensorMove['reduced']>,
): void {
  for (let lane = 0; lane < 32; lane++) r[slot + lane] = write(slots.map(word => read(r[word + lane])).reduce(fold));
}

export const waitForMoves =
  (kind: 'ld' | 'st') =>
  (form: Form): Run => {
    form.oneOf(['sync']);
    form.oneOf(['aligned']);
    form.finish();
    return wholeWarp(warp => {
      warp.cta.watch?.tensorUsed({ kind: 'waited', warp, for: kind });
      if (kind === 'ld') tensorMemoryOf(warp.cta).loadsOf(warp).wait();
    });
  };

/** Fence of tensor memory between threads: `before` a barrier, and `after` it. */
export const fenceTensorMemory =
  (side: 'before' | 'after') =>
  (form: Form): Run => {
    form.finish();
    return warp => {
      warp.cta.watch?.tensorUsed({ kind: 'fenced', warp, side });
      return 0;
    };
  };
