/**
 * Counts of the profiler for other engines than the load/store unit: matrix products that read shared memory, and
 * tensor copies.
 */
import type { ProfiledLaunch } from '../../src/trace/profiler-table.ts';
import { countOf, profiledLaunches } from './profiled-launches.ts';

/** Counts of a launch, over all its CTAs. */
export interface EngineCounts {
  /** Wavefronts in which wgmma read shared memory, and how many of them were bank conflicts. */
  readonly productWavefronts: number;
  readonly productConflicts: number;
  /** Bytes that tensor copies brought from the L2 cache, and bytes that they took there. */
  readonly copiedInBytes: number;
  readonly copiedOutBytes: number;
}

const METRICS: Readonly<Record<keyof EngineCounts, string>> = {
  productWavefronts: 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_gmma.sum',
  productConflicts: 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_gmma.sum',
  copiedInBytes: 'l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld.sum',
  copiedOutBytes: 'l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_st.sum',
};

/**
 * Counts by the ids of the launches, in their order. Throws if several runs of the job do not agree, since these
 * counters have no noise.
 */
export function engineCounts(csvs: readonly string[], ids: readonly string[]): Record<string, EngineCounts> {
  const [first, ...others] = csvs.map(csv => {
    const launches = profiledLaunches(csv);
    if (launches.length !== ids.length) throw new Error(`${launches.length} launches were profiled, not ${ids.length}`);
    return Object.fromEntries(ids.map((id, i) => [id, countsOf(launches[i])]));
  });
  const differing = ids.filter(id => others.some(other => JSON.stringify(other[id]) !== JSON.stringify(first[id])));
  if (differing.length > 0) throw new Error(`several runs differ in ${differing.join(', ')}`);
  return first;
}

const countsOf = (launch: ProfiledLaunch): EngineCounts => ({
  productWavefronts: countOf(launch, METRICS.productWavefronts),
  productConflicts: countOf(launch, METRICS.productConflicts),
  copiedInBytes: countOf(launch, METRICS.copiedInBytes),
  copiedOutBytes: countOf(launch, METRICS.copiedOutBytes),
});
