/**
 * Hardware counters of one launch, all warps together, as NVIDIA's profiler reads them. They come from a run of their own: the
 * profiler repeats launches and slows them, so that nothing is timed there.
 */
import { namedValues } from '../base/named-values.ts';
import { err, ok, type Result } from '../base/result.ts';
import { countIn, type ProfiledLaunch, parseProfilerTable } from './profiler-table.ts';

/**
 * The counters by name. Copies of the engine (TMA) are in none of them, nor what wgmma reads of shared memory; copies of
 * `cp.async` count as loads of global memory. Conflicts: wavefronts beyond those that the hardware thinks needed.
 */
export const COUNTER_METRICS = {
  sharedLoadWavefronts: 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum',
  sharedStoreWavefronts: 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum',
  sharedAtomicWavefronts: 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum',
  sharedLoadConflicts: 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum',
  sharedStoreConflicts: 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum',
  globalLoadSectors: 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum',
  globalStoreSectors: 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum',
} as const;

export type CounterName = keyof typeof COUNTER_METRICS;
export type HardwareCounters = Readonly<Record<CounterName, number>>;

export const COUNTER_NAMES = Object.keys(COUNTER_METRICS) as CounterName[];

/** Outcome of an order to count. */
export type CounterOutcome =
  | { readonly kind: 'counted'; readonly counters: HardwareCounters }
  /** `why`: one sentence for a person. */
  | { readonly kind: 'notCounted'; readonly why: string };

/**
 * Counters of each launch, in the order of the launches. `entries` are the names of the launched kernels: a line with
 * another name is an error.
 */
export function parseCounters(text: string, entries: readonly string[]): Result<readonly HardwareCounters[], string> {
  const table = parseProfilerTable(text);
  if (!table.ok) return table;
  if (table.value.length !== entries.length)
    return err(`the profiler saw ${table.value.length} launches, not ${entries.length}`);
  const all: HardwareCounters[] = [];
  for (const [i, launch] of table.value.entries()) {
    const counters = countersOf(launch, entries[i]);
    if (!counters.ok) return counters;
    all.push(counters.value);
  }
  return ok(all);
}

function countersOf(launch: ProfiledLaunch, entry: string): Result<HardwareCounters, string> {
  const name = launch('Kernel Name');
  if (name !== entry) return err(`the profiler saw ${name ?? 'no kernel name'} where ${entry} was launched`);
  const countOf = (counter: CounterName) => countIn(launch, COUNTER_METRICS[counter]);
  const missing = COUNTER_NAMES.find(counter => countOf(counter) === null);
  if (missing !== undefined) return err(`the profiler did not count ${COUNTER_METRICS[missing]} of ${entry}`);
  return ok(namedValues(COUNTER_NAMES, counter => countOf(counter)!));
}
