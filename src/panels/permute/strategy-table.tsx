/** The strategies of a plan side by side; a click draws one, or takes it away again. */
import { Check, X } from 'lucide-react';
import type { SideCost } from '../../model/permute/placement.ts';
import { VariantBadge } from '../../pictures/badges.tsx';
import { degreeChip, type Theme } from '../../pictures/theme.ts';
import { bytes, count, MISSING } from '../numbers.ts';
import type { StrategyRow } from './strategy-rows.ts';
import css from './strategy-table.module.css';

interface StrategyTableProps {
  readonly rows: readonly StrategyRow[];
  readonly theme: Theme;
  readonly onToggle: (id: string) => void;
}

const HEAD = ['Store', 'Load', 'Shared', 'Padding', 'Fits', 'CTAs/SM', '16 B kept'];

export function StrategyTable({ rows, theme, onToggle }: StrategyTableProps) {
  return (
    <section className={css.scroll} aria-label="Strategies" tabIndex={-1}>
      <table className={css.table}>
        <caption>
          <strong>Strategies</strong> wavefronts of a block / without a conflict; the chip is the worst warp's; a click
          draws one
        </caption>
        <thead>
          <tr>
            <th scope="col">Strategy</th>
            {HEAD.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <Row key={row.id} row={row} theme={theme} onToggle={onToggle} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps extends Pick<StrategyTableProps, 'theme' | 'onToggle'> {
  readonly row: StrategyRow;
}

function Row({ row, theme, onToggle }: RowProps) {
  const { id, title, letter, isChosen, layout, ctasPerSm } = row;
  const { store, load, sharedBytes, waste, fits, keepsAlignment, exchange, why } = layout;
  return (
    <tr data-drawn={letter !== null || undefined}>
      <th scope="row">
        <button type="button" aria-pressed={letter !== null} title={why} onClick={() => onToggle(id)}>
          {letter ? <VariantBadge letter={letter} size={18} /> : <span className={css.empty} aria-hidden />}
          {title}
          {isChosen && <span className={css.chosen}>chosen</span>}
        </button>
      </th>
      {exchange ? (
        <td colSpan={2}>{count(exchange.shuffles)} shuffles a warp</td>
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
      <td>{keepsAlignment ? <Yes /> : <No />}</td>
    </tr>
  );
}

/** 66 -> '+66 %', 4.2 -> '+4.2 %'. */
function percent(waste: number, data: number): string {
  const share = (100 * waste) / data;
  return `+${share < 10 ? share.toFixed(1) : count(Math.round(share))} %`;
}

function Cost({ cost, theme }: { cost: SideCost; theme: Theme }) {
  const { wavefronts, ideal, worst } = cost;
  const excess = wavefronts > ideal;
  const { fill, text } = degreeChip(theme, worst);
  return (
    <td>
      {count(wavefronts)} <span className={css.ideal}>/ {count(ideal)}</span>
      {excess ? (
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
const No = () => <X className={css.no} size={16} strokeWidth={1.75} aria-label="no" />;
