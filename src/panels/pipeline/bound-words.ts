/** One sentence that says what bounds a pipeline. */

import { listed } from '../../base/numbers.ts';
import { LIMITS, type Limit, type RunRecords } from '../../model/pipeline/pipeline-run.ts';
import { clkText } from './pipeline-quantities.ts';

const NAMES: Readonly<Record<Limit, string>> = {
  copy: 'Copy-bound',
  tensor: 'Tensor-bound',
  exp: 'Bound by exponentials',
  issue: 'Issue-bound',
  latency: 'Latency-bound',
};

const SPENT: Readonly<Record<Limit, string>> = {
  copy: 'copying',
  tensor: 'products',
  exp: 'exponentials',
  issue: 'instructions',
  latency: 'latency of copies and barriers',
};

/** A limit below this share of the time is not worth a word. */
const LEAST_SHARE = 0.02;

/** '' of a deadlock, which has no critical path. */
export function boundWords({ bound, limitClk, totalClk }: Pick<RunRecords, 'bound' | 'limitClk' | 'totalClk'>): string {
  if (bound === 'deadlock' || totalClk === 0) return '';
  const limits = LIMITS.filter(limit => limitClk[limit] > LEAST_SHARE * totalClk);
  const parts = limits
    .sort((a, b) => limitClk[b] - limitClk[a])
    .map(limit => `${clkText(limitClk[limit])} ${SPENT[limit]}`);
  return `${NAMES[bound]}: of the ${clkText(totalClk)} cycles on the critical path ${listed(parts)}.`;
}

/** Time that another run of the same work saves: 'One stage more saves 1,024 cycles (5.8 %).' */
export function gainWords(change: string, before: RunRecords, after: RunRecords): string {
  if (before.deadlock !== null || after.deadlock !== null) return '';
  const saved = before.totalClk - after.totalClk;
  const share = `${((100 * Math.abs(saved)) / before.totalClk).toFixed(1)} %`;
  if (Math.abs(saved) < 0.5) return `${change} would change nothing.`;
  return `${change} would ${saved > 0 ? 'save' : 'cost'} ${clkText(Math.abs(saved))} cycles (${share}).`;
}
