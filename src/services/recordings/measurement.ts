/** Runs that were made in turns, with where they come from: what the measured column shows, and the page of runs lists. */
import type { FinishedRun, StoredRun } from '../../contract/run.ts';
import { utcSecond } from '../../trace/provenance.ts';
import { comparisonsOf } from '../../trace/recorded-runs.ts';
import { type RunRecord, sameParams } from '../../trace/run-record.ts';

export interface Measurement {
  /** `comparison` of its records. */
  readonly id: string;
  /** Made by the server of this machine, or recorded with the page. */
  readonly origin: 'own' | 'recorded';
  /** At least one. */
  readonly records: readonly RunRecord[];
  /** In the server's store, of each record that it keeps; empty for recorded ones. */
  readonly storeIds: readonly number[];
  /** An older server stored them one by one: if it was killed meanwhile, some variants are not there. */
  readonly mayLackVariants: boolean;
}

/** Of this machine's server: read from its store, or finished just now. */
export type OwnRun = StoredRun | FinishedRun;

/** Own ones first, and of each kind the newest first. */
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

/** With exactly these parameters: no measured time is carried over to others. */
export const measuredWith = (
  measurements: readonly Measurement[],
  params: RunRecord['params'],
  method: RunRecord['method'],
): Measurement[] =>
  measurements.filter(({ records: [first] }) => first.method === method && sameParams(first.params, params));

/** The first of those that have most of the variants: what two of them are to one another only one comparison of both says. */
export function fullest(measurements: readonly Measurement[], variants: readonly string[]): Measurement | null {
  const had = ({ records }: Measurement): number => records.filter(({ variant }) => variants.includes(variant)).length;
  return measurements.reduce<Measurement | null>(
    (best, each) => (best === null || had(each) > had(best) ? each : best),
    null,
  );
}

/** 'Run here, 2026-11-20 21:40:12 UTC', 'Recorded 2026-11-20, NVIDIA H200'. */
export function measurementName({ origin, records: [{ date, gpu }] }: Measurement): string {
  if (origin === 'recorded') return `Recorded ${date.slice(0, 10)}, ${gpu.name}`;
  return `Run here, ${utcSecond(date)} UTC`;
}
