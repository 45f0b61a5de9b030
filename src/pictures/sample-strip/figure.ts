/** A sample strip in words: caption, lens, keyboard, table. */
import { timeText } from '../../base/numerals.ts';
import { reasonsAt } from '../../trace/clock-events.ts';
import { sampleStatistics } from '../../trace/sample-statistics.ts';
import { count } from '../address-text.ts';
import type { Figure } from '../figure.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { sampleStripScene } from './draw.ts';
import { placeOfSample, type SampleStripFrame, sampleStripFrame } from './frame.ts';
import { sampleAt, stepOfSample } from './hit.ts';
import { isTimed, type SampleRow, type SampleStripRecords } from './records.ts';
import { orderedSamples } from './sample-order.ts';

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
