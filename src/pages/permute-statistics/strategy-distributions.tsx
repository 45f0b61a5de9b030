/** How often each strategy has which conflicts and which waste; a bar lists its cases. */

import { useMemo } from 'react';
import type { Statistics } from '../../model/permute/statistics/statistics.ts';
import { strategiesIn } from '../../model/permute/statistics/summary.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { Distributions } from '../../pictures/distributions/index.tsx';
import type { Theme } from '../../pictures/theme.ts';
import type { Listed } from '../links/statistics.ts';
import { distributionsOf, QUANTITIES } from './distribution-records.ts';
import css from './statistics-page.module.css';

interface StrategyDistributionsProps {
  readonly statistics: Statistics;
  readonly theme: Theme;
  readonly listed: Listed | null;
  readonly onList: (listed: Listed | null) => void;
}

export function StrategyDistributions({ statistics, theme, listed, onList }: StrategyDistributionsProps) {
  const records = useMemo(() => distributionsOf(statistics), [statistics]);
  const strategies = strategiesIn(statistics);
  const scale = usePictureScale();
  return (
    <div className={css.pictures}>
      {QUANTITIES.map(({ id }, at) => (
        <Distributions
          key={id}
          {...scale}
          records={records[at]}
          theme={theme}
          source="predicted"
          selection={
            listed?.bar?.quantity === id ? { row: strategies.indexOf(listed.strategy), column: listed.bar.bin } : null
          }
          onSelect={cell => onList(cell && { strategy: strategies[cell.row], bar: { quantity: id, bin: cell.column } })}
        />
      ))}
    </div>
  );
}
