/** Lanes of a warp that conflict under any strides of the modes that have none yet. */
import type { BlockMove } from './block.ts';
import { lanesPerPhase } from './strides.ts';
import type { WarpRequest } from './warp-lanes.ts';

/**
 * For each phase, the largest group of lanes that differ only along placed modes. The whole phase costs at least as much
 * as this group.
 */
export interface WarpGroups {
  /** For each phase, where its lanes end. */
  readonly ends: readonly number[];
  /** The indices of all lanes along the first of these modes, then along the next. */
  readonly indices: Int32Array;
}

/** Groups of lanes that differ only along the first `known` of the modes in which lanes differ. */
export function groupsOf(move: BlockMove, warp: WarpRequest, known: number): WarpGroups {
  const { indices, first, step, active, differing } = warp;
  const places = placesAlong(move, warp, differing.slice(known));
  const phaseLanes = lanesPerPhase(move.elementBytes);
  const lanes: number[] = [];
  const ends: number[] = [];
  for (let start = 0; start < active; start += phaseLanes)
    ends.push(addLargest(lanes, places, start, Math.min(active, start + phaseLanes)));
  const rows = new Int32Array(known * lanes.length);
  let at = 0;
  for (const mode of differing.slice(0, known))
    for (const lane of lanes) rows[at++] = indices[mode][first + step * lane];
  return { ends, indices: rows };
}

/** For each lane, its indices along some modes as one number. Null if there are no modes. */
function placesAlong({ modes }: BlockMove, warp: WarpRequest, open: readonly number[]): Int32Array | null {
  if (open.length === 0) return null;
  const { indices, first, step, active } = warp;
  const places = new Int32Array(active);
  for (const mode of open)
    for (let lane = 0; lane < active; lane++)
      places[lane] = places[lane] * modes[mode].extent + indices[mode][first + step * lane];
  return places;
}

/** Adds the largest set of lanes with the same place; returns the new number of lanes. */
function addLargest(lanes: number[], places: Int32Array | null, first: number, end: number): number {
  const place = places === null ? null : commonest(places, first, end);
  for (let lane = first; lane < end; lane++) if (places === null || places[lane] === place) lanes.push(lane);
  return lanes.length;
}

/** The most frequent place; of equally frequent ones, the one that reached that count first. */
function commonest(places: Int32Array, first: number, end: number): number {
  let [most, chosen] = [0, 0];
  for (let lane = first; lane < end; lane++) {
    let count = 0;
    for (let other = first; other <= lane; other++) if (places[other] === places[lane]) count++;
    if (count > most) [most, chosen] = [count, places[lane]];
  }
  return chosen;
}
