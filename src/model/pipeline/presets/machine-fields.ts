/** The machine as every preset lets it be edited: numbers that stand in for one, each with where it is from. */
import type { Resources } from '../../../trace/scenario.ts';
import type { PresetNumber, PresetValues } from './preset.ts';

const rate = (
  name: keyof Resources,
  label: string,
  unit: string,
  value: number,
  [least, most]: readonly [number, number],
  source: string,
): PresetNumber => ({ kind: 'number', name, label, unit, default: value, least, most, step: 0, source });

const H800 = 'measured on an H800 (Luo et al., arXiv 2402.13499 and 2501.12084)';

/** The tensor cores are what differs by instruction and type. */
export const resourceFields = (tensorFlopPerClk: number, tensorSource: string): readonly PresetNumber[] => [
  rate(
    'copyLatencyClk',
    'Latency of a copy',
    'clk',
    650,
    [0, 100_000],
    `a load from global memory takes 479 clk, a bulk copy about 170 more; ${H800}`,
  ),
  rate(
    'copyBytesPerClk',
    'Rate of copies',
    'bytes/clk',
    34.6,
    [0.1, 4096],
    `3,942 bytes/clk of L2 shared by 114 SMs; ${H800}`,
  ),
  rate('tensorFlopPerClk', 'Rate of the tensor cores', 'FLOP/clk', tensorFlopPerClk, [1, 1e6], tensorSource),
  rate(
    'expPerClk',
    'Rate of exponentials',
    '1/clk',
    16,
    [0.1, 4096],
    'special functions of sm_90 (CUDA C++ programming guide, "Throughput of native arithmetic instructions")',
  ),
  rate(
    'issuePerClk',
    'Issue slots',
    'warp instructions/clk',
    4,
    [0.1, 64],
    'four schedulers, one instruction a clk each',
  ),
  rate(
    'barrierClk',
    'An arrival is seen after',
    'clk',
    29,
    [0, 10_000],
    `the latency of shared memory, 29 clk, stands in for it; ${H800}; of barriers themselves nothing was measured yet`,
  ),
];

export const resourcesOf = (values: PresetValues): Resources => ({
  copyLatencyClk: Number(values.copyLatencyClk),
  copyBytesPerClk: Number(values.copyBytesPerClk),
  tensorFlopPerClk: Number(values.tensorFlopPerClk),
  expPerClk: Number(values.expPerClk),
  issuePerClk: Number(values.issuePerClk),
  barrierClk: Number(values.barrierClk),
  registers: 65_536,
});

export const WGMMA = [4096, `m64n256k16 of bf16 in 128 clk; ${H800}`] as const;
export const MMA_SYNC = [2662, `65 % of the 4,096 that wgmma reaches; ${H800}`] as const;
