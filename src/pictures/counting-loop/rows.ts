/** Contents of a counting loop: the sequence of one side, and one row with a verdict for each request of a warp. */

import { LANES } from '../../base/hardware.ts';
import type { BlockLayout } from '../../model/permute/block-layout.ts';
import { type RequestRun, type RequestSequence, requestSequence } from '../../model/permute/request-sequence.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import type { CountingLoopRecords } from '../permute/records.ts';
import { laneText } from '../requests/request-cells.ts';

export interface CountedRow {
  readonly warp: number;
  readonly k: number;
  readonly runs: readonly RequestRun[];
  readonly verdict: RequestRun['verdict'];
  readonly wavefronts: number;
}

export interface CountedRequests {
  readonly sequence: RequestSequence;
  readonly rows: readonly CountedRow[];
}

const known = new WeakMap<BlockLayout, Partial<Record<AccessSide, CountedRequests>>>();

/** Null where the block goes through no shared memory. Kept by layout. */
export function countedRows({ block, side }: Pick<CountingLoopRecords, 'block' | 'side'>): CountedRequests | null {
  const { layout, move } = block;
  if (layout.exchange !== null) return null;
  const kept = known.get(layout) ?? {};
  const made = kept[side] ?? rowsOf(requestSequence(side, move, layout));
  known.set(layout, { ...kept, [side]: made });
  return made;
}

/** How far the playhead of a counting loop goes: a step for each lane of each request. */
export const countedSteps = (records: Pick<CountingLoopRecords, 'block' | 'side'>): number =>
  countedRows(records)?.sequence.elements.length ?? 0;

function rowsOf(sequence: RequestSequence): CountedRequests {
  const byRow: RequestRun[][] = [];
  for (const run of sequence.runs) {
    const row = Math.floor(run.first / LANES);
    byRow[row] = [...(byRow[row] ?? []), run];
  }
  return { sequence, rows: byRow.map(rowOf) };
}

const ORDER: readonly RequestRun['verdict'][] = ['consecutive', 'distinct', 'colliding'];

/** Row of a request, whose verdict is that of its worst phase. */
function rowOf(runs: readonly RequestRun[]): CountedRow {
  const worst = Math.max(...runs.map(({ verdict }) => ORDER.indexOf(verdict)));
  const wavefronts = runs.reduce((sum, run) => sum + run.wavefronts, 0);
  return { warp: runs[0].warp, k: runs[0].request, runs, verdict: ORDER[worst], wavefronts };
}

/** The most ways of a phase: 1 = no conflict. */
export const waysOf = ({ runs }: CountedRow): number => Math.max(...runs.map(({ wavefronts }) => wavefronts));

/** 'consecutive', 'all different', '4-way: lanes 0, 8, 16, 24 meet'; short, '4-way'. */
export function verdictText(row: CountedRow, isShort: boolean): string {
  if (row.verdict !== 'colliding') return row.verdict === 'consecutive' ? 'consecutive' : 'all different';
  const ways = waysOf(row);
  if (isShort) return `${ways}-way`;
  const { conflicts } = row.runs.find(({ wavefronts }) => wavefronts === ways)!;
  const { lanes } = conflicts.reduce((a, b) => (b.lanes.length > a.lanes.length ? b : a));
  return `${ways}-way: ${laneText(lanes)} meet`;
}

/** Place of an element in the sequence. */
export const slotOfElement = ({ sequence }: CountedRequests, element: number): number =>
  sequence.elements.indexOf(element);

/** Address of a slot, the block's base included [bytes]. */
export const slotAddress = ({ block }: CountingLoopRecords, { sequence }: CountedRequests, slot: number): number =>
  block.baseBytes + sequence.addresses[slot];
