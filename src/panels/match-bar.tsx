/** How many lane addresses of the emulated CTA are the predicted ones. */
import type { TraceComparison } from '../trace/compare.ts';
import css from './evidence-panel.module.css';
import { count } from './numbers.ts';

export function MatchBar({ comparison }: { comparison: TraceComparison }) {
  const { matchingLanes, totalLanes } = comparison;
  const share = totalLanes === 0 ? 1 : matchingLanes / totalLanes;
  return (
    <span className={css.match}>
      <span>
        <i style={{ width: `${100 * share}%` }} />
      </span>
      {matchingLanes === totalLanes ? count(totalLanes) : `${count(matchingLanes)} / ${count(totalLanes)}`}
    </span>
  );
}
