/** The columns of a comparison's table: what stands in each, and what it is sorted by. */

import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { MISSING, rateWords } from '../../base/numbers.ts';
import { timeText } from '../../base/numerals.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import { ceilingWords } from '../../panels/measured-rows.tsx';
import type { TimingVerdict } from '../../trace/timing-verdict.ts';
import { Link } from '../kit/link.tsx';
import type { RunComparison } from './comparison.ts';
import { exhibitOf } from './exhibit-of.ts';
import { limitOf, type RunPerformance } from './performance-rows.ts';
import css from './runs-page.module.css';

export interface Column {
  readonly name: string;
  /** What its numbers are, where the name alone is not enough. */
  readonly title?: string;
  readonly text: (row: RunPerformance) => ReactNode;
  /** What rows are sorted by; those without come last. */
  readonly key: (row: RunPerformance) => number | string | null;
}

export const columnsOf = (comparison: RunComparison, kernel: Kernel): Column[] => [
  { name: 'Variant', text: row => <ExhibitLink row={row} kernel={kernel} />, key: row => row.name },
  { name: 'Time', text: timeCell, key: ({ timed }) => timed?.statistics.median ?? null },
  ...rateColumns(comparison),
  {
    name: 'vs the first',
    text: ({ timed }) => verdictWords(timed?.verdict ?? null),
    key: ({ timed }) => ratioOf(timed?.verdict ?? null),
  },
  {
    name: 'Correct',
    text: ({ timed }) => <Correct isRight={timed !== null} />,
    key: ({ timed }) => Number(timed === null),
  },
  {
    name: 'Samples',
    text: ({ timed }) => timed?.statistics.count ?? MISSING,
    key: ({ timed }) => timed?.statistics.count ?? null,
  },
  { name: 'GPU', text: ({ record }) => record.gpu.name, key: ({ record }) => record.gpu.name },
  { name: 'Date', text: ({ record }) => record.date.slice(0, 10), key: ({ record }) => record.date },
];

function rateColumns({ work, ceilings }: RunComparison): Column[] {
  if (work === null) return [];
  const limit = limitOf(ceilings);
  return [
    { name: 'Throughput', text: row => rateCell(row, work.kind), key: row => row.timed?.rate ?? null },
    {
      name: '% SOL',
      title: limit === null ? 'no ceiling of this GPU is known' : `of ${ceilingWords(limit, work.kind)}`,
      text: ({ timed }) => (timed?.share == null ? MISSING : `${(100 * timed.share).toFixed(1)} %`),
      key: ({ timed }) => timed?.share ?? null,
    },
  ];
}

const rateCell = ({ timed }: RunPerformance, kind: 'bytes' | 'flops'): string =>
  timed?.rate == null ? MISSING : rateWords(kind, timed.rate);

function timeCell({ timed }: RunPerformance): string {
  if (timed === null) return MISSING;
  const { median, relativeIqr } = timed.statistics;
  return `${timeText(median, 4)} ± ${(50 * relativeIqr).toFixed(1)} %`;
}

const ratioOf = (verdict: TimingVerdict | null): number | null =>
  verdict !== null && 'ratio' in verdict ? verdict.ratio : null;

function verdictWords(verdict: TimingVerdict | null): string {
  if (verdict === null) return MISSING;
  if (!('ratio' in verdict)) return "can't tell: too few samples";
  const { kind, ratio, interval } = verdict;
  const bounds = `${ratio.toFixed(3)} (${interval.low.toFixed(3)} to ${interval.high.toFixed(3)})`;
  return kind === 'cannotTell' ? `can't tell, ${bounds}` : kind === 'same' ? `same, ${bounds}` : `${kind}, × ${bounds}`;
}

const Correct = ({ isRight }: { readonly isRight: boolean }) =>
  isRight ? (
    <span className={`good ${css.good}`}>
      <Check size={14} strokeWidth={2} aria-hidden /> right
    </span>
  ) : (
    <span className={`bad ${css.bad}`}>
      <X size={14} strokeWidth={2} aria-hidden /> wrong
    </span>
  );

function ExhibitLink({ row: { name, record }, kernel }: { readonly row: RunPerformance; readonly kernel: Kernel }) {
  return <Link {...exhibitOf(kernel.id, record)}>{name}</Link>;
}
