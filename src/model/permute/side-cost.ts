/** The wavefronts that one side of a block's move needs under a placement. */

import type { AccessSide } from '../../trace/access-trace.ts';
import type { BlockMove } from './block.ts';
import { countedOffsets } from './counted-offsets.ts';
import { mostInBank, type Phases, phasesOf } from './phases.ts';
import { laneOrder, type Placement, placedOffset, type SideCost } from './placement.ts';
import { lanesPerPhase } from './strides.ts';

/** Counts every request of a whole block; ragged blocks cost less. */
export function sideCost(side: AccessSide, move: BlockMove, placement: Placement): SideCost {
  const { words, ends, perRequest } = sidePhases(side, move, placement);
  const banks = lanesPerPhase(move.elementBytes);
  let [wavefronts, ideal, worst, request] = [0, 0, 0, 0];
  for (let phase = 0, first = 0; phase < ends.length; first = ends[phase++]) {
    const most = mostInBank(words, first, ends[phase], banks);
    if (phase % perRequest === 0) request = 0;
    request += most;
    wavefronts += most;
    worst = Math.max(worst, request);
    if (most > 0) ideal++;
  }
  return { wavefronts, ideal, worst };
}

export function sidePhases(side: AccessSide, move: BlockMove, placement: Placement): Phases {
  const places = countedOffsets(move, laneOrder(side, move), placement.strides);
  const { table, xor } = placement;
  if (table !== null) for (let i = 0; i < places.length; i++) places[i] = table[places[i]];
  else if (xor.length > 0) for (let i = 0; i < places.length; i++) places[i] = placedOffset(places[i], placement);
  return phasesOf(places, move.vectors[side], move.elementBytes);
}
