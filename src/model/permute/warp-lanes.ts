/** Which elements of a block the lanes of a warp take, as indices along its modes. */
import { LANES } from '../../trace/access-trace.ts';
import type { BlockMove } from './block.ts';
import { Odometer } from './odometer.ts';
import { laneOrder, type Side } from './placement.ts';

export interface WarpLanes {
  /** Index of each lane along a mode, at 32 * mode + lane. */
  readonly lanes: Uint16Array;
  /** Lanes with an element, from lane 0 on. */
  readonly active: number;
}

/** The index lists of the warps of the first `elements` elements, one for each of `requests`. */
export function warpsOf(side: Side, move: BlockMove, elements: number, requests: readonly number[]): WarpLanes[] {
  const order = laneOrder(side, move);
  const indices = order.map((_, i) =>
    indicesAlong(
      i,
      order.map(mode => move.modes[mode].extent),
      elements,
    ),
  );
  const perWarp = LANES * move.vectors[side];
  return Array.from({ length: Math.ceil(elements / perWarp) }, (_, warp) => {
    const active = Math.min(LANES, elements / move.vectors[side] - warp * LANES);
    return requests.map(request => {
      const lanes = new Uint16Array(LANES * order.length);
      for (let lane = 0; lane < active; lane++) {
        const element = warp * perWarp + lane * move.vectors[side] + request;
        for (const [i, mode] of order.entries()) lanes[LANES * mode + lane] = indices[i][element];
      }
      return { lanes, active };
    });
  }).flat();
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
export function periodOf(extents: readonly number[], perWarp: number): number {
  let elements = 1;
  for (const extent of extents) {
    if (elements % perWarp === 0) break;
    elements *= extent;
  }
  return elements;
}
