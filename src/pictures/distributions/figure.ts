/** Distributions in words: caption, lens, keyboard, table. */
import { count } from '../address-text.ts';
import type { Figure } from '../figure.ts';
import type { DistributionsRecords } from '../records.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { distributionsScene } from './draw.ts';
import { barBox, type DistributionsFrame, distributionsFrame, distributionsHit, placeOf } from './frame.ts';

export function distributionsFigure(records: DistributionsRecords, view: PictureView): Figure {
  const frame = distributionsFrame(records, view);
  const { title, text, unit } = records;
  return {
    title,
    text,
    detail: `${text}; bars = ${unit}s, one of full height = all ${count(records.total, unit)}`,
    differing: '',
    source: view.source,
    scene: distributionsScene(records, view),
    zoomable: null,
    handles: [],
    hit(x, y) {
      const place = distributionsHit(frame, records, x, y);
      return place && markOf(frame, records, { cell: { row: place.row, column: place.bin }, bank: null });
    },
    markOf: highlight => markOf(frame, records, highlight),
    step: (highlight, dx, dy) => step(records, highlight, dx, dy),
    table: () => binTable(records),
  };
}

function markOf(frame: DistributionsFrame, records: DistributionsRecords, highlight: Highlight): Mark | null {
  const place = placeOf(records, highlight);
  if (place === null) return null;
  const { name, counts } = records.rows[place.row];
  const ofRow = counts.reduce((sum, n) => sum + n, 0);
  const share = ofRow === 0 ? 0 : (100 * place.count) / ofRow;
  const lines = [
    `${records.title}: ${records.bins[place.bin].text}`,
    count(place.count, records.unit),
    `${Number(share.toPrecision(3))} % of its ${ofRow.toLocaleString('en-US')}`,
  ];
  return { highlight, box: barBox(frame, place), lens: { title: name, lines }, pickable: place.count > 0 };
}

function step({ bins, rows }: DistributionsRecords, highlight: Highlight, dx: number, dy: number): Highlight {
  const cell = highlight?.cell;
  if (bins.length === 0 || rows.length === 0) return highlight;
  const within = (at: number, end: number): number => Math.min(end - 1, Math.max(0, at));
  const next = cell
    ? { row: within(cell.row + dy, rows.length), column: within(cell.column + dx, bins.length) }
    : { row: 0, column: 0 };
  return { cell: next, bank: null };
}

const binTable = ({ each, bins, rows }: DistributionsRecords): Table => ({
  columns: [each, ...bins.map(({ text }) => text)],
  rows: rows.map(({ name, counts }) => [name, ...counts.map(String)]),
});
