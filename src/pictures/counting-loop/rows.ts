/** What a counting loop shows: the spool of one side, one row for each request of a warp, with its verdict. */

import { LANES } from '../../base/hardware.ts';
import type { BlockLayout } from '../../model/permute/block-layout.ts';
import { type Spool, type SpoolRun, spoolOf } from '../../model/permute/spool.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import type { CountingLoopRecords } from '../permute/records.ts';
import { laneText } from '../requests/request-cells.ts';

export interface CountedRow {
  readonly warp: number;
  readonly k: number;
  readonly runs: readonly SpoolRun[];
  readonly verdict: SpoolRun['verdict'];
  readonly wavefronts: number;
}

export interface CountedSpool {
  readonly spool: Spool;
  readonly rows: readonly CountedRow[];
}

const known = new WeakMap<BlockLayout, Partial<Record<AccessSide, CountedSpool>>>();

/** Null where the block goes through no shared memory. Kept by layout. */
export function countedRows({ block, side }: Pick<CountingLoopRecords, 'block' | 'side'>): CountedSpool | null {
  const { layout, move } = block;
  if (layout.exchange !== null) return null;
  const kept = known.get(layout) ?? {};
  const made = kept[side] ?? rowsOf(spoolOf(side, move, layout));
  known.set(layout, { ...kept, [side]: made });
  return made;
}

/** How far the playhead of a counting loop goes: a step for each lane of each request. */
export const countedSteps = (records: Pick<CountingLoopRecords, 'block' | 'side'>): number =>
  countedRows(records)?.spool.elements.length ?? 0;

function rowsOf(spool: Spool): CountedSpool {
  const byRow: SpoolRun[][] = [];
  for (const run of spool.runs) {
    const row = Math.floor(run.first / LANES);
    byRow[row] = [...(byRow[row] ?? []), run];
  }
  return { spool, rows: byRow.map(rowOf) };
}

const ORDER: readonly SpoolRun['verdict'][] = ['consecutive', 'distinct', 'colliding'];

/** As bad as its worst phase. */
function rowOf(runs: readonly SpoolRun[]): CountedRow {
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

/** Where in the spool an element is counted. */
export const slotOfElement = ({ spool }: CountedSpool, element: number): number => spool.elements.indexOf(element);

/** Of a slot's place, the block's base included [bytes]. */
export const slotAddress = ({ block }: CountingLoopRecords, { spool }: CountedSpool, slot: number): number =>
  block.baseBytes + spool.addresses[slot];
