/** What the two sides of a block cost when the pad of one mode changes and all other pads stay. */
import { LANES } from '../../base/hardware.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import { type BlockMove, elementsOf } from './block.ts';
import { laneOrder, spanElements } from './placement.ts';
import { sideCost } from './side-cost.ts';
import { bankStepElements, stridesOf } from './strides.ts';

/**
 * Pads 0 to 33: all residues of an element of one word, and the first two once more, since the pattern starts again
 * there.
 */
export const SWEPT_PADS = 34;

export interface PadCost {
  /** The stride of the mode that has the pad [elements]. */
  readonly stride: number;
  /** The sum over store and load of the whole block. */
  readonly wavefronts: number;
  readonly ideal: number;
  readonly sharedBytes: number;
}

export interface ModeSweep {
  readonly mode: number;
  /** The pad of the layout [elements]; it may lie beyond the sweep. */
  readonly pad: number;
  /** The costs, one for each pad. */
  readonly costs: readonly PadCost[];
}

/** For each mode: the difference between its stride and the least stride that it could have [elements]. */
export function padsOf(move: BlockMove, strides: readonly number[]): number[] {
  const pads = strides.map(() => 0);
  stridesOf(move, (mode, least) => {
    pads[mode] = strides[mode] - least;
    return strides[mode];
  });
  return pads;
}

export const paddedStrides = (move: BlockMove, pads: readonly number[]): number[] =>
  stridesOf(move, (mode, least) => least + pads[mode]);

/**
 * Slowest mode first; modes of one element have no pad. A pad changes all slower strides, too. Each step takes long, so
 * the generator gives one mode at a time.
 */
export function* padSweep(move: BlockMove, strides: readonly number[]): Generator<ModeSweep> {
  const pads = padsOf(move, strides);
  for (const [mode, { extent }] of move.modes.entries()) {
    if (extent === 1) continue;
    const costs = Array.from({ length: SWEPT_PADS }, (_, pad) =>
      padCost(move, mode, paddedStrides(move, pads.with(mode, pad))),
    );
    yield { mode, pad: pads[mode], costs };
  }
}

function padCost(move: BlockMove, mode: number, strides: readonly number[]): PadCost {
  const [store, load] = [cost('store', move, strides), cost('load', move, strides)];
  return {
    stride: strides[mode],
    wavefronts: store.wavefronts + load.wavefronts,
    ideal: store.ideal + load.ideal,
    sharedBytes: spanElements(move.modes, strides) * move.elementBytes,
  };
}

/** The exact cost, from the part of the block whose costs repeat. */
function cost(side: AccessSide, move: BlockMove, strides: readonly number[]): Pick<PadCost, 'wavefronts' | 'ideal'> {
  const part = { ...move, modes: repeatedPart(side, move, strides) };
  const repeats = elementsOf(move.modes) / elementsOf(part.modes);
  const { wavefronts, ideal } = sideCost(side, part, { strides, xor: [], table: null });
  return { wavefronts: wavefronts * repeats, ideal: ideal * repeats };
}

/**
 * Modes slower than a whole number of warps shift all lanes of a warp by one offset. Only that offset's place in a word
 * matters, since whole words rotate the banks. So it is enough to take as many indices of each such mode as reach a whole
 * word.
 */
function repeatedPart(side: AccessSide, move: BlockMove, strides: readonly number[]): BlockMove['modes'] {
  const modes = [...move.modes];
  let elements = 1;
  for (const mode of laneOrder(side, move)) {
    const { extent } = modes[mode];
    const indices = indicesToWholeWords(strides[mode], bankStepElements(move.elementBytes));
    const isWhole = elements % (LANES * move.vectors[side]) === 0;
    if (isWhole && extent % indices === 0) modes[mode] = { ...modes[mode], extent: indices };
    elements *= extent;
  }
  return modes;
}

/** How many indices it takes to reach a whole word. A word holds 1, 2 or 4 elements. */
function indicesToWholeWords(stride: number, wordElements: number): number {
  let indices = 1;
  while ((indices * stride) % wordElements !== 0) indices *= 2;
  return indices;
}
