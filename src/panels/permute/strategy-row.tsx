/** One strategy in the table: its button, and what it costs. */
import { Check, X } from 'lucide-react';
import { bytes, count, MISSING } from '../../base/numbers.ts';
import type { BlockLayout } from '../../model/permute/block-layout.ts';
import type { SideCost } from '../../model/permute/placement.ts';
import { VariantBadge } from '../../pictures/badges.tsx';
import { degreeChip, type Theme } from '../../pictures/theme.ts';
import type { StrategyRow } from './strategy-rows.ts';
import css from './strategy-table.module.css';

interface StrategyTableRowProps {
  readonly row: StrategyRow;
  readonly theme: Theme;
  /** How many columns there are beside the strategy's. */
  readonly columns: number;
  readonly onToggle: () => void;
  /** The row is under the pointer, or its button has the focus. */
  readonly onPoint: () => void;
}

export function StrategyTableRow({ row, theme, columns, onToggle, onPoint }: StrategyTableRowProps) {
  const { title, letter, isChosen, layout, ctasPerSm } = row;
  return (
    <tr data-drawn={letter !== null || undefined} onPointerEnter={onPoint}>
      <th scope="row">
        <button type="button" aria-pressed={letter !== null} onClick={onToggle} onFocus={onPoint}>
          {letter ? <VariantBadge letter={letter} size={18} /> : <span className={css.empty} aria-hidden />}
          {title}
          {isChosen && <span className={css.chosen}>chosen</span>}
        </button>
      </th>
      {layout === null ? (
        <td className={css.none} colSpan={columns}>
          no layout for this block
        </td>
      ) : (
        <Costs layout={layout} ctasPerSm={ctasPerSm} theme={theme} />
      )}
    </tr>
  );
}

interface CostsProps extends Pick<StrategyRow, 'ctasPerSm'>, Pick<StrategyTableRowProps, 'theme'> {
  readonly layout: BlockLayout;
}

function Costs({ layout, ctasPerSm, theme }: CostsProps) {
  const { store, load, sharedBytes, waste, fits, keepsAlignment, exchange } = layout;
  return (
    <>
      {exchange ? (
        <td colSpan={2}>{shuffles(exchange.shuffles)} a warp</td>
      ) : (
        <>
          <Cost cost={store} theme={theme} />
          <Cost cost={load} theme={theme} />
        </>
      )}
      <td>{bytes(sharedBytes)}</td>
      <td>{waste === 0 ? '0 B' : `${bytes(waste)} · ${percent(waste, sharedBytes - waste)}`}</td>
      <td>{fits ? <Yes /> : <No />}</td>
      <td>{ctasPerSm === null ? MISSING : count(ctasPerSm)}</td>
      <td>{exchange ? MISSING : keepsAlignment ? <Yes /> : <No />}</td>
    </>
  );
}

const shuffles = (n: number): string => (n === 1 ? '1 shuffle' : `${count(n)} shuffles`);

/** 66 -> '+66 %', 4.2 -> '+4.2 %'. */
function percent(waste: number, data: number): string {
  const share = (100 * waste) / data;
  return `+${share < 10 ? share.toFixed(1) : count(Math.round(share))} %`;
}

function Cost({ cost, theme }: { cost: SideCost; theme: Theme }) {
  const { wavefronts, ideal, worst } = cost;
  const { fill, text } = degreeChip(theme, worst);
  return (
    <td>
      {count(wavefronts)} <span className="dim">/ {count(ideal)}</span>
      {wavefronts > ideal ? (
        <span className={css.chip} style={{ background: fill, color: text }} title="Wavefronts of the worst warp">
          {worst}
        </span>
      ) : (
        <span className={css.free} title="No conflict">
          <Check size={14} strokeWidth={2} aria-label="no conflict" />
        </span>
      )}
    </td>
  );
}

const Yes = () => <Check className={css.yes} size={16} strokeWidth={1.75} aria-label="yes" />;
const No = () => <X className={`bad ${css.no}`} size={16} strokeWidth={1.75} aria-label="no" />;
