/** The machine as every preset lets it be edited: numbers that stand in for one, each with where it is from. */
import type { Resources } from '../../../trace/scenario.ts';
import type { PresetNumber, PresetValues } from './preset.ts';

const H800 = 'measured on an H800 (Luo et al., arXiv 2402.13499 and 2501.12084)';
const GUIDE = 'CUDA C++ programming guide, "Throughput of native arithmetic instructions"';

type Rate = Pick<PresetNumber, 'label' | 'unit' | 'default' | 'least' | 'most' | 'source'> & {
  readonly name: keyof Resources;
};

const MEMORY: readonly Rate[] = [
  {
    name: 'copyLatencyClk',
    label: 'Latency of a copy',
    unit: 'clk',
    default: 650,
    least: 0,
    most: 100_000,
    source: `a load from global memory takes 479 clk, a bulk copy about 170 more; ${H800}`,
  },
  {
    name: 'copyBytesPerClk',
    label: 'Rate of copies',
    unit: 'bytes/clk',
    default: 34.6,
    least: 0.1,
    most: 4096,
    source: `3,942 bytes/clk of L2 for 114 SMs; ${H800}`,
  },
];

const OTHERS: readonly Rate[] = [
  {
    name: 'expPerClk',
    label: 'Rate of exponentials',
    unit: '1/clk',
    default: 16,
    least: 0.1,
    most: 4096,
    source: `special functions of sm_90 (${GUIDE})`,
  },
  {
    name: 'issuePerClk',
    label: 'Issue slots',
    unit: 'warp instructions/clk',
    default: 4,
    least: 0.1,
    most: 64,
    source: 'four schedulers, one instruction a clk each',
  },
  {
    name: 'barrierClk',
    label: 'An arrival is seen after',
    unit: 'clk',
    default: 29,
    least: 0,
    most: 10_000,
    source: `the latency of shared memory stands in for it; ${H800}; barriers themselves are not measured yet`,
  },
];

export interface TensorRate {
  readonly flopPerClk: number;
  readonly source: string;
}

export const WGMMA: TensorRate = { flopPerClk: 4096, source: `m64n256k16 of bf16 in 128 clk; ${H800}` };
export const WGMMA_FP8: TensorRate = {
  flopPerClk: 8192,
  source: 'twice that of bf16, as the data sheet of the H100 has it',
};
export const MMA_SYNC: TensorRate = { flopPerClk: 2662, source: `65 % of the 4,096 that wgmma reaches; ${H800}` };

/** The rate of the tensor cores is what differs by instruction and type. */
export function machineFields({ flopPerClk, source }: TensorRate): readonly PresetNumber[] {
  const label = 'Rate of the tensor cores';
  const tensor = {
    name: 'tensorFlopPerClk',
    label,
    unit: 'FLOP/clk',
    default: flopPerClk,
    least: 1,
    most: 1e6,
    source,
  };
  return [...MEMORY, tensor, ...OTHERS].map(rate => ({ kind: 'number', step: 0, ...rate }));
}

/** All registers of an SM of sm_90. */
const REGISTERS = 65_536;

export function resourcesOf(values: PresetValues): Resources {
  return {
    copyLatencyClk: Number(values.copyLatencyClk),
    copyBytesPerClk: Number(values.copyBytesPerClk),
    tensorFlopPerClk: Number(values.tensorFlopPerClk),
    expPerClk: Number(values.expPerClk),
    issuePerClk: Number(values.issuePerClk),
    barrierClk: Number(values.barrierClk),
    registers: REGISTERS,
  };
}
