/** The columns of a comparison's table: what stands in each, and what it is sorted by. */

import { Check, X } from 'lucide-react';
import { MISSING, rateWords } from '../../base/numbers.ts';
import { timeText } from '../../base/numerals.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import type { Column } from '../../panels/kit/table-columns.ts';
import { ceilingWords } from '../../panels/measured-rows.tsx';
import type { TimingVerdict } from '../../trace/timing-verdict.ts';
import { Link } from '../kit/link.tsx';
import type { RunComparison } from './comparison.ts';
import { exhibitOf } from './exhibit-of.ts';
import { limitOf, type RunPerformance } from './performance-rows.ts';

export const columnsOf = (comparison: RunComparison, kernel: Kernel): Column<RunPerformance>[] => [
  { key: 'variant', name: 'Variant', cell: row => <ExhibitLink row={row} kernel={kernel} />, sort: row => row.name },
  { key: 'time', name: 'Time', cell: timeCell, sort: ({ timed }) => timed?.statistics.median ?? null },
  ...rateColumns(comparison),
  {
    key: 'verdict',
    name: 'vs the first',
    cell: ({ timed }) => verdictWords(timed?.verdict ?? null),
    sort: ({ timed }) => ratioOf(timed?.verdict ?? null),
  },
  {
    key: 'correct',
    name: 'Correct',
    isText: true,
    cell: ({ timed }) => <Correct isRight={timed !== null} />,
    sort: ({ timed }) => Number(timed === null),
  },
  {
    key: 'samples',
    name: 'Samples',
    cell: ({ timed }) => timed?.statistics.count ?? MISSING,
    sort: ({ timed }) => timed?.statistics.count ?? null,
  },
  {
    key: 'gpu',
    name: 'GPU',
    isText: true,
    cell: ({ record }) => record.gpu.name,
    sort: ({ record }) => record.gpu.name,
  },
  {
    key: 'date',
    name: 'Date',
    isText: true,
    cell: ({ record }) => record.date.slice(0, 10),
    sort: ({ record }) => record.date,
  },
];

function rateColumns({ work, ceilings }: RunComparison): Column<RunPerformance>[] {
  if (work === null) return [];
  const limit = limitOf(ceilings);
  return [
    { key: 'rate', name: 'Throughput', cell: row => rateCell(row, work.kind), sort: row => row.timed?.rate ?? null },
    {
      key: 'share',
      name: '% SOL',
      hint: limit === null ? 'no ceiling of this GPU is known' : `of ${ceilingWords(limit, work.kind)}`,
      cell: ({ timed }) => (timed?.share == null ? MISSING : `${(100 * timed.share).toFixed(1)} %`),
      sort: ({ timed }) => timed?.share ?? null,
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
    <span className="good">
      <Check size={14} strokeWidth={2} aria-hidden /> right
    </span>
  ) : (
    <span className="bad">
      <X size={14} strokeWidth={2} aria-hidden /> wrong
    </span>
  );

function ExhibitLink({ row: { name, record }, kernel }: { readonly row: RunPerformance; readonly kernel: Kernel }) {
  return <Link {...exhibitOf(kernel.id, record)}>{name}</Link>;
}
