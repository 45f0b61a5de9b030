/** The recorded times of one problem on one GPU: a row for each variant that is meant to be right. */
import type { Kernel, Params } from '../../../src/kernels/kernel.ts';
import { findComparison } from '../../../src/trace/recorded-runs.ts';
import type { RunOutcome, RunRecord } from '../../../src/trace/run-record.ts';
import { sampleStatistics } from '../../../src/trace/sample-statistics.ts';
import { type TimingVerdict, timingVerdict } from '../../../src/trace/timing-verdict.ts';

type Timed = Extract<RunOutcome, { kind: 'timed' }>;
export type Method = RunRecord['method'];

export interface TimedVariant {
  readonly id: string;
  readonly medianNs: number;
  /** (q3 - q1) / 2. */
  readonly halfIqrNs: number;
  readonly timed: Timed;
  /** null for the first one that was timed, with which the others are compared. */
  readonly verdict: TimingVerdict | null;
}

export interface TimedProblem {
  /** The newest comparison; empty if there is none. */
  readonly records: readonly RunRecord[];
  readonly variants: readonly TimedVariant[];
  /** Variants that could have taken part but did not, since they were added later. */
  readonly missing: readonly string[];
}

/** @param records those of one kernel on one GPU. */
export function timedProblem(
  kernel: Kernel,
  records: readonly RunRecord[],
  params: Params,
  method: Method,
): TimedProblem {
  const comparison = findComparison(records, kernel.schema.parse(params), method);
  const isMeant = ({ variant }: RunRecord): boolean =>
    kernel.variants.some(({ id, mustFail }) => id === variant && mustFail === undefined);
  const first = comparison.find(record => isMeant(record) && record.outcome.kind === 'timed')?.outcome;
  const variants = comparison.filter(isMeant).flatMap(({ variant, outcome }) => {
    if (outcome.kind !== 'timed' || first?.kind !== 'timed') return [];
    const { median, q1, q3 } = sampleStatistics(outcome.samplesNs);
    const verdict = outcome === first ? null : timingVerdict(first, outcome, method);
    return [{ id: variant, medianNs: median, halfIqrNs: (q3 - q1) / 2, timed: outcome, verdict }];
  });
  const isThere = (id: string): boolean => comparison.some(({ variant }) => variant === id);
  const able = kernel.variants.filter(({ id, mustFail }) => mustFail === undefined && !isThere(id));
  const missing = able.filter(({ id }) => kernel.refusal(id, params) === null).map(({ id }) => id);
  return { records: comparison, variants, missing: comparison.length === 0 ? [] : missing };
}

/** '0.313 ×': its time divided by that of the first. */
export function verdictCell(verdict: TimingVerdict | null): string {
  if (verdict === null) return '1';
  if (verdict.kind === 'same') return 'the same';
  return verdict.kind === 'cannotTell' ? "can't tell" : `${verdict.ratio.toFixed(3)} ×`;
}
