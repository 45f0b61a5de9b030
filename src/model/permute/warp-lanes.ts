/** Which elements of a block the lanes of a warp take, as indices along its modes. */
import { LANES } from '../../trace/access-trace.ts';
import { type BlockMove, elementsOf } from './block.ts';
import { Odometer } from './odometer.ts';
import { laneOrder, type Side } from './placement.ts';

export interface WarpRequest {
  /** Index of each lane along a mode, at 32 * mode + lane. */
  readonly lanes: Uint16Array;
  /** Lanes with an element, from lane 0 on. */
  readonly active: number;
  /** Requests of the block that cost the same. */
  readonly count: number;
}

/**
 * The requests of a block's warps; of those that must cost the same most are listed once. `turnsWords`: whether strides
 * are whole words, but for that of the fastest mode.
 */
export function requestsOf(side: Side, move: BlockMove, turnsWords: boolean): WarpRequest[] {
  const vector = move.vectors[side];
  const extents = laneOrder(side, move).map(mode => move.modes[mode].extent);
  const elements = elementsOf(move.modes);
  const period = turnsWords ? periodOf(extents, LANES * vector) : elements;
  // The requests of a warp are then the first one, moved along the fastest mode.
  const isAlike = turnsWords && extents.find(extent => extent > 1)! % vector === 0;
  const requests = isAlike ? 1 : vector;
  const count = (elements / period) * (vector / requests);
  return firstRequests(side, move, period, requests).map(request => ({ ...request, count }));
}

/** Of each warp of the first `elements` elements the first `requests` ones. */
function firstRequests(side: Side, move: BlockMove, elements: number, requests: number) {
  const order = laneOrder(side, move);
  const extents = order.map(mode => move.modes[mode].extent);
  const indices = order.map((_, i) => indicesAlong(i, extents, elements));
  const vector = move.vectors[side];
  const warps = Math.ceil(elements / (LANES * vector));
  return Array.from({ length: warps * requests }, (_, i) => {
    const warp = Math.floor(i / requests);
    const active = Math.min(LANES, elements / vector - warp * LANES);
    const lanes = new Uint16Array(LANES * order.length);
    for (let lane = 0; lane < active; lane++) {
      const element = (warp * LANES + lane) * vector + (i % requests);
      for (const [j, mode] of order.entries()) lanes[LANES * mode + lane] = indices[j][element];
    }
    return { lanes, active };
  });
}

/** By element: its index along one of the extents. */
function indicesAlong(along: number, extents: readonly number[], elements: number): Uint16Array {
  const counter = new Odometer(
    extents,
    extents.map((_, i) => Number(i === along)),
  );
  const indices = new Uint16Array(elements);
  for (let element = 0; element < elements; element++, counter.step()) indices[element] = counter.offset;
  return indices;
}

/**
 * Warps that lie a period apart differ in slower modes only, by the same offset for all lanes. Their banks are turned by
 * whole words, or the lanes lie whole words apart and turn within a word together: their cost is equal.
 */
function periodOf(extents: readonly number[], perWarp: number): number {
  let elements = 1;
  for (const extent of extents) {
    if (elements % perWarp === 0) break;
    elements *= extent;
  }
  return elements;
}
