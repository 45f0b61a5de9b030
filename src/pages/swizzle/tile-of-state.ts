/** Turns the page's state into tiles and costs. */

import { err, type Result } from '../../base/result.ts';
import { laneOffsets } from '../../contract/formula/lane-offsets.ts';
import type { Swizzle } from '../../model/layout/swizzle.ts';
import { type AccessCost, accessCost } from '../../model/swizzle/access-cost.ts';
import { requestsOf } from '../../model/swizzle/accesses.ts';
import { swizzleOfTable } from '../../model/swizzle/recognized-swizzle.ts';
import { type Collision, collisionOf, plainTile, type SwizzledTile } from '../../model/swizzle/tile.ts';
import { laneBytes } from '../../pictures/swizzle/lanes.ts';
import type { LaneBytes } from '../../pictures/swizzle/records.ts';
import { accessIds, accessOf, type LaneOffsets } from '../kit/tile/access-list.ts';
import type { SwizzleState } from '../links/swizzle.ts';
import { type AccessCosts, type PhaseLanes, requestsOfPhase } from './access-phases.ts';
import { type FormulaFault, storedColumns } from './tile-formula.ts';

export interface Tiles {
  /** Tile without padding, and without a pattern or with the one to compare with. */
  readonly before: SwizzledTile;
  readonly after: SwizzledTile;
  /** The pattern as a swizzle on bytes; null for a formula that is none. */
  readonly swizzle: Swizzle | null;
  /** Why the formula cannot be drawn. */
  readonly error: FormulaFault | null;
  readonly collision: Collision | null;
}

export function tilesOf(state: Pick<SwizzleState, TileKey>): Tiles {
  const { rows, columns, elementBytes, pad, base, swizzle, against, formula, gives } = state;
  const pattern = { kind: 'xor', swizzle } as const;
  const tile: SwizzledTile = { rows, columns, elementBytes, padBytes: pad * elementBytes, base, pattern };
  const before: SwizzledTile = { ...tile, padBytes: 0, pattern: { kind: 'xor', swizzle: against } };
  if (formula.trim() === '') return { before, after: tile, swizzle, error: null, collision: null };
  const stored = storedColumns(formula, tile, gives);
  if (!stored.ok) return { before, after: plainTile(tile), swizzle: null, error: stored.error, collision: null };
  const after: SwizzledTile = { ...tile, pattern: { kind: 'table', stored: stored.value } };
  return { before, after, swizzle: swizzleOfTable(after), error: null, collision: collisionOf(after) };
}

export type TileKey =
  | 'rows'
  | 'columns'
  | 'elementBytes'
  | 'pad'
  | 'base'
  | 'swizzle'
  | 'against'
  | 'formula'
  | 'gives';

export interface CountedAccess extends AccessCosts {
  readonly id: string;
}

export function countedAccess(tiles: Tiles, { origin, lanes }: SwizzleState, id: string): CountedAccess {
  const own = laneOffsets(lanes);
  if (id.startsWith('own') && !own.ok) return { id, before: own, after: own };
  const access = accessOf(id, own.ok ? own.value : NO_LANES)!;
  const costIn = (tile: SwizzledTile): Result<AccessCost, string> => accessCost(tile, requestsOf(tile, access, origin));
  const lost = lostWords(tiles);
  return { id, before: costIn(tiles.before), after: lost === null ? costIn(tiles.after) : err(lost) };
}

/** Why nothing can be read after the pattern. */
function lostWords({ error, collision }: Tiles): string | null {
  if (error !== null) return 'the formula says no place';
  return collision === null ? null : 'two elements of the tile lie in one place';
}

const NO_LANES: LaneOffsets = [];

/** Every access of the tile's elements, the drawn one among them. */
export const countedAccesses = (tiles: Tiles, state: SwizzleState): CountedAccess[] =>
  shownIds(state).map(id => countedAccess(tiles, state, id));

export const shownIds = ({ elementBytes, access }: Pick<SwizzleState, 'elementBytes' | 'access'>): string[] => {
  const ids = accessIds(elementBytes);
  return ids.includes(access) ? ids : [access, ...ids];
};

/** Lanes that the drawn access, or one of its phases, outlines in a tile. */
export function drawnLanes(
  tile: SwizzledTile,
  { access, origin, lanes }: Pick<SwizzleState, 'access' | 'origin' | 'lanes'>,
  phase: PhaseLanes | null,
): LaneBytes[] {
  const own = laneOffsets(lanes);
  const pattern = accessOf(access, own.ok ? own.value : NO_LANES)!;
  return laneBytes(tile, requestsOfPhase(requestsOf(tile, pattern, origin), phase));
}
