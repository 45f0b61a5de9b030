/** All strategies of a plan beside each other: the rows of the table, and the same as CSV and JSON. */

import { csvText } from '../../base/csv.ts';
import type { BlockLayout } from '../../model/permute/block-layout.ts';
import type { VariantLetter } from '../../pictures/records.ts';

export interface StrategyRow {
  /** Id of the variant that draws it. */
  readonly id: string;
  readonly title: string;
  /** The planner's name of it. */
  readonly strategy: string;
  /** null where it is not drawn. */
  readonly letter: VariantLetter | null;
  readonly isChosen: boolean;
  /** null where the strategy has none for this block. */
  readonly layout: BlockLayout | null;
  /** One sentence that says what it does here and why, or why it has no layout. */
  readonly why: string;
  /** Number of CTAs for which an SM's shared memory has room; null if none is used, 0 if the block does not fit. */
  readonly ctasPerSm: number | null;
}

type Value = string | number | boolean | null;

/** Null without a layout. */
const fromLayout =
  (of: (layout: BlockLayout) => Value) =>
  ({ layout }: StrategyRow): Value =>
    layout && of(layout);

const COLUMNS: readonly (readonly [string, (row: StrategyRow) => Value])[] = [
  ['strategy', row => row.strategy],
  ['storeWavefronts', fromLayout(({ store }) => store.wavefronts)],
  ['storeIdeal', fromLayout(({ store }) => store.ideal)],
  ['storeWorst', fromLayout(({ store }) => store.worst)],
  ['loadWavefronts', fromLayout(({ load }) => load.wavefronts)],
  ['loadIdeal', fromLayout(({ load }) => load.ideal)],
  ['loadWorst', fromLayout(({ load }) => load.worst)],
  ['shuffles', fromLayout(({ exchange }) => exchange?.shuffles ?? 0)],
  ['sharedBytes', fromLayout(({ sharedBytes }) => sharedBytes)],
  ['wasteBytes', fromLayout(({ waste }) => waste)],
  ['fits', fromLayout(({ fits }) => fits)],
  ['ctasPerSm', row => row.ctasPerSm],
  ['keepsAlignment', fromLayout(({ exchange, keepsAlignment }) => (exchange === null ? keepsAlignment : null))],
  ['strides', fromLayout(({ strides }) => strides.join(' '))],
  ['chosen', row => row.isChosen],
  ['why', row => row.why],
];

export const strategyJson = (rows: readonly StrategyRow[]): string =>
  `${JSON.stringify(
    rows.map(row => Object.fromEntries(COLUMNS.map(([name, of]) => [name, of(row)]))),
    null,
    2,
  )}\n`;

export const strategyCsv = (rows: readonly StrategyRow[]): string =>
  csvText([COLUMNS.map(([name]) => name), ...rows.map(row => COLUMNS.map(([, of]) => of(row)))]);
