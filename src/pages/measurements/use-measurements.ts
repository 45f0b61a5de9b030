/** All that was measured of a kernel: runs of this machine's server, recorded ones, and what the GPUs can do at most. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fetchMachine, ServerTrouble, serverApi, serverIsKnown } from '../../app/server.ts';
import type { MachineInfo } from '../../contract/api.ts';
import type { RunsPage, StoredRun } from '../../contract/run.ts';
import type { BaselineRecording } from '../../trace/baseline-record.ts';
import type { CeilingsRecord } from '../../trace/ceilings.ts';
import { type RunRecord, runKey } from '../../trace/run-record.ts';
import { type Measurement, measurementsOf } from './measurement.ts';
import { fetchRecordedBaselines, fetchRecordedCeilings, fetchRecordings } from './recordings.ts';

/** Of one kernel, newest first: enough to find a run again, and short of what would take seconds to read. */
const MAX_PAGES = 3;

export interface Measurements {
  readonly measurements: readonly Measurement[];
  /** Whether its sources or its launch have changed since. */
  isStale(record: RunRecord): boolean;
  readonly isPending: boolean;
  /** A sentence for each file or answer that could not be used. */
  readonly problems: readonly string[];
}

/** Never asks a server that is not there. */
export function useMeasurements(kernel: string): Measurements {
  const recorded = useRecordings(kernel);
  const own = useQuery({ queryKey: ['own-runs', kernel], queryFn: () => fetchOwnRuns(kernel), staleTime: 0 });
  const { records = [], stale = [], refusals = [] } = recorded.data ?? {};
  const { runs = [], stale: ownStale = [] } = own.data ?? {};
  return {
    measurements: measurementsOf(runs, records),
    isStale: record => [...stale, ...ownStale].includes(runKey(record)),
    isPending: recorded.isPending || own.isPending,
    problems: [...refusals, ...[recorded.error, own.error].flatMap(problemOf)],
  };
}

/** What is wrong with the server is said once, for the whole page. */
const problemOf = (error: Error | null): readonly string[] =>
  error === null || error instanceof ServerTrouble ? [] : [error.message];

/** Recorded runs alone. */
export const useRecordings = (kernel: string) =>
  useQuery({ queryKey: ['recordings', kernel], queryFn: () => fetchRecordings(kernel) });

type OwnRuns = Pick<RunsPage, 'runs' | 'stale'>;

async function fetchOwnRuns(kernel: string): Promise<OwnRuns> {
  const all: OwnRuns = { runs: [], stale: [] };
  if (!(await serverIsKnown())) return all;
  const { fetchRuns } = await serverApi();
  let before: number | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await fetchRuns(kernel, before);
    all.runs.push(...answer.runs);
    all.stale.push(...answer.stale);
    before = answer.next;
    if (before === null) break;
  }
  return all;
}

/** Puts the runs of a finished comparison, in its order, before what is known of their kernel; no need to ask for them again. */
export function useKeepRuns(kernel: string): (runs: readonly StoredRun[]) => void {
  const queries = useQueryClient();
  return runs => {
    queries.setQueryData<OwnRuns>(['own-runs', kernel], ({ runs: old, stale } = { runs: [], stale: [] }) => ({
      runs: [...runs.toReversed(), ...old],
      stale,
    }));
    // The first run on a GPU measures them.
    void queries.invalidateQueries({ queryKey: ['ceilings'] });
  };
}

/** `machine`: undefined while it is asked, and where the server does not answer; null on a static page. */
export function useMachine(): { readonly machine: MachineInfo | null | undefined; readonly error: Error | null } {
  const { data, error } = useQuery({ queryKey: ['machine'], queryFn: fetchMachine });
  return { machine: data, error };
}

/** This machine's first; the recorded ones do not wait for it. */
export function useCeilings(): readonly CeilingsRecord[] {
  const own = useQuery({ queryKey: ['ceilings'], queryFn: fetchOwnCeilings }).data;
  const recorded = useQuery({ queryKey: ['recorded ceilings'], queryFn: fetchRecordedCeilings }).data;
  return [...(own ? [own] : []), ...(recorded ?? [])];
}

/** What others need for the kernel's problems, where that was recorded. */
export const useBaselines = (kernel: string): readonly BaselineRecording[] =>
  useQuery({ queryKey: ['baselines', kernel], queryFn: () => fetchRecordedBaselines(kernel) }).data ?? [];

const fetchOwnCeilings = async (): Promise<CeilingsRecord | null> =>
  (await serverIsKnown()) ? (await serverApi()).fetchCeilings() : null;
