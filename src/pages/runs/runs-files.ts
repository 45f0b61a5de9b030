/** A comparison as files: pictures as one SVG or PNG, the table and every sample as CSV, the records as JSON. */
import { csvText } from '../../base/csv.ts';
import { type ExportFile, textFile } from '../../panels/download.ts';
import type { PictureFile } from '../../panels/kit/exports.ts';
import { performanceBarsFigure } from '../../pictures/performance-bars/figure.ts';
import { sampleStripFigure } from '../../pictures/sample-strip/figure.ts';
import type { PrintedFigure } from '../../pictures/scene/figure-svg.ts';
import { SceneBuilder } from '../../pictures/scene/scene-builder.ts';
import type { Theme } from '../../pictures/theme.ts';
import { defaultView } from '../../pictures/view.ts';
import type { Measurement } from '../../services/recordings/measurement.ts';
import { gpuWords, hashWords, runWords } from '../../trace/provenance.ts';
import type { RunRecord } from '../../trace/run-record.ts';
import type { RunComparison } from './comparison.ts';

const COLUMN_PX = 560;

const nameOf = ({ kernel, open }: RunComparison, what: string): string =>
  `${kernel}-${open.map(({ id }) => id.slice(0, 8)).join('-')}${what}`;

export function pictureFile(comparison: RunComparison, theme: Theme): PictureFile {
  const { heading, title, warning, strip, bars, open } = comparison;
  const view = defaultView(theme, 'measured', COLUMN_PX);
  const figures = [
    sampleStripFigure({ ...strip, range: null }, view),
    ...(bars ? [performanceBarsFigure(bars, view)] : []),
    ...open.map(measurement => provenanceFigure(measurement, theme)),
  ];
  const params = paramsText(open[0].records[0].params);
  return {
    name: nameOf(comparison, ''),
    title,
    description: [params, ...open.flatMap(originLines), warning, location.href].filter(line => line !== '').join('\n'),
    theme,
    columns: [{ letter: null, title: heading, note: '', figures }],
    unbanked: true,
  };
}

const paramsText = (params: RunRecord['params']): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

/** Origin of the comparison, then of each variant's build. */
const originLines = ({ records: [first, ...others] }: Measurement): string[] => [
  gpuWords(first.gpu),
  runWords(first),
  ...[first, ...others].map(({ variant, sourceHash }) => `${variant}: sources ${hashWords(sourceHash)}`),
];

const LINE_PX = 15;

/** A picture is passed on without the page. */
function provenanceFigure(measurement: Measurement, theme: Theme): PrintedFigure {
  const scene = new SceneBuilder();
  const lines = originLines(measurement);
  for (const [i, line] of lines.entries()) scene.text(0, LINE_PX * (i + 1) - 4, line, theme.ink3, { size: 11.5 });
  const [{ method }] = measurement.records;
  const caption = { title: 'Provenance', text: `timed ${method}`, differing: '', source: 'measured' } as const;
  return { ...caption, scene: scene.finish(COLUMN_PX, LINE_PX * lines.length) };
}

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

const PROVENANCE_HEAD = [
  ...['gpu', 'arch', 'card sha256', 'SMs', 'L2 bytes', 'driver', 'nvcc', 'flags', 'sources sha256'],
  ...['parameters', 'comparison', 'date'],
];

function provenanceCells({ gpu, driver, nvcc, flags, sourceHash, params, comparison, date }: RunRecord) {
  const { name, arch, uuidHash, smCount, l2Bytes } = gpu;
  const built = [driver, nvcc, flags.join(' '), sourceHash];
  return [name, arch, uuidHash, smCount, l2Bytes, ...built, paramsText(params), comparison, date];
}

/** An empty field is a number that was not obtained. */
export function tableText({ rows }: RunComparison): string {
  return csvText([
    [...HEAD, ...PROVENANCE_HEAD],
    ...rows.map(({ key, record, timed }) => [
      ...[key, record.variant, record.method, record.outcome.kind],
      ...(timed
        ? [timed.statistics.median, timed.statistics.q1, timed.statistics.q3, timed.statistics.count]
        : ['', '', '', '']),
      ...[timed?.rate ?? '', timed?.share ?? ''],
      ...provenanceCells(record),
    ]),
  ]);
}

/** The table says of each `comparison` where it comes from. */
export function samplesText({ rows }: RunComparison): string {
  return csvText([
    ['comparison', 'run', 'sample', 'ns', 'SM MHz'],
    ...rows.flatMap(({ key, record: { outcome, comparison } }) =>
      outcome.kind === 'timed'
        ? outcome.samplesNs.map((ns, i) => [comparison, key, i + 1, ns, outcome.samplesMhz[i]])
        : [],
    ),
  ]);
}

export const tableFile = (comparison: RunComparison): ExportFile =>
  textFile(nameOf(comparison, '-table.csv'), 'text/csv', tableText(comparison));

export const samplesFile = (comparison: RunComparison): ExportFile =>
  textFile(nameOf(comparison, '-samples.csv'), 'text/csv', samplesText(comparison));

export function recordsFile(comparison: RunComparison): ExportFile {
  const records = comparison.open.flatMap(measurement => measurement.records);
  const text = JSON.stringify({ link: location.href, records }, null, 1);
  return textFile(nameOf(comparison, '.json'), 'application/json', `${text}\n`);
}
