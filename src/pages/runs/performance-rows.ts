/** Numbers of each run in a comparison, for its table and bars. */

import { rateWords } from '../../base/numbers.ts';
import { timeText } from '../../base/numerals.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import { ceilingWords } from '../../panels/measured-rows.tsx';
import type { PerformanceRow as BarRow, PerformanceBarsRecords } from '../../pictures/performance-bars/records.ts';
import { type Ceiling, type Ceilings, shareOf } from '../../trace/ceilings.ts';
import type { RunRecord } from '../../trace/run-record.ts';
import { type SampleStatistics, sampleStatistics } from '../../trace/sample-statistics.ts';
import { type TimingVerdict, timingVerdict } from '../../trace/timing-verdict.ts';
import { rateOf, type Work } from '../../trace/work.ts';
import { variantTitle } from './run-names.ts';

export interface RunPerformance {
  /** Unique among the rows: with two comparisons open, the variant alone would not be. */
  readonly key: string;
  /** The same with the variant's title. */
  readonly name: string;
  readonly record: RunRecord;
  /** null of what was wrong. */
  readonly timed: TimedRow | null;
}

interface TimedRow {
  readonly statistics: SampleStatistics;
  /** Bytes or operations per second; null where the kernel has no such work. */
  readonly rate: number | null;
  /** Share of the ceiling of `limitOf`; 1 is all of it. */
  readonly share: number | null;
  /** Verdict against the first timed run of the same comparison; null for that run itself. */
  readonly verdict: TimingVerdict | null;
}

interface RowNames {
  /** What comes before a variant's name, one for each comparison; '' for a single one. */
  readonly label: string;
  readonly kernel: Kernel;
}

export function performanceRows(
  comparison: readonly RunRecord[],
  { label, kernel }: RowNames,
  work: Work | null,
  ceilings: Ceilings,
): RunPerformance[] {
  const first = comparison.find(({ outcome }) => outcome.kind === 'timed') ?? null;
  return comparison.map(record => ({
    key: `${label} ${record.variant}`.trimStart(),
    name: `${label} ${variantTitle(kernel, record.variant)}`.trimStart(),
    record,
    timed: timedRow(record, record === first ? null : first, work, limitOf(ceilings)),
  }));
}

/** Ceiling that is 100 %: the data sheet's, which is the greater one, if it is known. */
export const limitOf = ({ measured, dataSheet }: Ceilings): Ceiling | null => dataSheet ?? measured;

function timedRow(
  { outcome, method }: RunRecord,
  first: RunRecord | null,
  work: Work | null,
  limit: Ceiling | null,
): TimedRow | null {
  if (outcome.kind !== 'timed') return null;
  const statistics = sampleStatistics(outcome.samplesNs);
  const rate = work && rateOf(work, statistics.median);
  return {
    statistics,
    rate,
    share: rate !== null && limit !== null ? shareOf(rate, limit) : null,
    verdict: first?.outcome.kind === 'timed' ? timingVerdict(first.outcome, outcome, method) : null,
  };
}

/** Best of others with the same problem on the same kind of GPU, and its time. */
export interface Baseline {
  readonly name: string;
  readonly medianNs: number;
}

/** Bars of the same rows; with a rate and no ceiling they have numbers only. */
export function barsOf(
  rows: readonly RunPerformance[],
  title: string,
  work: Work,
  { ceilings, baseline }: { readonly ceilings: Ceilings; readonly baseline: Baseline | null },
): PerformanceBarsRecords {
  const { kind } = work;
  const limit = limitOf(ceilings);
  const limits = [ceilings.measured].flatMap(ceiling =>
    limit === null || ceiling === null || ceiling === limit
      ? []
      : [{ percent: 100 * shareOf(ceiling.perSecond, limit), name: ceilingWords(ceiling, kind) }],
  );
  return {
    title,
    text: kind === 'bytes' ? 'useful bytes, % of the ceiling' : 'operations, % of the ceiling',
    full: limit === null ? '' : `100 %: ${ceilingWords(limit, kind)}`,
    limits,
    isPublished: false,
    groups: [{ name: '', rows: rows.map(row => barOf(row, kind)), baseline: tickOf(baseline, work, limit) }],
  };
}

function tickOf(baseline: Baseline | null, work: Work, limit: Ceiling | null) {
  if (baseline === null || limit === null) return null;
  const rate = rateOf(work, baseline.medianNs);
  return { percent: 100 * shareOf(rate, limit), name: `${baseline.name}: ${rateWords(work.kind, rate)}` };
}

function barOf({ name, timed }: RunPerformance, kind: Work['kind']): BarRow {
  if (timed === null) return { letter: null, name, value: { why: 'wrong answer, not timed', isWrong: true } };
  const { statistics, rate, share } = timed;
  const percent = share === null ? null : 100 * share;
  const text = `${rateWords(kind, rate ?? 0)}${percent === null ? '' : ` (${percent.toFixed(1)} %)`}`;
  return { letter: null, name, value: { percent, text, detail: [timeText(statistics.median, 4)] } };
}
