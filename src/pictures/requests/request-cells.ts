/** Finds the elements of a tile that the lanes of a request access. */
import { LANES, MATRIX_ROW_BYTES } from '../../base/hardware.ts';
import { type Cell, cellAt, type TileLayout } from '../../model/layout/tile-layout.ts';
import type { Access } from '../../trace/access-trace.ts';
import type { Request } from '../records.ts';

/** Bytes behind one lane's address: a matrix instruction's lane names a row of 16 bytes. */
export const bytesPerLane = (access: Access): number =>
  access.kind === 'ldmatrix' || access.kind === 'stmatrix' ? MATRIX_ROW_BYTES : access.widthBytes;

export const isActive = (access: Access, lane: number): boolean =>
  ((access.activeMask >>> lane) & 1) === 1 && access.address[lane] >= 0;

export interface RequestCell extends Cell {
  readonly lane: number;
}

/**
 * Cells by lane, then address; an element wider than a lane's access counts once. Padding and other bytes are left out.
 */
export function requestCells(layout: TileLayout, access: Access): RequestCell[] {
  const cells: RequestCell[] = [];
  for (let lane = 0; lane < LANES; lane++) {
    if (!isActive(access, lane)) continue;
    const start = access.address[lane];
    for (let byte = start; byte < start + bytesPerLane(access); byte += layout.elementBytes) {
      const cell = cellAt(layout, byte);
      if (cell !== null && cell !== 'pad') cells.push({ ...cell, lane });
    }
  }
  return cells;
}

/** Padding that lanes touch, by their place in the stored row: nothing of the tile, and all the more worth showing. */
export function requestPads(layout: TileLayout, access: Access): RequestCell[] {
  const pads: RequestCell[] = [];
  for (let lane = 0; lane < LANES; lane++) {
    if (!isActive(access, lane)) continue;
    const start = access.address[lane];
    for (let byte = start; byte < start + bytesPerLane(access); byte += layout.elementBytes) {
      if (cellAt(layout, byte) !== 'pad') continue;
      const element = Math.floor((byte - layout.baseBytes) / layout.elementBytes);
      const row = Math.floor(element / layout.pitchElements);
      pads.push({ row, column: element - row * layout.pitchElements, lane });
    }
  }
  return pads;
}

/** Lane by cell, row by row; -1 = not part of the request. The first lane wins where several share an element. */
export function laneByCell(layout: TileLayout, cells: readonly RequestCell[]): Int8Array {
  const lanes = new Int8Array(layout.rows * layout.columns).fill(-1);
  for (const { row, column, lane } of cells.toReversed()) lanes[row * layout.columns + column] = lane;
  return lanes;
}

/** Number, from 1, of the wavefront that serves a lane's first word. */
export function firstWavefronts({ cost }: Request): Map<number, number> {
  const numbers = new Map<number, number>();
  for (const hit of cost.hits) if (!numbers.has(hit.lane)) numbers.set(hit.lane, hit.wavefront + 1);
  return numbers;
}

/** Noun for the columns of an access: a copy engine has no lanes, but takes its chunks one after another. */
export const columnNoun = ({ kind }: Pick<Access, 'kind'>): 'lane' | 'chunk' => (kind === 'bulk' ? 'chunk' : 'lane');

/** 'lane 5', 'lanes 0–7' where they follow each other, else 'lanes 0, 2, 4' with the rest counted. */
export function laneText(lanes: readonly number[], noun: 'lane' | 'chunk' = 'lane'): string {
  if (lanes.length === 1) return `${noun} ${lanes[0]}`;
  const first = lanes[0];
  if (lanes.every((lane, i) => lane === first + i)) return `${noun}s ${first}–${first + lanes.length - 1}`;
  const shown = lanes.slice(0, 4).join(', ');
  return `${noun}s ${shown}${lanes.length > 4 ? ` and ${lanes.length - 4} more` : ''}`;
}
