/** Reads the profiler's table of the bank probes as counts. */
import { COUNTER_METRICS, type CounterName } from '../../src/trace/hardware-counters.ts';
import { PROBE_KINDS, type ProbeKind, probePatterns } from './bank-probes.ts';
import { countOf, profiledLaunches } from './profiled-launches.ts';

/**
 * The probe itself reads its 32 addresses and writes 32 words: four sectors each, in addition to the request that is
 * probed.
 */
const SECTORS_OF_THE_FRAME = 4;

type Instruction = ProbeKind['instruction'];

const SHARED: Readonly<Record<Instruction, CounterName>> = {
  ld: 'sharedLoadWavefronts',
  ldmatrix: 'sharedLoadWavefronts',
  st: 'sharedStoreWavefronts',
  stmatrix: 'sharedStoreWavefronts',
  atom: 'sharedAtomicWavefronts',
};

const counterOf = ({ space, instruction }: ProbeKind): string => {
  if (space === 'shared') return COUNTER_METRICS[SHARED[instruction]];
  return COUNTER_METRICS[instruction === 'ld' ? 'globalLoadSectors' : 'globalStoreSectors'];
};

export function bankCounts(csv: string): Record<string, number[]> {
  const launches = profiledLaunches(csv);
  const counts: Record<string, number[]> = {};
  let next = 0;
  for (const kind of PROBE_KINDS) {
    const frame = kind.space === 'global' ? SECTORS_OF_THE_FRAME : 0;
    counts[kind.entry] = probePatterns(kind).map(() => {
      const launch = launches[next++];
      if (launch?.('Kernel Name') !== kind.entry) throw new Error(`launch ${next}: not ${kind.entry}`);
      return countOf(launch, counterOf(kind)) - frame;
    });
  }
  return counts;
}
