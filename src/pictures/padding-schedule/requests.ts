/** One warp on both sides of a block: its request there, by variant. */
import { LANES } from '../../base/hardware.ts';
import { type BlockMove, elementsOf } from '../../model/permute/block.ts';
import { laneOrder } from '../../model/permute/placement.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import { coordinatesOf, predictedRequest, requestElements } from '../permute/block-elements.ts';
import type { ChosenRequest, PaddingScheduleRecords } from '../permute/records.ts';
import type { Request } from '../records.ts';

/** Coordinates by lane, without idle lanes, then by mode. */
export type LaneCoordinates = readonly (readonly number[])[];

export interface WarpRequests extends ChosenRequest {
  /** Whether it is the request that was chosen, or the same warp's on the other side. */
  readonly isChosen: boolean;
  /** Names of the modes that the lanes step along, fastest first. */
  readonly stepped: readonly string[];
  /** Request of each variant; null if it does not use shared memory. */
  readonly requests: readonly (Request | null)[];
}

/** The store, then the load. */
export const warpRequests = (records: PaddingScheduleRecords): readonly [WarpRequests, WarpRequests] => [
  warpOn('store', records),
  warpOn('load', records),
];

function warpOn(side: AccessSide, { variants, chosen }: PaddingScheduleRecords): WarpRequests {
  const { move, names } = variants[0];
  const there = requestOn(side, move, chosen);
  const lanes = lanesOf(move, there);
  const modes = laneOrder(side, move).filter(mode => new Set(lanes.map(at => at[mode])).size > 1);
  return {
    ...there,
    isChosen: side === chosen.side,
    stepped: modes.map(mode => names[mode]),
    requests: variants.map(variant => predictedRequest(variant, there)),
  };
}

/** A side with longer vectors has fewer warps, and more requests of each. */
function requestOn(side: AccessSide, move: BlockMove, { warp, k }: ChosenRequest): ChosenRequest {
  const vector = move.vectors[side];
  const warps = Math.ceil(elementsOf(move.modes) / (LANES * vector));
  return { side, warp: Math.min(warp, warps - 1), k: Math.min(k, vector - 1) };
}

export const lanesOf = (move: BlockMove, request: ChosenRequest): LaneCoordinates =>
  [...requestElements(move, request)].filter(element => element >= 0).map(element => coordinatesOf(move, element));
