/**
 * Places of a tile, of the queues of its request, and of the banks' doors: one column of words stands above one door,
 * as long as no row is padded.
 */
import type { BankCost, BankModel } from '../../model/banks/bank-model.ts';
import type { Cell, TileLayout } from '../../model/layout/tile-layout.ts';
import type { Box } from '../view.ts';

export interface BankQueueRecords {
  readonly layout: TileLayout;
  readonly model: BankModel;
  /** Cell that each lane reads. */
  readonly cells: readonly Cell[];
  readonly cost: BankCost;
}

const CELL_PX = 35;
const ROW_PX = 34;
const QUEUE_PX = 17;
const DOOR_PX = 28;
const EDGE_PX = 5;
/** Distance from the tile to the queues, and from these to the doors. */
const GAP_PX = [22, 5] as const;
/** Right of the tile, for its handle. */
const HANDLE_PX = 12;

export interface BankQueueFrame {
  readonly labelPx: number;
  readonly cellPx: number;
  readonly rowPx: number;
  readonly queuePx: number;
  readonly doorPx: number;
  readonly tileTop: number;
  readonly queueTop: number;
  readonly doorTop: number;
  /** Right edge of the tile, padding included. */
  readonly edgeX: number;
  readonly width: number;
  readonly height: number;
}

export function bankQueueFrame(records: BankQueueRecords, width: number, labelPx: number): BankQueueFrame {
  const { layout, model } = records;
  const cellPx = Math.min(CELL_PX, (width - labelPx - HANDLE_PX) / layout.pitchElements);
  const queueTop = EDGE_PX + layout.rows * ROW_PX + GAP_PX[0];
  const doorTop = queueTop + model.lanes * QUEUE_PX + GAP_PX[1];
  return {
    labelPx,
    cellPx,
    rowPx: ROW_PX,
    queuePx: QUEUE_PX,
    doorPx: DOOR_PX,
    tileTop: EDGE_PX,
    queueTop,
    doorTop,
    edgeX: labelPx + layout.pitchElements * cellPx,
    width,
    height: doorTop + DOOR_PX + EDGE_PX,
  };
}

export const cellBox = ({ labelPx, cellPx, rowPx, tileTop }: BankQueueFrame, { row, column }: Cell): Box => ({
  x: labelPx + column * cellPx,
  y: tileTop + row * rowPx,
  width: cellPx - 1,
  height: rowPx - 1,
});

/** Box of the `place`-th lane that waits at a bank; the first one is lowest. */
export const blockBox = (frame: BankQueueFrame, lanes: number, bank: number, place: number): Box => ({
  x: frame.labelPx + bank * frame.cellPx,
  y: frame.queueTop + (lanes - 1 - place) * frame.queuePx,
  width: frame.cellPx - 1,
  height: frame.queuePx - 1,
});

export const doorBox = ({ labelPx, cellPx, doorTop, doorPx }: BankQueueFrame, bank: number): Box => ({
  x: labelPx + bank * cellPx,
  y: doorTop,
  width: cellPx - 1,
  height: doorPx,
});

/** The word of the tile under a point; null beside it and in the padding. */
export function bankQueueHit(
  frame: BankQueueFrame,
  { rows, columns }: TileLayout,
  px: number,
  py: number,
): Cell | null {
  const row = Math.floor((py - frame.tileTop) / frame.rowPx);
  const column = Math.floor((px - frame.labelPx) / frame.cellPx);
  return row < 0 || row >= rows || column < 0 || column >= columns ? null : { row, column };
}
