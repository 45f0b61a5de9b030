/** The strategies of a plan side by side, and why each does what it does; a click draws one, or takes it away again. */
import { useState } from 'react';
import { VariantBadge } from '../../pictures/badges.tsx';
import { TableHead } from '../../pictures/table-head.tsx';
import type { Theme } from '../../pictures/theme.ts';
import table from '../table.module.css';
import { StrategyTableRow } from './strategy-row.tsx';
import type { StrategyRow } from './strategy-rows.ts';
import css from './strategy-table.module.css';

interface StrategyTableProps {
  readonly rows: readonly StrategyRow[];
  readonly theme: Theme;
  readonly onToggle: (id: string) => void;
  /** Address of the page that counts the strategies over many permutations. */
  readonly statistics: string;
}

const HEAD = ['Store', 'Load', 'Shared', 'Padding', 'Fits', 'CTAs/SM', '16 B kept'];

export function StrategyTable({ rows, theme, onToggle, statistics }: StrategyTableProps) {
  const [pointed, setPointed] = useState<string | null>(null);
  return (
    <section aria-label="Strategies">
      <div className="sideways">
        <table className={`${table.titled} ${css.table}`}>
          <Head />
          <tbody>
            {rows.map(row => (
              <StrategyTableRow
                key={row.id}
                {...{ row, theme }}
                columns={HEAD.length}
                onToggle={() => onToggle(row.id)}
                onPoint={() => setPointed(row.id)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Reasons rows={rows} pointed={pointed} />
      <More statistics={statistics} />
    </section>
  );
}

const More = ({ statistics }: Pick<StrategyTableProps, 'statistics'>) => (
  <p className={css.more}>
    <a href={statistics}>How often each strategy avoids conflicts, over many permutations</a>
  </p>
);

const Head = () => (
  <>
    <caption>
      <strong>Strategies</strong> wavefronts of a block / without a conflict; the chip is the worst warp's; a click
      draws one
    </caption>
    <TableHead names={['Strategy', ...HEAD]} />
  </>
);

/** Of the strategies drawn, and of the one last pointed at. */
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
