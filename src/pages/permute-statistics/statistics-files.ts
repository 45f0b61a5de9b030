/** Statistics as files: numbers as CSV and JSON, the pictures as SVG or PNG. */
import { csvText } from '../../base/csv.ts';
import { BINS } from '../../model/permute/statistics/bins.ts';
import { CASE_SETS } from '../../model/permute/statistics/sets.ts';
import type { Statistics } from '../../model/permute/statistics/statistics.ts';
import { laidCases, strategiesIn, summaries } from '../../model/permute/statistics/summary.ts';
import { type ExportFile, textFile } from '../../panels/download.ts';
import { caseStripsFigure } from '../../pictures/case-strips/figure.ts';
import { distributionsFigure } from '../../pictures/distributions/figure.ts';
import type { Figure } from '../../pictures/figure.ts';
import { figuresSvg } from '../../pictures/scene/figure-svg.ts';
import { svgToPng } from '../../pictures/scene/png.ts';
import type { Theme } from '../../pictures/theme.ts';
import { defaultView } from '../../pictures/view.ts';
import { distributionsOf, QUANTITIES } from './distribution-records.ts';
import { measuredRows } from './measured-files.ts';
import { caseStripsOf, type Measured } from './measured-records.ts';

/** What is saved: the numbers, the set that they are of, and what was measured of it. */
export interface CountedSet {
  readonly set: string;
  readonly statistics: Statistics;
  readonly measured: Measured | null;
}

export type TableName = 'strategies' | 'distributions' | 'cases' | 'measured';
/** Columns of figures, from left to right. */
export type PictureName = 'distributions' | 'measured';
type Row = Readonly<Record<string, string | number | boolean>>;

const ROWS: Readonly<Record<TableName, (counted: CountedSet) => Row[]>> = {
  strategies: ({ statistics }) =>
    summaries(statistics).map(({ store, load, bytes, ...counts }) => ({
      ...counts,
      storeMean: store.mean,
      storeWorst: store.worst,
      loadMean: load.mean,
      loadWorst: load.worst,
      bytesMean: bytes.mean,
      bytesWorst: bytes.worst,
    })),
  distributions: ({ statistics }) =>
    distributionsOf(statistics).flatMap(({ rows }, at) =>
      rows.flatMap(({ name, counts }) => {
        const { id } = QUANTITIES[at];
        return counts.map((cases, bin) => ({ strategy: name, quantity: id, bin: BINS[id][bin].text, cases }));
      }),
    ),
  cases: ({ statistics }) =>
    strategiesIn(statistics).flatMap(strategy =>
      laidCases(statistics, strategy).map(({ case: { name, shape, perm }, block, layout }) => ({
        case: name,
        shape: shape.join(' '),
        perm: perm.join(' '),
        strategy,
        chosen: block.chosen === strategy,
        storeWavefronts: layout.store.wavefronts,
        storeIdeal: layout.store.ideal,
        loadWavefronts: layout.load.wavefronts,
        loadIdeal: layout.load.ideal,
        elementBytes: block.bytes,
        sharedBytes: layout.sharedBytes,
        fits: layout.fits,
        proved: layout.proved,
      })),
    ),
  measured: ({ measured }) => (measured === null ? [] : measuredRows(measured)),
};

const nameOf = ({ set }: CountedSet, what: string): string => `permute-${set}-${what}`;

export function tableFile(counted: CountedSet, table: TableName, format: 'csv' | 'json'): ExportFile {
  const { set, statistics } = counted;
  const rows = ROWS[table](counted);
  const name = nameOf(counted, `${table}.${format}`);
  if (format === 'csv') return textFile(name, 'text/csv', csvOf(rows));
  const { source } = CASE_SETS.get(set)!;
  const text = JSON.stringify({ link: location.href, set, source, options: statistics.options, rows }, null, 2);
  return textFile(name, 'application/json', `${text}\n`);
}

function csvOf(rows: readonly Row[]): string {
  const head = Object.keys(rows[0] ?? {});
  return csvText([head, ...rows.map(row => head.map(column => row[column]))]);
}

const COLUMN_PX = 394;
const MEASURED_PX = 1100;

const FIGURES: Readonly<Record<PictureName, (counted: CountedSet, theme: Theme) => Figure[]>> = {
  distributions: ({ statistics }, theme) =>
    distributionsOf(statistics).map(records =>
      distributionsFigure(records, defaultView(theme, 'predicted', COLUMN_PX)),
    ),
  measured: ({ statistics, measured }, theme) =>
    measured === null
      ? []
      : [caseStripsFigure(caseStripsOf(statistics, measured), defaultView(theme, 'measured', MEASURED_PX))],
};

function svgOf(counted: CountedSet, picture: PictureName, theme: Theme): string {
  const { title, source } = CASE_SETS.get(counted.set)!;
  const { elementBytes, targetElements, sharedBytes } = counted.statistics.options;
  const target = targetElements === null ? '' : `, inner blocks of ${targetElements}`;
  return figuresSvg({
    title: `Permutations: ${title}`,
    description: `${source}\n${location.href}`,
    theme,
    columns: FIGURES[picture](counted, theme).map((figure, at) => ({
      letter: null,
      title: at === 0 ? title : '',
      note: at === 0 ? `${elementBytes}-byte elements${target}, ${sharedBytes / 1024} KiB` : '',
      figures: [figure],
    })),
    unbanked: true,
  });
}

export const svgFile = (counted: CountedSet, picture: PictureName, theme: Theme): ExportFile =>
  textFile(nameOf(counted, `${picture}.svg`), 'image/svg+xml', svgOf(counted, picture, theme));

export const pngFile = async (counted: CountedSet, picture: PictureName, theme: Theme): Promise<ExportFile> => ({
  name: nameOf(counted, `${picture}.png`),
  blob: await svgToPng(svgOf(counted, picture, theme)),
});
