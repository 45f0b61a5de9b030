/** Chooses which request of the chosen instruction is drawn: the worst of all CTAs, or one that the trace kept. */
import { useMemo, useState } from 'react';
import { type AccessTrace, accessAt } from '../../../trace/access-trace.ts';
import type { AccessChoice } from './access-list.ts';
import { keptRows, type Occurrence, type OccurrenceOrder, occurrenceOf, rankedRows, warpsOf } from './occurrences.ts';

interface Step {
  /** Key of the instruction; another one starts a new choice. */
  readonly key: string;
  readonly order: OccurrenceOrder;
  readonly warp: number | null;
  readonly index: number;
}

export interface OccurrenceChoice extends Pick<Step, 'order' | 'warp' | 'index'> {
  readonly occurrence: Occurrence;
  /** Requests to go through in this order. */
  readonly count: number;
  readonly warps: readonly number[];
  readonly change: (to: Partial<Omit<Step, 'key'>>) => void;
}

export function useOccurrence(trace: AccessTrace, choice: AccessChoice): OccurrenceChoice {
  const [step, setStep] = useState<Step | null>(null);
  const start: Step = { key: choice.key, order: 'worst', warp: null, index: 0 };
  const now = step?.key === choice.key ? step : start;
  const { order, warp } = now;
  const all = useMemo(() => keptRows(trace, choice, null), [trace, choice]);
  const rows = useMemo(() => {
    const own = warp === null ? all : all.filter(row => trace.warp[row] === warp);
    return order === 'ranked' ? rankedRows(trace, own) : own;
  }, [trace, all, order, warp]);
  const warps = useMemo(() => warpsOf(trace, all), [trace, all]);
  const index = Math.min(now.index, Math.max(0, rows.length - 1));
  const row = order === 'worst' ? undefined : rows[index];
  const access = useMemo(() => (row === undefined ? choice.totals.worst : accessAt(trace, row)), [row, trace, choice]);
  const occurrence = useMemo(() => occurrenceOf(access), [access]);
  return {
    occurrence,
    order,
    warp,
    index,
    count: rows.length,
    warps,
    change: to => setStep({ ...now, index: 0, ...to }),
  };
}
