/** A sample strip in words: caption, lens, keyboard, table. */

import { timeText } from '../../base/numerals.ts';
import { reasonsAt } from '../../trace/clock-events.ts';
import { sampleStatistics } from '../../trace/sample-statistics.ts';
import { count } from '../address-text.ts';
import type { Figure } from '../figure.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { sampleStripScene } from './draw.ts';
import {
  jitterOf,
  placeOfSample,
  type SamplePlace,
  type SampleStripFrame,
  sampleStripFrame,
  timeOfX,
  xOfTime,
} from './frame.ts';
import { isTimed, type SampleRow, type SampleStripRecords } from './records.ts';
import { orderedSamples, rankAt } from './sample-order.ts';

export function sampleStripFigure(records: SampleStripRecords, view: PictureView): Figure {
  const frame = sampleStripFrame(records, view);
  return {
    title: 'Samples',
    text: records.text,
    detail: detailOf(records, frame),
    differing: '',
    source: view.source,
    scene: sampleStripScene(records, view),
    zoomable: null,
    handles: [],
    hit(x, y) {
      const cell = sampleAt(frame, records, x, y);
      return cell && markOf(frame, records, { cell, bank: null });
    },
    markOf: highlight => markOf(frame, records, highlight),
    step: (highlight, dx, dy) => stepOfSample(records, highlight, dx, dy),
    table: () => tableOf(records),
  };
}

function detailOf({ text, rows, bound }: SampleStripRecords, { axis }: SampleStripFrame): string {
  const timed = rows.filter(({ outcome }) => isTimed(outcome)).length;
  const axisWords = axis.isBroken ? 'an axis that does not start at 0' : 'an axis that starts at 0';
  const limit = bound === null ? '' : `; dashed: ${bound.name}, ${timeText(bound.ns)}`;
  return `${text}; every sample of ${count(timed, 'variant')} in ${axis.unit} on ${axisWords}, shaded by SM clock; box = quartiles, bar = median, below it the interval that holds the median with 95 %${limit}`;
}

function markOf(frame: SampleStripFrame, records: SampleStripRecords, highlight: Highlight): Mark | null {
  const cell = highlight?.cell;
  const box = cell ? placeOfSample(frame, records, cell) : null;
  if (!cell || box === null) return null;
  return { highlight, box, lens: lensOf(records.rows[cell.row], cell.column), pickable: true };
}

function lensOf({ letter, name, outcome }: SampleRow, run: number) {
  if (!isTimed(outcome)) return { title: name, lines: [] };
  const { samplesNs, samplesMhz, celsius } = outcome;
  const held = reasonsAt(outcome, run);
  const { median } = orderedSamples(samplesNs).statistics;
  const away = 100 * (samplesNs[run] / median - 1);
  const lines = [
    `run ${(run + 1).toLocaleString('en-US')} of ${samplesNs.length.toLocaleString('en-US')}`,
    `${timeText(samplesNs[run], 5)}, ${away < 0 ? '−' : '+'}${Math.abs(away).toFixed(2)} % of the median`,
    `SM clock ${samplesMhz[run].toFixed(0)} MHz${held.length === 0 ? '' : `, held back: ${held.join(', ')}`}`,
    ...(celsius === undefined ? [] : [`GPU at ${celsius.low} to ${celsius.high} °C in this run`]),
  ];
  return { title: letter === null ? name : `${letter} ${name}`, lines };
}

const COLUMNS = ['variant', 'samples', 'median', 'median, 95 %', 'quartiles', 'least to most', 'SM clock'];

const tableOf = ({ rows }: SampleStripRecords): Table => ({ columns: COLUMNS, rows: rows.map(rowOf) });

function rowOf({ letter, name, outcome }: SampleRow): string[] {
  const who = letter === null ? name : `${letter} ${name}`;
  if (!isTimed(outcome)) return [who, '—', outcome.why, '—', '—', '—', '—'];
  const { samplesNs, samplesMhz } = outcome;
  const { runs, statistics } = orderedSamples(samplesNs);
  const { count: samples, min, q1, median, q3, medianInterval } = statistics;
  const range = (low: number, high: number): string => `${timeText(low, 4)} to ${timeText(high, 4)}`;
  return [
    ...[who, samples.toLocaleString('en-US'), timeText(median, 4)],
    medianInterval === null ? '— (fewer than 6 samples)' : range(medianInterval.low, medianInterval.high),
    range(q1, q3),
    range(min, samplesNs[runs[runs.length - 1]]),
    `${sampleStatistics(samplesMhz).median.toFixed(0)} MHz`,
  ];
}

// Finds the sample under a point, and the sample next to another one.

/** A dot's radius, and a pixel and a half for the hand. */
const REACH_PX = 4;

/** The nearest within reach; null where there is none. */
function sampleAt(frame: SampleStripFrame, { rows }: SampleStripRecords, x: number, y: number) {
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
function stepOfSample({ rows }: SampleStripRecords, highlight: Highlight, dx: number, dy: number): Highlight {
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
