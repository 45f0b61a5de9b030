/**
 * Runs that were measured in turns, with their origin: the measured column shows them, and the page of runs lists them.
 */
import type { FinishedRun, StoredRun } from '../../contract/run.ts';
import { utcSecond } from '../../trace/provenance.ts';
import { comparisonsOf } from '../../trace/recorded-runs.ts';
import { type RunRecord, sameParams } from '../../trace/run-record.ts';

export interface Measurement {
  /** `comparison` of its records. */
  readonly id: string;
  /** Whether the server of this machine made it, or it was recorded with the page. */
  readonly origin: 'own' | 'recorded';
  /** At least one record. */
  readonly records: readonly RunRecord[];
  /** Id in the server's store, for each record that it keeps; empty for recorded ones. */
  readonly storeIds: readonly number[];
  /** An older server stored the runs one by one. If it was killed in between, some variants are missing. */
  readonly mayLackVariants: boolean;
}

/** A run of this machine's server: read from its store, or just finished. */
export type OwnRun = StoredRun | FinishedRun;

/** This machine's runs first; within each kind, the newest first. */
export function measurementsOf(own: readonly OwnRun[], recorded: readonly RunRecord[]): Measurement[] {
  const idOf = new Map(own.map(({ id, record }) => [record, id]));
  const unsure = new Set(own.flatMap(run => ('mayLackVariants' in run ? run.record : [])));
  const grouped = (records: readonly RunRecord[], origin: Measurement['origin']): Measurement[] =>
    comparisonsOf(records)
      .map(group => ({
        id: group[0].comparison,
        origin,
        records: group,
        storeIds: group.flatMap(r => idOf.get(r) ?? []),
        mayLackVariants: group.some(r => unsure.has(r)),
      }))
      .sort((a, b) => b.records[0].date.localeCompare(a.records[0].date));
  // The store's newest record comes first, also within a comparison.
  const inOrder = own.map(({ record }) => record).toReversed();
  return [...grouped(inOrder, 'own'), ...grouped(recorded, 'recorded')];
}

/** Measurements with exactly these parameters: no measured time is used for other parameters. */
export const measuredWith = (
  measurements: readonly Measurement[],
  params: RunRecord['params'],
  method: RunRecord['method'],
): Measurement[] =>
  measurements.filter(({ records: [first] }) => first.method === method && sameParams(first.params, params));

/** The first of the comparisons with the most variants: two variants can be compared only within one comparison. */
export function fullest(measurements: readonly Measurement[], variants: readonly string[]): Measurement | null {
  const had = ({ records }: Measurement): number => records.filter(({ variant }) => variants.includes(variant)).length;
  return measurements.reduce<Measurement | null>(
    (best, each) => (best === null || had(each) > had(best) ? each : best),
    null,
  );
}

/** 'Run here, 2026-11-20 21:40:12 UTC', 'Run on gpu-box, …', 'Recorded 2026-11-20, NVIDIA H200'. */
export function measurementName({ origin, records: [{ date, gpu, place }] }: Measurement): string {
  if (origin === 'recorded') return `Recorded ${date.slice(0, 10)}, ${gpu.name}`;
  return `Run ${place === undefined ? 'here' : `on ${place}`}, ${utcSecond(date)} UTC`;
}
