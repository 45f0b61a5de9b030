/** The profiler's table of the bank probes, as counts. */
import { PROBE_KINDS, type ProbeKind, probePatterns } from './bank-probes.ts';
import { countOf, GLOBAL_SECTORS, profiledLaunches, SHARED_WAVEFRONTS } from './profiler-table.ts';

/** The probe itself reads its 32 addresses and writes 32 words: four sectors each, beside what is probed. */
const SECTORS_OF_THE_FRAME = 4;

const COUNTER: Readonly<Record<ProbeKind['instruction'], string>> = {
  ld: 'op_ld',
  ldmatrix: 'op_ld',
  st: 'op_st',
  stmatrix: 'op_st',
  atom: 'op_atom',
};

const counterOf = ({ space, instruction }: ProbeKind): string =>
  `${space === 'shared' ? SHARED_WAVEFRONTS : GLOBAL_SECTORS}_${COUNTER[instruction]}.sum`;

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
