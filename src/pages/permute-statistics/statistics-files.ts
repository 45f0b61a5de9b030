/** Statistics as files: numbers as CSV and JSON, the pictures as SVG or PNG. */
import { BINS } from '../../model/permute/statistics/bins.ts';
import { CASE_SETS } from '../../model/permute/statistics/sets.ts';
import type { Statistics } from '../../model/permute/statistics/statistics.ts';
import { laidCases, strategiesIn, summaries } from '../../model/permute/statistics/summary.ts';
import type { PictureFile } from '../../panels/kit/exports.ts';
import type { TableFile } from '../../panels/kit/table-text.ts';
import { caseStripsFigure } from '../../pictures/case-strips/figure.ts';
import { distributionsFigure } from '../../pictures/distributions/figure.ts';
import type { Figure } from '../../pictures/figure.ts';
import type { Theme } from '../../pictures/theme.ts';
import { defaultView } from '../../pictures/view.ts';
import { distributionsOf, QUANTITIES } from './distribution-records.ts';
import { measuredRows } from './measured-files.ts';
import { caseStripsOf, type Measured } from './measured-records.ts';

/** Contents of a saved file: the numbers, their set of permutations, and its measured times. */
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
      rows.flatMap(({ counts }, row) => {
        const { id } = QUANTITIES[at];
        const strategy = strategiesIn(statistics)[row];
        return counts.map((cases, bin) => ({ strategy, quantity: id, bin: BINS[id][bin].text, cases }));
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

export function tableFile(counted: CountedSet, table: TableName): TableFile {
  const { set, statistics } = counted;
  const rows = ROWS[table](counted);
  const columns = Object.keys(rows[0] ?? {});
  const { source } = CASE_SETS.get(set)!;
  return {
    name: nameOf(counted, table),
    table: () => ({ columns, rows: rows.map(row => columns.map(column => row[column])) }),
    json: () => ({ link: location.href, set, source, options: statistics.options, rows }),
  };
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

export function pictureFile(counted: CountedSet, picture: PictureName, theme: Theme): PictureFile {
  const { title, source } = CASE_SETS.get(counted.set)!;
  const { elementBytes, targetElements, sharedBytes } = counted.statistics.options;
  const target = targetElements === null ? '' : `, inner blocks of ${targetElements}`;
  return {
    name: nameOf(counted, picture),
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
  };
}
