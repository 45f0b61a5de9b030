/**
 * The strategies of a plan side by side, and why each does what it does; a click draws one, or takes it away again. At first
 * those that are drawn, and the best.
 */
import { useState } from 'react';
import { VariantBadge } from '../../pictures/badges.tsx';
import type { Theme } from '../../pictures/theme.ts';
import { DataTable } from '../kit/data-table.tsx';
import { strategyColumns } from './strategy-columns.tsx';
import type { StrategyRow } from './strategy-rows.ts';
import css from './strategy-table.module.css';

interface StrategyTableProps {
  readonly rows: readonly StrategyRow[];
  readonly theme: Theme;
  readonly onToggle: (id: string) => void;
  /** Address of the page that counts the strategies over many permutations. */
  readonly statistics: string;
}

export function StrategyTable({ rows, theme, onToggle, statistics }: StrategyTableProps) {
  const [pointed, setPointed] = useState<string | null>(null);
  const [hasAll, setHasAll] = useState(false);
  const shown = hasAll ? rows : rows.filter(({ letter, isChosen }) => letter !== null || isChosen);
  return (
    <section aria-label="Strategies">
      <DataTable
        isTitled
        caption={
          <>
            <strong>Strategies</strong> wavefronts of a block / at best; the chip is the worst warp's
          </>
        }
        columns={strategyColumns(theme)}
        rows={shown}
        rowKey={({ id }) => id}
        choice={{ isChosen: ({ letter }) => letter !== null, onChoose: ({ id }) => onToggle(id), hint: HINT }}
        onPoint={row => row && setPointed(row.id)}
      />
      <Reasons rows={shown} pointed={pointed} />
      <p className={css.more}>
        {shown.length < rows.length && (
          <button type="button" className="act" onClick={() => setHasAll(true)}>
            All {rows.length} strategies
          </button>
        )}
        <a href={statistics}>Statistics over many permutations</a>
      </p>
    </section>
  );
}

const HINT = 'Draws it, or takes it away again; the last one stays';

/** Reasons of the drawn strategies, and of the one that was last pointed at. */
function Reasons({ rows, pointed }: Pick<StrategyTableProps, 'rows'> & { readonly pointed: string | null }) {
  return (
    <ul className={`list remark ${css.reasons}`} aria-label="Why">
      {rows
        .filter(({ id, letter }) => letter !== null || id === pointed)
        .map(({ id, letter, title, why }) => (
          <li key={id}>
            {letter ? <VariantBadge letter={letter} size={16} /> : <span className={css.empty} aria-hidden />}
            <span>
              <strong>{title}:</strong> {why}
            </span>
          </li>
        ))}
    </ul>
  );
}
