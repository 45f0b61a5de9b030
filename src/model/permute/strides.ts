/** Strides of a block in the order of the input, with padding after some of its dimensions. */
import { LANES } from '../../base/hardware.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import { NVIDIA_BANKS } from '../banks/wavefronts.ts';
import type { BlockMove } from './block.ts';
import { laneOrder } from './placement.ts';

const WAVEFRONT_BYTES = NVIDIA_BANKS.bankCount * NVIDIA_BANKS.bankBytes;

/** Strides that differ by this many elements hit the same banks: 32 words, in elements. */
export const residueElements = (elementBytes: number): number => WAVEFRONT_BYTES / elementBytes;

/** The smallest step that changes the bank: a word, or an element if it is larger. */
export const bankStepElements = (elementBytes: number): number => Math.max(1, NVIDIA_BANKS.bankBytes / elementBytes);

/** How many lanes the banks serve at once: a warp, half of one for 8 bytes, a quarter for 16. */
export const lanesPerPhase = (elementBytes: number): number => Math.min(LANES, residueElements(elementBytes));

/** @param strideOf gives the stride of a mode of more than one element, from the smallest stride that it can have. */
export function stridesOf(
  { modes, storeOrder }: BlockMove,
  strideOf: (mode: number, least: number) => number,
): number[] {
  const strides = modes.map(() => 1);
  let least = 1;
  for (const mode of storeOrder) {
    strides[mode] = modes[mode].extent > 1 ? strideOf(mode, least) : least;
    least = strides[mode] * modes[mode].extent;
  }
  return strides;
}

/**
 * Elements smaller than a word are padded by whole words if that makes every stride except the fastest a whole number of
 * words.
 */
export function padStepElements({ modes, storeOrder, elementBytes }: BlockMove): number {
  const step = bankStepElements(elementBytes);
  return storeOrder.length > 0 && modes[storeOrder[0]].extent % step === 0 ? step : 1;
}

/**
 * Whether all strides except the fastest are whole words. Steps along slower modes then rotate the banks and change
 * nothing else.
 */
export const turnsWords = (move: BlockMove): boolean => padStepElements(move) === bankStepElements(move.elementBytes);

export const unpaddedStrides = (move: BlockMove): number[] => stridesOf(move, (_, least) => least);

/** The least number, not below `least`, that has the wanted residue. */
export const withResidue = (least: number, wanted: number, modulus: number): number =>
  least + ((((wanted - least) % modulus) + modulus) % modulus);

/** Strides whose rows (inner read blocks) have an odd number of bank steps: cuTT's tile of 33 columns, TTLG's odd pitch. */
export function oddRowStrides(move: BlockMove): number[] {
  const { modes, storeOrder, elementBytes } = move;
  const step = bankStepElements(elementBytes);
  const column = storeOrder.find(mode => modes[mode].extent > 1 && !modes[mode].inRead);
  return stridesOf(move, (mode, least) => (mode === column ? withResidue(least, step, 2 * step) : least));
}

/**
 * For each mode: the residue of a stride with which a side's lanes step from bank to bank. It is the number of elements
 * in the faster modes.
 */
export function wantedResidues(side: AccessSide, move: BlockMove): number[] {
  const { modes, storeOrder, elementBytes } = move;
  const order = laneOrder(side, move);
  // If the fastest mode of the input is the fastest on this side, small elements share words.
  let faster = order[0] === storeOrder[0] ? 1 : bankStepElements(elementBytes);
  const wanted = modes.map(() => 0);
  for (const mode of order) {
    wanted[mode] = faster % residueElements(elementBytes);
    faster *= modes[mode].extent;
  }
  return wanted;
}

/**
 * Gives each mode of the inner write block the residue that the load side needs; the mode `spared` keeps its smallest
 * stride.
 */
export function residueStrides(move: BlockMove, spared?: number): number[] {
  const { modes, elementBytes } = move;
  const wanted = wantedResidues('load', move);
  const modulus = residueElements(elementBytes);
  return stridesOf(move, (mode, least) =>
    mode === spared || !modes[mode].inWrite ? least : withResidue(least, wanted[mode], modulus),
  );
}
