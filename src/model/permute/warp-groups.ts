/** Lanes of a warp whose conflicts are certain while the strides of some modes are open. */
import type { BlockMove } from './block.ts';
import { lanesPerPhase } from './strides.ts';
import type { WarpRequest } from './warp-lanes.ts';

/**
 * In each phase the largest group of lanes that differ along certain modes only. What such a group costs, the whole phase
 * costs at least.
 */
export interface WarpGroups {
  /** By phase: where its lanes end. */
  readonly ends: readonly number[];
  /** Of lane after lane along the first of these modes, then along the next. */
  readonly indices: Int32Array;
}

/** Groups of lanes that differ along the first `known` of the modes along which lanes differ. */
export function groupsOf({ modes, elementBytes }: BlockMove, warp: WarpRequest, known: number): WarpGroups {
  const { differing, active } = warp;
  const along = differing.map(mode => indicesAlong(mode, warp));
  // One number for each lane's place in the other modes.
  const places = new Int32Array(active);
  for (let i = known; i < differing.length; i++)
    for (let lane = 0; lane < active; lane++) places[lane] = places[lane] * modes[differing[i]].extent + along[i][lane];
  const lanes: number[] = [];
  const ends: number[] = [];
  const phaseLanes = lanesPerPhase(elementBytes);
  for (let first = 0; first < active; first += phaseLanes) {
    addLargest(lanes, places, first, Math.min(active, first + phaseLanes));
    ends.push(lanes.length);
  }
  return { ends, indices: rowsOf(along.slice(0, known), lanes) };
}

/** By lane. */
function indicesAlong(mode: number, { indices, first, step, active }: WarpRequest): Int32Array {
  const along = new Int32Array(active);
  for (let lane = 0; lane < active; lane++) along[lane] = indices[mode][first + step * lane];
  return along;
}

/** Adds the most lanes that have the same place. */
function addLargest(lanes: number[], places: Int32Array, first: number, end: number): void {
  let [most, chosen] = [0, first];
  for (let lane = first; lane < end && most < end - first; lane++) {
    let count = 0;
    for (let other = first; other <= lane; other++) if (places[other] === places[lane]) count++;
    if (count > most) [most, chosen] = [count, lane];
  }
  for (let lane = first; lane < end; lane++) if (places[lane] === places[chosen]) lanes.push(lane);
}

function rowsOf(along: readonly Int32Array[], lanes: readonly number[]): Int32Array {
  const rows = new Int32Array(along.length * lanes.length);
  let at = 0;
  for (const indices of along) for (const lane of lanes) rows[at++] = indices[lane];
  return rows;
}
