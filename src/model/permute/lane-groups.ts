/** The lanes that banks must serve at once, by the indices of what they want: a padding without conflicts suits every group. */
import { LANES } from '../../trace/access-trace.ts';
import type { BlockMove, Mode } from './block.ts';
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
  const { modes, storeOrder, elementBytes } = move;
  const perWord = scope === 'rows' ? bankStepElements(elementBytes) : 1;
  const divisors = modes.map((_, mode) => (mode === storeOrder[0] ? perWord : 1));
  const groups = new Map<string, LaneGroup>();
  for (const side of ['store', 'load'] as const)
    for (const indices of phaseIndices(side, move, divisors)) {
      const words = wordsOf(indices, modes);
      const key = words.map(({ place }) => place - words[0].place).join();
      if (words.length > 1 && !groups.has(key)) groups.set(key, groupOf(side, words));
    }
  return [...groups.values()];
}

/** What the lanes of each phase want, by lane and mode. */
function* phaseIndices(side: Side, move: BlockMove, divisors: readonly number[]): Generator<number[][]> {
  const phaseLanes = lanesPerPhase(move.elementBytes);
  for (const { lanes, active } of requestsOf(side, move, true))
    for (let first = 0; first < active; first += phaseLanes)
      yield Array.from({ length: Math.min(phaseLanes, active - first) }, (_, lane) =>
        divisors.map((divisor, mode) => Math.floor(lanes[LANES * mode + first + lane] / divisor)),
      );
}

interface Word {
  readonly index: readonly number[];
  /** One number for all indices, such that differences between words are equal only where all of the indices' are. */
  readonly place: number;
}

function wordsOf(indices: readonly (readonly number[])[], modes: readonly Mode[]): Word[] {
  const words = new Map<number, Word>();
  for (const index of indices) {
    const place = index.reduce((sum, i, mode) => sum * 2 * modes[mode].extent + i, 0);
    words.set(place, { index, place });
  }
  return [...words.values()];
}

const groupOf = (side: Side, words: readonly Word[]): LaneGroup => ({
  side,
  lanes: words.length,
  indices: Int32Array.from(words.flatMap(({ index }) => index.map((i, mode) => i - words[0].index[mode]))),
});
