/** All that was measured of a kernel: runs of this machine's server, recorded ones, and what the GPUs can do at most. */
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MachineInfo } from '../../contract/api.ts';
import type { FinishedRun, RunsPage } from '../../contract/run.ts';
import type { BaselineRecording } from '../../trace/baseline-record.ts';
import type { CeilingsRecord } from '../../trace/ceilings.ts';
import { type RunRecord, runKey } from '../../trace/run-record.ts';
import { fetchMachine, serverApi, serverIsKnown } from '../server/server.ts';
import { ServerTrouble } from '../server/server-requests.ts';
import { type Measurement, measurementsOf, type OwnRun } from './measurement.ts';
import { fetchRecordedBaselines, fetchRecordedCeilings, fetchRecordings } from './recordings.ts';

/** Limits of the first fetch for one kernel, newest runs first: enough to find a run again, and quickly read. */
const MAX_RUNS = 300;
const MAX_SAMPLES = 500_000;

export interface Measurements {
  readonly measurements: readonly Measurement[];
  /** Whether its sources or its launch have changed since. */
  isStale(record: RunRecord): boolean;
  readonly isPending: boolean;
  /** A sentence for each file or answer that could not be used. */
  readonly problems: readonly string[];
  /** null: there are none. */
  readonly showOlder: (() => void) | null;
}

/** Never asks a server that is not there. */
export function useMeasurements(kernel: string): Measurements {
  const recorded = useRecordings(kernel);
  const own = useOwnRuns(kernel);
  const { records = NONE, stale = [], refusals = [] } = recorded.data ?? {};
  const pages = own.data?.pages ?? NONE;
  // There are thousands of records, and a slider of the page changes none.
  const measurements = useMemo(
    () =>
      measurementsOf(
        pages.flatMap(page => page.runs),
        records,
      ),
    [pages, records],
  );
  const ownStale = pages.flatMap(page => page.stale);
  return {
    measurements,
    isStale: record => [...stale, ...ownStale].includes(runKey(record)),
    isPending: recorded.isPending || own.isPending,
    problems: [...refusals, ...[recorded.error, own.error].flatMap(problemOf)],
    showOlder: own.hasNextPage ? () => void own.fetchNextPage() : null,
  };
}

const NONE: readonly never[] = [];

/** Errors of the server are shown once for the whole page, not here. */
const problemOf = (error: Error | null): readonly string[] =>
  error === null || error instanceof ServerTrouble ? [] : [error.message];

/** Recorded runs alone. */
export const useRecordings = (kernel: string) =>
  useQuery({ queryKey: ['recordings', kernel], queryFn: () => fetchRecordings(kernel) });

interface OwnRuns extends Pick<RunsPage, 'stale' | 'next'> {
  readonly runs: OwnRun[];
}

const useOwnRuns = (kernel: string) =>
  useInfiniteQuery({
    queryKey: ['own-runs', kernel],
    queryFn: ({ pageParam }) => fetchOwnRuns(kernel, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: last => last.next,
    staleTime: 0,
  });

/** Fetches as many answers of the server as needed: an answer holds few runs if they have many samples. */
async function fetchOwnRuns(kernel: string, before: number | null): Promise<OwnRuns> {
  const all = { runs: [] as OwnRun[], stale: [] as string[], next: before };
  if (!(await serverIsKnown())) return { ...all, next: null };
  const { fetchRuns } = await serverApi();
  let samples = 0;
  do {
    const answer = await fetchRuns(kernel, all.next);
    all.runs.push(...answer.runs);
    all.stale.push(...answer.stale);
    all.next = answer.next;
    samples += answer.runs.reduce((sum, run) => sum + samplesOf(run), 0);
  } while (all.next !== null && all.runs.length < MAX_RUNS && samples < MAX_SAMPLES);
  return all;
}

const samplesOf = ({ record: { outcome } }: OwnRun): number =>
  outcome.kind === 'timed' ? outcome.samplesNs.length : 0;

/** Puts the runs of a finished comparison, in its order, before what is known of their kernel; no need to ask for them again. */
export function useKeepRuns(kernel: string): (runs: readonly FinishedRun[]) => void {
  const queries = useQueryClient();
  return runs => {
    queries.setQueryData<InfiniteData<OwnRuns, number | null>>(['own-runs', kernel], known => {
      const [first = { runs: [], stale: [], next: null }, ...older] = known?.pages ?? [];
      const pages = [{ ...first, runs: [...runs.toReversed(), ...first.runs] }, ...older];
      return { pages, pageParams: known?.pageParams ?? [null] };
    });
    // The first run on a GPU measures them, and tells which GPU its place has.
    void queries.invalidateQueries({ queryKey: ['ceilings'] });
    void queries.invalidateQueries({ queryKey: ['machine'] });
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

/** Recorded baselines for the kernel's problems. */
export const useBaselines = (kernel: string): readonly BaselineRecording[] =>
  useQuery({ queryKey: ['baselines', kernel], queryFn: () => fetchRecordedBaselines(kernel) }).data ?? [];

const fetchOwnCeilings = async (): Promise<CeilingsRecord | null> =>
  (await serverIsKnown()) ? (await serverApi()).fetchCeilings() : null;
