/** The profiler's table of the bank probes, as counts. */
import { PROBE_KINDS, type ProbeKind, probePatterns } from './bank-probes.ts';

/** The probe itself reads its 32 addresses and writes 32 words: four sectors each, beside what is probed. */
const SECTORS_OF_THE_FRAME = 4;

const COUNTER: Readonly<Record<ProbeKind['instruction'], string>> = {
  ld: 'op_ld',
  ldmatrix: 'op_ld',
  st: 'op_st',
  stmatrix: 'op_st',
  atom: 'op_atom',
};

const counterOf = ({ space, instruction }: ProbeKind): string => {
  const stem =
    space === 'shared' ? 'l1tex__data_pipe_lsu_wavefronts_mem_shared' : 'l1tex__t_sectors_pipe_lsu_mem_global';
  return `${stem}_${COUNTER[instruction]}.sum`;
};

/** `csv` as ncu writes it with `--csv --page raw`: names, units, one line per launch in their order. */
export function bankCounts(csv: string): Record<string, number[]> {
  const [names, , ...launches] = csv
    .split('\n')
    .filter(line => line.startsWith('"'))
    .map(line => line.trim().slice(1, -1).split('","'));
  const counts: Record<string, number[]> = {};
  let next = 0;
  for (const kind of PROBE_KINDS) {
    const column = names.indexOf(counterOf(kind));
    const frame = kind.space === 'global' ? SECTORS_OF_THE_FRAME : 0;
    counts[kind.entry] = probePatterns(kind).map(() => {
      const launch = launches[next++];
      if (launch?.[names.indexOf('Kernel Name')] !== kind.entry) throw new Error(`launch ${next}: not ${kind.entry}`);
      return Number(launch[column].replaceAll(',', '')) - frame;
    });
  }
  return counts;
}
