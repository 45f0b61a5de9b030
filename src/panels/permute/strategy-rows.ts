/** All strategies of a plan beside each other: the rows of the table, and the same as CSV and JSON. */
import type { BlockLayout } from '../../model/permute/plan.ts';
import type { VariantLetter } from '../../pictures/records.ts';
import { quoted } from '../../trace/trace-text.ts';

export interface StrategyRow {
  /** Of the variant that draws it. */
  readonly id: string;
  readonly title: string;
  /** null where it is not drawn. */
  readonly letter: VariantLetter | null;
  readonly isChosen: boolean;
  readonly layout: BlockLayout;
  /** That shared memory leaves room for at once; null where none is used, 0 where the block does not fit. */
  readonly ctasPerSm: number | null;
}

const COLUMNS: readonly (readonly [string, (row: StrategyRow) => string | number | boolean | null])[] = [
  ['strategy', row => row.layout.strategy],
  ['storeWavefronts', row => row.layout.store.wavefronts],
  ['storeIdeal', row => row.layout.store.ideal],
  ['storeWorst', row => row.layout.store.worst],
  ['loadWavefronts', row => row.layout.load.wavefronts],
  ['loadIdeal', row => row.layout.load.ideal],
  ['loadWorst', row => row.layout.load.worst],
  ['shuffles', row => row.layout.exchange?.shuffles ?? 0],
  ['sharedBytes', row => row.layout.sharedBytes],
  ['wasteBytes', row => row.layout.waste],
  ['fits', row => row.layout.fits],
  ['ctasPerSm', row => row.ctasPerSm],
  ['keepsAlignment', row => row.layout.keepsAlignment],
  ['strides', row => row.layout.strides.join(' ')],
  ['chosen', row => row.isChosen],
  ['why', row => row.layout.why],
];

export const strategyJson = (rows: readonly StrategyRow[]): string =>
  `${JSON.stringify(
    rows.map(row => Object.fromEntries(COLUMNS.map(([name, of]) => [name, of(row)]))),
    null,
    2,
  )}\n`;

export const strategyCsv = (rows: readonly StrategyRow[]): string =>
  [
    COLUMNS.map(([name]) => name).join(','),
    ...rows.map(row => COLUMNS.map(([, of]) => quoted(String(of(row) ?? ''))).join(',')),
    '',
  ].join('\n');
