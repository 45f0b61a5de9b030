/** The lanes that banks must serve at once, by the indices of what they want: a padding without conflicts suits every group. */
import { LANES } from '../../trace/access-trace.ts';
import type { BlockMove } from './block.ts';
import type { Side } from './placement.ts';
import { bankStepElements, lanesPerPhase } from './strides.ts';
import { requestsOf } from './warp-lanes.ts';

/**
 * What padding may do. `rows`: the fastest mode stays contiguous, all other strides are whole words. `elements`: its
 * elements are spread as well, each at the start of a word.
 */
export type PaddingScope = 'rows' | 'elements';

export interface LaneGroup {
  readonly side: Side;
  readonly lanes: number;
  /** Of a lane along a mode, less that of the first lane: at `modes * lane + mode`. Lanes on one word are one. */
  readonly indices: Int32Array;
}

/** Groups whose lanes lie alike are listed once, and those of one lane never. */
export function laneGroups(move: BlockMove, scope: PaddingScope): LaneGroup[] {
  const groups = new Map<string, LaneGroup>();
  for (const side of ['store', 'load'] as const)
    for (const group of sideGroups(side, move, scope)) if (group.lanes > 1) groups.set(group.indices.join(), group);
  return [...groups.values()];
}

function* sideGroups(side: Side, move: BlockMove, scope: PaddingScope): Generator<LaneGroup> {
  const { modes, storeOrder, elementBytes } = move;
  const phaseLanes = lanesPerPhase(elementBytes);
  const perWord = scope === 'rows' ? bankStepElements(elementBytes) : 1;
  const divisors = modes.map((_, mode) => (mode === storeOrder[0] ? perWord : 1));
  for (const { lanes, active } of requestsOf(side, move))
    for (let first = 0; first < active; first += phaseLanes) {
      const words = Array.from({ length: Math.min(phaseLanes, active - first) }, (_, lane) =>
        divisors.map((divisor, mode) => Math.floor(lanes[LANES * mode + first + lane] / divisor)),
      );
      const distinct = perWord === 1 ? words : [...new Map(words.map(word => [word.join(), word])).values()];
      const indices = distinct.flatMap(word => word.map((index, mode) => index - distinct[0][mode]));
      yield { side, lanes: distinct.length, indices: Int32Array.from(indices) };
    }
}
