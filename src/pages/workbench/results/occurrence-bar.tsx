/** Leads through the requests of an instruction: the worst of all, in the order of execution, or the worst first. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { count } from '../../../base/numbers.ts';
import { IconButton } from '../../../panels/icon-button.tsx';
import { optionsOf, Segments, SelectField } from '../../../panels/kit/choice-fields.tsx';
import css from './results.module.css';
import type { OccurrenceChoice } from './use-occurrence.ts';

const ORDERS = [
  { value: 'worst', label: 'Worst of all' },
  { value: 'order', label: 'As executed' },
  { value: 'ranked', label: 'Worst first' },
] as const;

const ALL_WARPS = 'all';

interface OccurrenceBarProps {
  readonly choice: OccurrenceChoice;
  /** Requests in all CTAs that ran. */
  readonly requests: number;
}

export function OccurrenceBar({ choice, requests }: OccurrenceBarProps) {
  const { order, warp, count: kept, change } = choice;
  const others = order === 'worst' || warp !== null ? 0 : requests - kept;
  return (
    <div className="stack">
      <Segments
        label="Requests"
        options={ORDERS}
        value={order}
        disabled={kept > 0 ? null : 'No CTA with such a request was traced; only the worst request was kept.'}
        onChange={to => change({ order: to })}
      />
      {order !== 'worst' && <Steps {...choice} />}
      {kept > 0 && others > 0 && (
        <p className="caption">{count(others)} more were counted, in CTAs that were not traced.</p>
      )}
    </div>
  );
}

function Steps({ warp, warps, index, count: kept, change }: OccurrenceChoice) {
  const go = (by: number) => () => change({ index: index + by });
  return (
    <div className="row wrap dim">
      <SelectField
        label="Warp"
        value={warp === null ? ALL_WARPS : String(warp)}
        options={optionsOf([ALL_WARPS, ...warps.map(String)])}
        onChange={to => change({ warp: to === ALL_WARPS ? null : Number(to) })}
      />
      <IconButton label="Previous request" disabled={index === 0} onClick={go(-1)}>
        <ChevronLeft size={16} strokeWidth={1.75} />
      </IconButton>
      <span className={css.position}>
        {count(index + 1)} of {count(kept)}
      </span>
      <IconButton label="Next request" disabled={index + 1 >= kept} onClick={go(1)}>
        <ChevronRight size={16} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
