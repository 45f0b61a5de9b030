/** The tiles of FlashAttention-3's forward pass, one for each head dimension, with what follows from them. */
import { WARPGROUP_THREADS } from '../../../base/hardware.ts';
import { fa3Forward, fa3ForwardFp8 } from './attention.ts';
import { attentionOf, BF16_TILES, FP8_TILES, pingPongAsPublished, productFlop, scores } from './attention-shape.ts';
import { type PresetValues, presetScenario, sharedBytes } from './preset.ts';

/** Stages of K and of V (`kStages`). */
const STAGES = 2;

export interface AttentionTile {
  readonly headDim: number;
  readonly isFp8: boolean;
  /** Rows of Q, and rows of a block of K and V. */
  readonly blockM: number;
  readonly blockN: number;
  /** Whether P goes through shared memory to the second product; otherwise it stays in registers. */
  readonly sharedP: boolean;
  /** Whether O is rescaled before the second product is started. */
  readonly rescalesFirst: boolean;
  /** How many warpgroups multiply; one more warpgroup copies. */
  readonly groups: number;
  readonly threads: number;
  /** Registers per thread, from `setmaxnreg` on. */
  readonly registers: RegisterShare;
  /** Whether warpgroups take turns in the version with overlap. */
  readonly pingPong: boolean;
  readonly sharedBytes: number;
  /** Time for one block of a warpgroup at the machine's numbers: both products, and the exponentials [clk]. */
  readonly productClk: number;
  readonly expClk: number;
}

export interface RegisterShare {
  readonly producer: number;
  readonly consumer: number;
}

/** Registers per thread, by the number of warpgroups that multiply (hopper/flash_fwd_kernel_sm90.h). */
const REGISTERS: Readonly<Record<number, RegisterShare>> = {
  1: { producer: 56, consumer: 256 },
  2: { producer: 24, consumer: 240 },
  3: { producer: 32, consumer: 160 },
};

export const presetOfFormat = (isFp8: boolean) => (isFp8 ? fa3ForwardFp8 : fa3Forward);

/** Published values for a head dimension. */
export const publishedValues = (headDim: number, isFp8: boolean, overlap = true): PresetValues => ({
  headDim,
  stages: STAGES,
  overlap,
  pingPong: pingPongAsPublished(headDim, isFp8, overlap),
});

export const attentionTiles = (isFp8: boolean): AttentionTile[] =>
  [...(isFp8 ? FP8_TILES : BF16_TILES).keys()].map(headDim => attentionTile(headDim, isFp8));

export function attentionTile(headDim: number, isFp8: boolean): AttentionTile {
  const shape = attentionOf(publishedValues(headDim, isFp8), isFp8);
  const scenario = presetScenario(presetOfFormat(isFp8), publishedValues(headDim, isFp8));
  if (!scenario.ok) throw new Error(`a published tile breaks a rule: ${scenario.error.message}`);
  const { tensorFlopPerClk, expPerClk } = scenario.value.resources;
  const { blockM, blockN, sharedP, rescalesFirst, groups } = shape;
  return {
    ...{ headDim, isFp8, blockM, blockN, sharedP, rescalesFirst, groups },
    threads: (groups + 1) * WARPGROUP_THREADS,
    registers: REGISTERS[groups],
    pingPong: shape.isPingPong,
    sharedBytes: sharedBytes(scenario.value),
    productClk: (2 * productFlop(shape)) / tensorFlopPerClk,
    expClk: scores(shape) / expPerClk,
  };
}
