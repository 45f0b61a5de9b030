/** Measured times of the cases on screen: recorded runs, as shares of their GPU's best copy rate. */
import { useMemo } from 'react';
import { measuredSet } from '../../kernels/permute/measured-cases.ts';
import type { Statistics } from '../../model/permute/statistics/statistics.ts';
import { useBaselines, useCeilings, useRecordings } from '../../services/recordings/use-measurements.ts';
import { ceilingsFor } from '../../trace/ceilings.ts';
import { runKey } from '../../trace/run-record.ts';
import { type Measured, measuredOf } from './measured-records.ts';

export interface MeasuredCases {
  /** null if none of them was measured. */
  readonly measured: Measured | null;
  /** How many of its runs are of sources that have changed since. */
  readonly staleRuns: number;
  readonly isPending: boolean;
  /** A sentence for each file that could not be used. */
  readonly problems: readonly string[];
}

/** `statistics`: null while they are counted. */
export function useMeasured(statistics: Statistics | null): MeasuredCases {
  const { data, isPending, error } = useRecordings('permute');
  const baselines = useBaselines('permute');
  const ceilings = useCeilings();
  const measured = useMemo(() => {
    const records = [...(data?.records ?? []), ...baselines.flatMap(each => each.records)];
    const set = statistics && data ? measuredSet(statistics, records) : null;
    if (set === null) return null;
    const ownCeilings = ceilings.find(({ gpu }) => gpu.name === set.gpu) ?? null;
    const limits = ceilingsFor('bytes', set.gpu, ownCeilings);
    return measuredOf(set, limits.measured ?? limits.dataSheet);
  }, [statistics, data, baselines, ceilings]);
  const runs = measured?.set.cases.flatMap(({ moves }) => moves.map(({ record }) => runKey(record))) ?? [];
  const staleRuns = new Set(runs.filter(key => data?.stale.includes(key))).size;
  const problems = [...(data?.refusals ?? []), ...(error === null ? [] : [error.message])];
  return { measured, staleRuns, isPending, problems };
}
