/** The page's tables as text: accesses, places of the tile's pieces, and all of it. */
import { csvText } from '../../base/csv.ts';
import type { Result } from '../../base/result.ts';
import type { AccessCost } from '../../model/swizzle/access-cost.ts';
import { linearAddress, placer, rowBytes, type SwizzledTile } from '../../model/swizzle/tile.ts';
import { pieceBytes } from '../../model/swizzle/tile-pieces.ts';
import type { SwizzleState } from '../links/swizzle.ts';
import { phasesOf } from './access-phases.ts';
import { namesRows } from './names-rows.ts';
import type { CountedAccess } from './tile-of-state.ts';
import type { Derived } from './use-swizzle.ts';

const wavefronts = (cost: Result<AccessCost, string>): number | string => (cost.ok ? cost.value.wavefronts : '');

/** A line for each access; wavefronts are left out where the access is none. */
export function accessesCsv(accesses: readonly CountedAccess[]): string {
  const lines = accesses.map(({ id, before, after }) => {
    const ideal = before.ok ? before.value.ideal : after.ok ? after.value.ideal : '';
    return [id, ideal, wavefronts(before), wavefronts(after)];
  });
  return csvText([['access', 'ideal', 'before', 'after'], ...lines]);
}

interface Place {
  readonly row: number;
  /** First element of the piece. */
  readonly column: number;
  readonly linear: number;
  readonly before: number;
  readonly after: number;
}

/** For each piece of the tile: its byte addresses row by row and under both patterns. */
export function* placesOf({ piece }: SwizzleState, { tiles }: Derived): Generator<Place> {
  const { before, after } = tiles;
  const bytes = Math.min(pieceBytes(before, piece), pieceBytes(after, piece));
  const placeIn = (tile: SwizzledTile) => {
    const place = placer(tile);
    return (row: number, byte: number): number => place(linearAddress(tile, { row, column: 0 }) + byte);
  };
  const [first, second] = [placeIn(before), placeIn(after)];
  for (let row = 0; row < after.rows; row++)
    for (let byte = 0; byte < rowBytes(after); byte += bytes) {
      const linear = linearAddress(after, { row, column: 0 }) + byte;
      const column = Math.floor(byte / after.elementBytes);
      yield { row, column, linear, before: first(row, byte), after: second(row, byte) };
    }
}

export function placesCsv(state: SwizzleState, derived: Derived): string {
  const lines = Array.from(placesOf(state, derived), ({ row, column, linear, before, after }) => [
    ...[row, column, linear, before, after],
  ]);
  return csvText([['row', 'column', 'address', 'before', 'after'], ...lines]);
}

/** Names, accesses with their phases, and places. */
export function pageJson(state: SwizzleState, derived: Derived, link: string): string {
  const { tiles, accesses } = derived;
  const { rows, columns, elementBytes, pad, base, swizzle, against, formula } = state;
  return `${JSON.stringify(
    {
      link,
      source: 'predicted',
      tile: { rows, columns, elementBytes, pad, base },
      pattern: formula === '' ? swizzle : { formula },
      against,
      names: tiles.swizzle === null ? [] : namesRows(tiles.after, tiles.swizzle),
      accesses: accesses.map(accessJson),
      places: [...placesOf(state, derived)],
    },
    null,
    1,
  )}\n`;
}

const costJson = (cost: Result<AccessCost, string>) =>
  cost.ok ? { wavefronts: cost.value.wavefronts, ideal: cost.value.ideal } : { none: cost.error };

const accessJson = (access: CountedAccess) => ({
  id: access.id,
  before: costJson(access.before),
  after: costJson(access.after),
  phases: phasesOf(access).map(({ lanes, before, after }) => ({
    lanes,
    before: before?.wavefronts ?? null,
    after: after?.wavefronts ?? null,
  })),
});
