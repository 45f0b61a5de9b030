/** Which sample lies under a point, and which is next to another. */

import type { Highlight } from '../view.ts';
import { jitterOf, type SamplePlace, type SampleStripFrame, timeOfX, xOfTime } from './frame.ts';
import { isTimed, type SampleStripRecords } from './records.ts';
import { orderedSamples, rankAt } from './sample-order.ts';

/** A dot's radius, and a pixel and a half for the hand. */
const REACH_PX = 4;

/** The nearest within reach; null where there is none. */
export function sampleAt(frame: SampleStripFrame, { rows }: SampleStripRecords, x: number, y: number) {
  const row = Math.floor(y / frame.rowPx);
  const outcome = rows[row]?.outcome;
  if (outcome === undefined || !isTimed(outcome)) return null;
  const { samplesNs } = outcome;
  const ordered = orderedSamples(samplesNs);
  const last = rankAt(samplesNs, ordered, timeOfX(frame, x + REACH_PX));
  let nearest: { readonly place: SamplePlace; readonly distance: number } | null = null;
  for (let rank = rankAt(samplesNs, ordered, timeOfX(frame, x - REACH_PX)); rank < last; rank++) {
    const run = ordered.runs[rank];
    const dy = row * frame.rowPx + frame.middlePx + jitterOf(run) - y;
    const distance = Math.hypot(xOfTime(frame, samplesNs[run]) - x, dy);
    if (distance <= (nearest?.distance ?? REACH_PX)) nearest = { place: { row, column: run }, distance };
  }
  return nearest?.place ?? null;
}

/** Sideways to the sample of the next rank; up and down to the median of the next row that has one. */
export function stepOfSample({ rows }: SampleStripRecords, highlight: Highlight, dx: number, dy: number): Highlight {
  const timed = rows.flatMap(({ outcome }, row) => (isTimed(outcome) ? [row] : []));
  if (timed.length === 0) return highlight;
  const cell = highlight?.cell;
  const at = timed.indexOf(cell?.row ?? -1);
  if (cell == null || at < 0) return toRank(rows, timed[0], 0.5);
  const next = timed[Math.min(timed.length - 1, Math.max(0, at + dy))];
  if (next !== cell.row) return toRank(rows, next, 0.5);
  const rank = ranksOf(rows, cell.row).indexOf(cell.column);
  return toRank(rows, cell.row, (rank + dx) / (ranksOf(rows, cell.row).length - 1));
}

function ranksOf(rows: SampleStripRecords['rows'], row: number): Uint32Array {
  const { outcome } = rows[row];
  return isTimed(outcome) ? orderedSamples(outcome.samplesNs).runs : new Uint32Array();
}

/** `share` 0 is the fastest sample, 1 the slowest. */
function toRank(rows: SampleStripRecords['rows'], row: number, share: number): Highlight {
  const ranks = ranksOf(rows, row);
  const rank = Math.round(Math.min(1, Math.max(0, share)) * (ranks.length - 1));
  return { cell: { row, column: ranks[Number.isFinite(rank) ? rank : 0] }, bank: null };
}
