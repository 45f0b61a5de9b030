/** Compares the counters and clocks of a GPU with the models. */
import { bankEvidence, clockEvidence, engineCountEvidence, kernelCountEvidence } from './evidence.ts';

type Row = readonly [file: string, asked: string, outcome: string, but?: string];

const sizeOf = (entries: object): string => Object.keys(entries).length.toLocaleString('en');

export const comparedCounters = (): readonly Row[] => [banks(), kernels(), engines(), clocks()];

function banks(): Row {
  const requests = Object.values(bankEvidence().counts);
  return [
    'banks',
    `${requests.flat().length.toLocaleString('en')} requests of ${requests.length} kinds to shared and global memory`,
    'the wavefronts and sectors of `src/model/banks` are what the counters say',
    'loads of 8 and 16 bytes whose lanes agree in pairs, which take fewer wavefronts; compare-and-swap, which takes twice as many',
  ];
}

const kernels = (): Row => [
  'kernel-counts',
  `${sizeOf(kernelCountEvidence().counts)} launches of kernels under the profiler`,
  'wavefronts and sectors are as predicted',
  'the same pairs in four of them and where the warps of attention a7 read the plan of a tile; at most 1.4 % too many in three, not explained; up to a fourth more where the single pass of the scan waits and asks again; up to 2.4 times as many where accesses meet the reads of wgmma (GEMM v4, attention a6 and a7, whose tiles leave under other products)',
];

const engines = (): Row => [
  'engine-counts',
  `${sizeOf(engineCountEvidence().counts)} launches of GEMM: what wgmma read of shared memory, and what tensor copies moved`,
  'wgmma reads every byte of its operands once, in wavefronts of 128 bytes, without a conflict; copies move whole tiles',
  'bytes of boxes that reach over an edge, of which the model says nothing',
];

const clocks = (): Row => [
  'clocks',
  `${sizeOf(clockEvidence().samples)} loops of accesses under the clock`,
  'among eight warps a wavefront takes a clock, within 3 % where there are several',
  'the same pairs',
];
