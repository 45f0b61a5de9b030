/** What the presets of our own attention ladder share: tiles, barriers and buffers of `cuda/kernels/attention`, without mask, one head. */
import { LANES, WARPGROUP_THREADS, WARPGROUP_WARPS } from '../../../base/hardware.ts';
import type { BarrierRing, BufferRing, Role, Step } from '../../../trace/scenario.ts';
import { place } from './gemm-shape.ts';
import type { PresetValues } from './preset.ts';
import { alu, arrive, fill, loop, mma, next, slot, wait, waitProducts } from './step-words.ts';

/** Rows of a warpgroup, and bytes of an element. */
const [GROUP_ROWS, ELEMENT_BYTES, SUM_BYTES] = [64, 2, 4];
export const STAGES = 2;
/** A warp stores boxes of so many columns, two at a time. */
const [BOX_COLUMNS, MOST_BOXES] = [64, 2];

export interface Ladder {
  readonly headDim: number;
  readonly aluPerScore: number;
  /** Blocks of K and V, and tiles of Q, that the CTA handles. */
  readonly blocks: number;
  readonly tiles: number;
  /** Warpgroups that multiply, with 64 queries each; keys of a block. */
  readonly groups: number;
  readonly keys: number;
  readonly isPingPong: boolean;
}

export function ladderOf(values: PresetValues, isPingPong = false): Ladder {
  const headDim = Number(values.headDim);
  return {
    headDim,
    aluPerScore: Number(values.aluPerScore),
    blocks: Number(values.blocks),
    tiles: Number(values.tiles ?? 1),
    groups: headDim === 64 ? 3 : 2,
    keys: headDim === 256 ? 64 : 128,
    isPingPong,
  };
}

export const queryBytes = ({ groups, headDim }: Ladder): number => groups * GROUP_ROWS * headDim * ELEMENT_BYTES;
export const keyBytes = ({ keys, headDim }: Ladder): number => keys * headDim * ELEMENT_BYTES;
/** Bytes of a warpgroup's rows. */
export const outputBytes = ({ headDim }: Ladder): number => GROUP_ROWS * headDim * ELEMENT_BYTES;
/** Logarithms of the sums. */
export const LSE_BYTES = GROUP_ROWS * SUM_BYTES;
/** What leaves at a time, of a warpgroup. */
export const partBytes = ({ headDim }: Ladder): number =>
  GROUP_ROWS * Math.min(headDim, MOST_BOXES * BOX_COLUMNS) * ELEMENT_BYTES;

export const turnThreads = 2 * WARPGROUP_THREADS;
export const mmaThreads = ({ groups }: Ladder): number => groups * WARPGROUP_THREADS;
/** `setmaxnreg`: at the launch, then of the producer's warps, then of those that multiply. */
export const registersOf = ({ groups }: Ladder): readonly [atLaunch: number, few: number, many: number] =>
  groups === 3 ? [128, 32, 160] : [168, 24, 240];

export const groupNumbers = ({ groups }: Ladder): number[] => Array.from({ length: groups }, (_, i) => i + 1);

/** One lane of each warp that multiplies gives a stage back. */
export const ringBarriers = ({ groups }: Ladder): readonly BarrierRing[] =>
  ['k', 'v'].flatMap(name => [
    { name: `full ${name}`, stages: STAGES, count: 1 },
    { name: `empty ${name}`, stages: STAGES, count: groups * WARPGROUP_WARPS },
  ]);

export const ladderBuffers = (shape: Ladder, queryStages = 1): readonly BufferRing[] => [
  { name: 'q', stages: queryStages, bytes: queryBytes(shape) },
  { name: 'k', stages: STAGES, bytes: keyBytes(shape) },
  { name: 'v', stages: STAGES, bytes: keyBytes(shape) },
];

export const readPlaces = (queryStages: number): Role['places'] => [
  place('q', queryStages, 0),
  place('k', STAGES, 0),
  place('v', STAGES, 0),
];

const flop = ({ keys, headDim }: Ladder): number => 2 * GROUP_ROWS * keys * headDim;
const scores = ({ keys }: Ladder): number => GROUP_ROWS * keys;

/**
 * S = Q Kᵀ and O += P V of a warpgroup. For each 16 columns of Q an instruction reads these of its rows and of the keys; of P, which is in
 * registers, nothing is read.
 */
export const keyProduct = (shape: Ladder): Step => ({
  ...mma(flop(shape), slot('k', 'k'), slot('q', 'q')),
  operandBytes: (GROUP_ROWS + shape.keys) * shape.headDim * ELEMENT_BYTES,
});
export const valueProduct = (shape: Ladder): Step => ({
  ...mma(flop(shape), slot('v', 'v')),
  operandBytes: shape.keys * shape.headDim * ELEMENT_BYTES,
});
export const release = (name: string): readonly Step[] => [arrive(`empty ${name}`, name, WARPGROUP_WARPS), next(name)];
export const done = (name: string): readonly Step[] => [waitProducts(0), ...release(name)];

/** Of a scheduler, as clk: a warp's exponential takes 8, any other instruction 1. */
const EXP_SLOTS = 8;

/**
 * Exponentials, with maxima, scaled differences and sums: the warps of one scheduler run them in turns, none under another's. So
 * they are told in exponentials.
 */
export const softmax = (shape: Ladder): readonly Step[] => [
  { do: 'exp', count: scores(shape) * (1 + shape.aluPerScore / EXP_SLOTS) },
];
/** One conversion takes two weights, and two issue slots (`ALU_PER_SCORE`). */
export const packWeights = (shape: Ladder): Step => alu(scores(shape) / LANES);
export const rescale = ({ headDim }: Ladder): Step => alu((GROUP_ROWS * headDim) / LANES);

/** Straight from registers: O, and the logarithms. */
export const storeDirectly = (shape: Ladder): readonly Step[] => [
  rescale(shape),
  { do: 'store', bytes: outputBytes(shape) + LSE_BYTES },
];

const load = (name: string, bytes: number): readonly Step[] => [
  wait(`empty ${name}`, name),
  ...fill(name, `full ${name}`, name, bytes),
  next(name),
];

interface Queries {
  /** Whether Q may still be read of the tile before. */
  readonly waits?: boolean;
  readonly stages?: number;
  /** Behind all tiles. */
  readonly lastWord?: readonly Step[];
}

/** The first warp of a warpgroup that does nothing else. */
export function ladderProducer(shape: Ladder, { waits = false, stages = 1, lastWord = [] }: Queries = {}): Role {
  const [atLaunch, few] = registersOf(shape);
  const blocks = [...load('k', keyBytes(shape)), ...load('v', keyBytes(shape))];
  const query = [...(waits ? [wait('empty q', 'q')] : []), ...fill('q', 'full q', 'q', queryBytes(shape)), next('q')];
  const tiles = loop(shape.tiles, [...query, ...loop(shape.blocks, blocks)]);
  return {
    name: 'producer',
    warps: WARPGROUP_WARPS,
    registers: atLaunch,
    places: [place('q', stages, 1), place('k', STAGES, 1), place('v', STAGES, 1)],
    steps: [{ do: 'setRegisters', count: few }, ...tiles, ...lastWord],
  };
}
