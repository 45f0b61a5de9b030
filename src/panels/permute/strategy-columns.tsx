/** Columns of the table of strategies: what each costs. */
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { bytes, count, MISSING } from '../../base/numbers.ts';
import type { BlockLayout } from '../../model/permute/block-layout.ts';
import type { SideCost } from '../../model/permute/placement.ts';
import { VariantBadge } from '../../pictures/badges.tsx';
import type { Theme } from '../../pictures/theme.ts';
import type { Column } from '../kit/table-columns.ts';
import { WaysChip } from '../kit/ways-chip.tsx';
import type { StrategyRow } from './strategy-rows.ts';
import css from './strategy-table.module.css';

type StrategyColumn = Column<StrategyRow>;

export const strategyColumns = (theme: Theme): StrategyColumn[] => [
  { key: 'strategy', name: 'Strategy', cell: row => <Name {...row} />, sort: ({ title }) => title },
  {
    key: 'store',
    name: 'Store',
    cell: ({ layout }) => (layout === null ? 'no layout for this block' : <Store {...layout} theme={theme} />),
    // Lanes that exchange neither store nor load.
    span: ({ layout }) => (layout === null ? FIGURES.length + 2 : layout.exchange ? 2 : 1),
    sort: ({ layout }) => layout?.store.wavefronts ?? null,
  },
  {
    key: 'load',
    name: 'Load',
    cell: ({ layout }) => layout && <Cost cost={layout.load} theme={theme} />,
    sort: ({ layout }) => layout?.load.wavefronts ?? null,
  },
  ...FIGURES,
];

const Name = ({ letter, title, isChosen }: StrategyRow) => (
  <>
    {letter ? <VariantBadge letter={letter} size={18} /> : <span className={css.empty} aria-hidden />}
    {title}
    {isChosen && (
      <span className="tinted chip" data-tone="ok" title="The fewest wavefronts, then the least shared memory">
        best here
      </span>
    )}
  </>
);

/** Column with a number of each strategy that has a layout. */
const figure = (
  key: string,
  name: string,
  cell: (layout: BlockLayout, row: StrategyRow) => ReactNode,
  sort: (layout: BlockLayout, row: StrategyRow) => number | null,
): StrategyColumn => ({
  key,
  name,
  cell: row => row.layout && cell(row.layout, row),
  sort: row => row.layout && sort(row.layout, row),
});

const FIGURES: readonly StrategyColumn[] = [
  figure(
    'shared',
    'Shared',
    ({ sharedBytes }) => bytes(sharedBytes),
    ({ sharedBytes }) => sharedBytes,
  ),
  figure(
    'padding',
    'Padding',
    ({ waste, sharedBytes }) => (waste === 0 ? '0 B' : `${bytes(waste)} · ${percent(waste, sharedBytes - waste)}`),
    ({ waste }) => waste,
  ),
  figure(
    'fits',
    'Fits',
    ({ fits }) => (fits ? <Yes /> : <No />),
    ({ fits }) => Number(fits),
  ),
  figure(
    'ctas',
    'CTAs/SM',
    (_, { ctasPerSm }) => (ctasPerSm === null ? MISSING : count(ctasPerSm)),
    (_, { ctasPerSm }) => ctasPerSm,
  ),
  figure(
    'aligned',
    '16 B kept',
    ({ exchange, keepsAlignment }) => (exchange ? MISSING : keepsAlignment ? <Yes /> : <No />),
    ({ exchange, keepsAlignment }) => (exchange ? null : Number(keepsAlignment)),
  ),
];

const Store = ({ exchange, store, theme }: BlockLayout & { readonly theme: Theme }) =>
  exchange ? `${shuffles(exchange.shuffles)} a warp` : <Cost cost={store} theme={theme} />;

const shuffles = (n: number): string => (n === 1 ? '1 shuffle' : `${count(n)} shuffles`);

/** 66 -> '+66 %', 4.2 -> '+4.2 %'. */
function percent(waste: number, data: number): string {
  const share = (100 * waste) / data;
  return `+${share < 10 ? share.toFixed(1) : count(Math.round(share))} %`;
}

function Cost({ cost, theme }: { cost: SideCost; theme: Theme }) {
  const { wavefronts, ideal, worst } = cost;
  return (
    <>
      {count(wavefronts)} <span className="dim">/ {count(ideal)}</span>{' '}
      {wavefronts > ideal ? (
        <WaysChip ways={worst} theme={theme} title="Wavefronts of the worst warp">
          {worst}
        </WaysChip>
      ) : (
        <span className="chip good" title="No conflict">
          <Check size={14} strokeWidth={2} aria-label="no conflict" />
        </span>
      )}
    </>
  );
}

const Yes = () => <Check className="good" size={16} strokeWidth={1.75} aria-label="yes" />;
const No = () => <X className="bad" size={16} strokeWidth={1.75} aria-label="no" />;
