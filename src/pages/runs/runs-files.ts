/** A comparison as files: pictures as one SVG or PNG, the table and every sample as CSV, the records as JSON. */
import { type ExportFile, textFile } from '../../panels/download.ts';
import { figuresSvg } from '../../pictures/figure-svg.ts';
import { performanceBarsFigure } from '../../pictures/performance-bars.figure.ts';
import { svgToPng } from '../../pictures/png.ts';
import { sampleStripFigure } from '../../pictures/sample-strip.figure.ts';
import type { Theme } from '../../pictures/theme.ts';
import { defaultView } from '../../pictures/view.ts';
import { quoted } from '../../trace/trace-text.ts';
import type { Comparison } from './comparison.ts';

const COLUMN_PX = 560;

const nameOf = ({ kernel, open }: Comparison, what: string): string =>
  `${kernel}-${open.map(({ id }) => id.slice(0, 8)).join('-')}${what}`;

function svgOf({ title, warning, strip, bars, open }: Comparison, theme: Theme): string {
  const view = defaultView(theme, 'measured', COLUMN_PX);
  const figures = [
    sampleStripFigure({ ...strip, range: null }, view),
    ...(bars ? [performanceBarsFigure(bars, view)] : []),
  ];
  const params = Object.entries(open[0].records[0].params).map(([name, value]) => `${name}=${value}`);
  return figuresSvg({
    title,
    description: [params.join(' '), warning, location.href].filter(line => line !== '').join('\n'),
    theme,
    columns: [{ letter: null, title, note: '', figures }],
    unbanked: true,
  });
}

export const svgFile = (comparison: Comparison, theme: Theme): ExportFile =>
  textFile(nameOf(comparison, '.svg'), 'image/svg+xml', svgOf(comparison, theme));

export const pngFile = async (comparison: Comparison, theme: Theme): Promise<ExportFile> => ({
  name: nameOf(comparison, '.png'),
  blob: await svgToPng(svgOf(comparison, theme)),
});

const lines = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map(row => `${row.map(value => quoted(String(value))).join(',')}\n`).join('');

const HEAD = [
  'run',
  'variant',
  'method',
  'outcome',
  'median ns',
  'q1 ns',
  'q3 ns',
  'samples',
  'per second',
  'share of limit',
];

/** An empty field is a number that was not obtained. */
export function tableText({ rows }: Comparison): string {
  const of = ['gpu', 'driver', 'nvcc', 'date'] as const;
  return lines([
    [...HEAD, ...of],
    ...rows.map(({ name, record, timed }) => [
      ...[name, record.variant, record.method, record.outcome.kind],
      ...(timed
        ? [timed.statistics.median, timed.statistics.q1, timed.statistics.q3, timed.statistics.count]
        : ['', '', '', '']),
      ...[timed?.rate ?? '', timed?.share ?? ''],
      ...[record.gpu.name, record.driver, record.nvcc, record.date],
    ]),
  ]);
}

export function samplesText({ rows }: Comparison): string {
  return lines([
    ['run', 'sample', 'ns', 'SM MHz'],
    ...rows.flatMap(({ name, record: { outcome } }) =>
      outcome.kind === 'timed' ? outcome.samplesNs.map((ns, i) => [name, i + 1, ns, outcome.samplesMhz[i]]) : [],
    ),
  ]);
}

export const tableFile = (comparison: Comparison): ExportFile =>
  textFile(nameOf(comparison, '-table.csv'), 'text/csv', tableText(comparison));

export const samplesFile = (comparison: Comparison): ExportFile =>
  textFile(nameOf(comparison, '-samples.csv'), 'text/csv', samplesText(comparison));

export function recordsFile(comparison: Comparison): ExportFile {
  const records = comparison.open.flatMap(measurement => measurement.records);
  const text = JSON.stringify({ link: location.href, records }, null, 1);
  return textFile(nameOf(comparison, '.json'), 'application/json', `${text}\n`);
}
