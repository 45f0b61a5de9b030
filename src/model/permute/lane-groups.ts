/** The lanes that banks must serve at once, by the indices of what they want: a padding without conflicts suits every group. */
import { LANES } from '../../trace/access-trace.ts';
import type { BlockMove } from './block.ts';
import type { Side } from './placement.ts';
import { bankStepElements, lanesPerPhase } from './strides.ts';
import { requestsOf, type WarpRequest } from './warp-lanes.ts';

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
  const { modes, storeOrder, elementBytes } = move;
  const perWord = scope === 'rows' ? bankStepElements(elementBytes) : 1;
  const divisors = modes.map((_, mode) => (mode === storeOrder[0] ? perWord : 1));
  const groups = new Map<string, LaneGroup>();
  for (const side of ['store', 'load'] as const)
    for (const request of requestsOf(side, move, true))
      for (const words of phaseWords(request, move, divisors)) {
        const key = words.map(({ place }) => place - words[0].place).join();
        if (words.length > 1 && !groups.has(key)) groups.set(key, groupOf(side, request.lanes, words, divisors));
      }
  return [...groups.values()];
}

interface LaneWord {
  readonly lane: number;
  /** One number for all indices, such that differences between words are equal only where all of the indices' are. */
  readonly place: number;
}

/** By phase: the first lane on each word. */
function phaseWords({ lanes, active }: WarpRequest, move: BlockMove, divisors: readonly number[]): LaneWord[][] {
  const { modes, elementBytes } = move;
  const phaseLanes = lanesPerPhase(elementBytes);
  const phases = Array.from({ length: Math.ceil(active / phaseLanes) }, () => new Map<number, LaneWord>());
  for (let lane = 0; lane < active; lane++) {
    let place = 0;
    for (let mode = 0; mode < modes.length; mode++)
      place = place * 2 * modes[mode].extent + Math.floor(lanes[LANES * mode + lane] / divisors[mode]);
    const words = phases[Math.floor(lane / phaseLanes)];
    if (!words.has(place)) words.set(place, { lane, place });
  }
  return phases.map(words => [...words.values()]);
}

function groupOf(side: Side, lanes: Uint16Array, words: readonly LaneWord[], divisors: readonly number[]): LaneGroup {
  const indexOf = (lane: number, mode: number) => Math.floor(lanes[LANES * mode + lane] / divisors[mode]);
  const indices = words.flatMap(({ lane }) =>
    divisors.map((_, mode) => indexOf(lane, mode) - indexOf(words[0].lane, mode)),
  );
  return { side, lanes: words.length, indices: Int32Array.from(indices) };
}
