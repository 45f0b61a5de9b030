/** State from the link, and everything that follows from it. */
import { useMemo } from 'react';
import type { SwizzledTile } from '../../model/swizzle/tile.ts';
import type { LaneBytes, OtherPlaces } from '../../pictures/swizzle/records.ts';
import { offsetPlaces } from '../kit/tile/base-words.ts';
import { type LinkHandle, type LinkState, useLinkState } from '../kit/use-link-state.ts';
import type { SwizzleState } from '../links/swizzle.ts';
import { swizzleLink } from '../links/swizzle.ts';
import type { PhaseLanes } from './access-phases.ts';
import { type CountedAccess, countedAccesses, drawnLanes, type Tiles, tilesOf } from './tile-of-state.ts';

export type SwizzleHandle = LinkHandle<SwizzleState>;

export const useSwizzleState = (): LinkState<SwizzleState> => useLinkState(swizzleLink);

export interface Derived {
  readonly tiles: Tiles;
  readonly accesses: readonly CountedAccess[];
  readonly lanes: Readonly<Record<'before' | 'after', readonly LaneBytes[]>>;
  /** Another source for the places of the tile's bytes. */
  readonly other: OtherPlaces | null;
}

/** `phase`: the only one that is drawn. Tiles stay the same objects while their own numbers do: pictures keep their cells by them. */
export function useDerived(state: SwizzleState, phase: PhaseLanes | null): Derived {
  const { rows, columns, elementBytes, pad, base, swizzle, against, formula, gives } = state;
  const tiles = useMemo(
    () => tilesOf({ rows, columns, elementBytes, pad, base, swizzle, against, formula, gives }),
    [rows, columns, elementBytes, pad, base, swizzle, against, formula, gives],
  );
  const accesses = useMemo(() => countedAccesses(tiles, state), [tiles, state]);
  const { access, origin, lanes } = state;
  const drawn = useMemo(() => {
    const lanesIn = (tile: SwizzledTile) => drawnLanes(tile, { access, origin, lanes }, phase);
    return { before: lanesIn(tiles.before), after: lanesIn(tiles.after) };
  }, [tiles, access, origin, lanes, phase]);
  const other = useMemo(() => offsetPlaces(tiles.after, tiles.swizzle), [tiles]);
  return useMemo(() => ({ tiles, accesses, lanes: drawn, other }), [tiles, accesses, drawn, other]);
}
