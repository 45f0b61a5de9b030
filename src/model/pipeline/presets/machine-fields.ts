/** The numbers of the machine, which every preset lets users edit, each with its origin. */
import type { Resources } from '../../../trace/scenario.ts';
import type { PresetNumber, PresetValues } from './preset.ts';

/** `cuda/replay/pipeline-clocks.cu`; what it printed is in `scripts/replay/evidence/pipeline-clocks.json`. */
const H200 = 'measured on an NVIDIA H200';
export const GUIDE = 'CUDA C++ programming guide, "Throughput of native arithmetic instructions"';

type Rate = Pick<PresetNumber, 'label' | 'unit' | 'default' | 'least' | 'most' | 'origin' | 'source'> & {
  readonly name: keyof Resources;
};

const MEMORY: readonly Rate[] = [
  {
    name: 'copyLatencyClk',
    label: 'Latency of a copy',
    unit: 'clk',
    default: 720,
    least: 0,
    most: 100_000,
    origin: 'measured',
    source: `a bulk copy of 16 bytes from global memory until a wait for it is over, 301 from L2; ${H200}`,
  },
  {
    name: 'copyBytesPerClk',
    label: 'Rate of copies',
    unit: 'bytes/clk',
    default: 34.8,
    least: 0.1,
    most: 4096,
    origin: 'measured',
    source: `bulk copies of 32 KiB from L2 while all 132 SMs copy, 16.8 from global memory; one alone reaches 96.8 and 82; ${H200}`,
  },
];

/** Of CTAs that read what their neighbours do: keys and values of one head, by now in L2. */
const SAME_MEMORY: readonly Rate[] = [
  {
    ...MEMORY[0],
    default: 301,
    source: `a bulk copy of 16 bytes from L2 until a wait for it is over, 720 from global memory; ${H200}`,
  },
  {
    ...MEMORY[1],
    default: 85.6,
    source: `bulk copies of 32 KiB from L2 while all 132 SMs copy the same, as CTAs of one head do; 34.8 where each copies its own; ${H200}`,
  },
];

/** The one number that was chosen so that times come out as measured; `scripts/spans/modelled-spans.test.ts` holds them. */
const PRODUCT_LATENCY: Rate = {
  name: 'productLatencyClk',
  label: 'A product’s sums are used after',
  unit: 'clk',
  default: 200,
  least: 0,
  most: 10_000,
  origin: 'calibrated',
  source:
    'chosen for versions 3 to 7 of our ladder on an NVIDIA H200; 100 to 120 until a warp knows that a product is done, the rest until its softmax is at full speed',
};

const OTHERS: readonly Rate[] = [
  {
    name: 'expPerClk',
    label: 'Rate of exponentials',
    unit: '1/clk',
    default: 16,
    least: 0.1,
    most: 4096,
    origin: 'published',
    source: `special functions of sm_90 (${GUIDE}); 16.00 ${H200}`,
  },
  {
    name: 'issuePerClk',
    label: 'Issue slots',
    unit: 'warp instructions/clk',
    default: 4,
    least: 0.1,
    most: 64,
    origin: 'published',
    source: `four schedulers, one instruction a clk each; a loop of multiply-adds reaches 3.89, ${H200}`,
  },
];

/** A default and its source. */
interface MachineFigure {
  readonly value: number;
  readonly origin: PresetNumber['origin'];
  readonly source: string;
}

export const WGMMA: MachineFigure = {
  value: 4096,
  origin: 'published',
  source: `m64n256k16 of bf16 in 128 clk (Luo et al., arXiv 2501.12084); m64n128k16 reaches 4,094.7, ${H200}`,
};
export const WGMMA_FP8: MachineFigure = {
  value: 8192,
  origin: 'published',
  source: `twice that of bf16, as the data sheet has it; m64n128k32 of e4m3 reaches 8,189.3, ${H200}`,
};
export const MMA_SYNC: MachineFigure = {
  value: 2729,
  origin: 'measured',
  source: `m16n8k16 of bf16 by eight warps, the most of 4, 8 and 16; ${H200}`,
};

/** The source of `barrierClk`. */
export const MBARRIER: MachineFigure = {
  value: 86,
  origin: 'measured',
  source: `half a round of two warps that hand a turn over by mbarriers; ${H200}; stands in for named barriers, too, which take 64 to 86`,
};
export const BAR_SYNC: MachineFigure = {
  value: 29,
  origin: 'measured',
  source: `barrier.cta.sync of eight warps, 21 of four; ${H200}`,
};

/**
 * The differences between presets: instruction and type of the products, and the kind of barrier at which their warps
 * wait for each other.
 */
export function machineFields(
  tensor: MachineFigure,
  barrier: MachineFigure,
  memory: readonly Rate[] = MEMORY,
): readonly PresetNumber[] {
  const rates: readonly Rate[] = [
    ...memory,
    {
      name: 'tensorFlopPerClk',
      label: 'Rate of the tensor cores',
      unit: 'FLOP/clk',
      least: 1,
      most: 1e6,
      ...defaultOf(tensor),
    },
    ...OTHERS,
    {
      name: 'barrierClk',
      label: 'An arrival is seen after',
      unit: 'clk',
      least: 0,
      most: 10_000,
      ...defaultOf(barrier),
    },
  ];
  return rates.map(rate => ({ kind: 'number', step: 0, ...rate }));
}

/** The same for attention, whose warpgroups share units. */
export const attentionFields = (tensor: MachineFigure): readonly PresetNumber[] => [
  ...machineFields(tensor, MBARRIER, SAME_MEMORY),
  { kind: 'number', step: 0, ...PRODUCT_LATENCY },
];

const defaultOf = ({ value, ...from }: MachineFigure) => ({ default: value, ...from });

/** The machine of the presets with its default numbers. */
export const defaultResources = (tensor: MachineFigure, barrier: MachineFigure): Resources =>
  resourcesOf(Object.fromEntries(machineFields(tensor, barrier).map(field => [field.name, field.default])));

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

/** Of a preset with `attentionFields`. */
export const sharedResources = (values: PresetValues): Resources => ({
  ...resourcesOf(values),
  sharesUnits: true,
  productLatencyClk: Number(values.productLatencyClk),
});
