/** The histogram in words: caption, lens, keyboard, table. */
import type { ValueHistogram } from '../../model/values/value-histogram.ts';
import { valueText } from '../../model/values/value-text.ts';
import { count } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import type { HistogramRecords } from '../records.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { edgeText, histogramScene } from './draw.ts';
import { APART_ROW, apartBars, BIN_ROW, type HistogramFrame, highlightBox, histogramFrame } from './frame.ts';

export function histogramFigure(records: HistogramRecords, view: PictureView): Figure {
  const frame = histogramFrame(records, view);
  const { histogram } = records;
  const markOf = (highlight: Highlight): Mark | null => {
    const box = highlightBox(frame, histogram, highlight);
    return box && { highlight, box, lens: lensOf(histogram, highlight), pickable: true };
  };
  return {
    ...captionOf(records),
    source: view.source,
    scene: histogramScene(records, view),
    zoomable: null,
    handles: [],
    hit: (x, y) => markOf(under(frame, histogram, x, y)),
    markOf,
    step: (highlight, dx) => step(histogram, highlight, dx),
    table: () => binTable(histogram),
  };
}

const bin = (column: number): Highlight => ({ cell: { row: BIN_ROW, column }, bank: null });
const apart = (column: number): Highlight => ({ cell: { row: APART_ROW, column }, bank: null });

/** The whole column above a bar belongs to it. */
function under({ plot, binPx, apartX, apartPx }: HistogramFrame, { counts }: ValueHistogram, x: number, y: number) {
  if (y > plot.y + plot.height) return null;
  const at = apartX.findIndex(left => x >= left && x < left + apartPx);
  if (at >= 0) return apart(at);
  const column = Math.floor((x - plot.x) / binPx);
  return column >= 0 && column < counts.length ? bin(column) : null;
}

function captionOf({ name, histogram }: HistogramRecords): Caption {
  const { elements, type, range, counts } = histogram;
  const others = apartBars(histogram).map(bar => `${bar.count.toLocaleString('en-US')} ${bar.name}`);
  const span =
    range === null ? 'none finite' : `${numberOf(histogram, range.least)} to ${numberOf(histogram, range.greatest)}`;
  const widths =
    counts.length === 0 || histogram.isDiscrete ? '' : `; bins of ${Number(histogram.width.toPrecision(3))}`;
  return {
    title: 'Histogram',
    text: [`${name}: ${span}`, ...others].join(', '),
    detail: `values of ${name}, ${count(elements, 'element')} of ${type}: ${[span, ...others].join(', ')}${widths}; bars = elements`,
    differing: '',
  };
}

const numberOf = ({ type }: ValueHistogram, value: number): string => valueText(value, type);

function lensOf(histogram: ValueHistogram, highlight: Highlight) {
  const { row, column } = highlight?.cell ?? { row: BIN_ROW, column: 0 };
  const bar =
    row === APART_ROW
      ? apartBars(histogram)[column]
      : { name: binText(histogram, column), count: histogram.counts[column] };
  const share = histogram.elements === 0 ? 0 : (100 * bar.count) / histogram.elements;
  return { title: bar.name, lines: [count(bar.count, 'element'), `${Number(share.toPrecision(3))} % of all`] };
}

const binText = (histogram: ValueHistogram, column: number): string =>
  histogram.isDiscrete
    ? edgeText(histogram, column)
    : `from ${edgeText(histogram, column)} to below ${edgeText(histogram, column + 1)}`;

/** Along the bins, then along the bars of values that are not finite. */
function step(histogram: ValueHistogram, highlight: Highlight, dx: number): Highlight {
  const stops = [...histogram.counts.map((_, i) => bin(i)), ...apartBars(histogram).map((_, i) => apart(i))];
  if (stops.length === 0) return highlight;
  const cell = highlight?.cell;
  const at = stops.findIndex(stop => stop?.cell?.row === cell?.row && stop?.cell?.column === cell?.column);
  return at < 0 ? stops[0] : stops[Math.min(stops.length - 1, Math.max(0, at + dx))];
}

const binTable = (histogram: ValueHistogram): Table => ({
  columns: ['values', 'elements'],
  rows: [
    ...histogram.counts.map((n, i) => [binText(histogram, i), `${n}`]),
    ...apartBars(histogram).map(bar => [bar.name, `${bar.count}`]),
  ],
});
