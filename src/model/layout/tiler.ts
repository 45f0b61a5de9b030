/**
 * The functions that take a tiler: composition by modes, divides and products. A tiler is a layout; an integer N, which
 * stands for N:1; null for a mode that stays as it is; or a tuple of tilers, one for each mode of the left layout. Modes
 * beyond the tuple stay as they are.
 */
import { ok } from '../../base/result.ts';
import { complement } from './complement.ts';
import { composition } from './composition.ts';
import { isInt } from './int-tuple.ts';
import { compact, concatenated, cosizeOf, type Layout, layoutRank, modeAt, modesOf, sizeOf, UNIT } from './layout.ts';
import { allModes, type Refusable, refuse } from './layout-error.ts';

export type Tiler = Layout | number | null | readonly Tiler[];

type OfLayouts = (a: Layout, b: Layout) => Refusable<Layout>;

const isTuple = (tiler: Tiler): tiler is readonly Tiler[] => Array.isArray(tiler);

/**
 * A ∘ B, mode by mode if B is a tuple. C++ CuTe drops the modes beyond the tuple; pycute keeps them, and so does this
 * function.
 */
export const compositionBy = (a: Layout, tiler: Tiler): Refusable<Layout> => byMode(composition, a, tiler);

/**
 * A ⊘ B = A ∘ (B, B*): mode 0 is the tile that B takes, mode 1 steps from tile to tile. A size that B does not divide is
 * rounded up.
 */
export const logicalDivide = (a: Layout, tiler: Tiler): Refusable<Layout> => byMode(divided, a, tiler);

/**
 * A ⊗ B = (A, A* ∘ B): a copy of A at each offset of B. If B is an integer, pycute divides by it; this function
 * multiplies.
 */
export const logicalProduct = (a: Layout, tiler: Tiler): Refusable<Layout> => byMode(multiplied, a, tiler);

/** Result: ((TileM,TileN), (RestM,RestN,L,…)). */
export const zippedDivide = (a: Layout, tiler: Tiler): Refusable<Layout> => hierUnzip(logicalDivide, a, tiler);
export const zippedProduct = (a: Layout, tiler: Tiler): Refusable<Layout> => hierUnzip(logicalProduct, a, tiler);

/** Result: ((TileM,TileN), RestM, RestN, L, …). */
export const tiledDivide = (a: Layout, tiler: Tiler): Refusable<Layout> => unpacked(zippedDivide(a, tiler));
export const tiledProduct = (a: Layout, tiler: Tiler): Refusable<Layout> => unpacked(zippedProduct(a, tiler));

/** Splits each mode by `splitter`. All first halves go to mode 0; all second halves and the untouched modes go to mode 1. */
export function hierUnzip(
  splitter: (a: Layout, tiler: Tiler) => Refusable<Layout>,
  a: Layout,
  tiler: Tiler,
): Refusable<Layout> {
  if (tiler === null) return ok(concatenated([UNIT, a]));
  if (!isTuple(tiler)) return splitter(a, tiler);
  const tooMany = rankError(a, tiler);
  if (tooMany) return tooMany;
  const halves = allModes(tiler.map((part, mode) => hierUnzip(splitter, modeAt(a, mode), part)));
  if (!halves.ok) return halves;
  const first = halves.value.map(half => modeAt(half, 0));
  const second = halves.value.map(half => modeAt(half, 1));
  return ok(concatenated([concatenated(first), concatenated([...second, ...modesOf(a).slice(tiler.length)])]));
}

function byMode(apply: OfLayouts, a: Layout, tiler: Tiler): Refusable<Layout> {
  if (tiler === null) return ok(a);
  if (!isTuple(tiler)) return apply(a, typeof tiler === 'number' ? compact(tiler) : tiler);
  const tooMany = rankError(a, tiler);
  if (tooMany) return tooMany;
  const modes = allModes(tiler.map((part, mode) => byMode(apply, modeAt(a, mode), part)));
  return modes.ok ? ok(concatenated([...modes.value, ...modesOf(a).slice(tiler.length)])) : modes;
}

function divided(a: Layout, tile: Layout): Refusable<Layout> {
  const rest = complement(tile, sizeOf(a));
  return rest.ok ? composition(a, concatenated([tile, rest.value])) : rest;
}

/**
 * The offsets that A leaves free, as many as copies at each offset of `tiles` need. CuTe takes the size of all copies as
 * cotarget. If A's strides do not chain, the room up to that cotarget can end within A, and would go on over A's own
 * offsets. The cotarget is then made as large as is needed.
 */
export function roomFor(a: Layout, tiles: Layout): Refusable<Layout> {
  const copies = cosizeOf(tiles);
  const room = complement(a, sizeOf(a) * copies);
  // Twice A's cosize lies beyond the end of A's last mode.
  return room.ok && sizeOf(room.value) < copies ? complement(a, 2 * cosizeOf(a) * copies) : room;
}

function multiplied(a: Layout, tiles: Layout): Refusable<Layout> {
  const room = roomFor(a, tiles);
  if (!room.ok) return room;
  const places = composition(room.value, tiles);
  return places.ok ? ok(concatenated([a, places.value])) : places;
}

function unpacked(zipped: Refusable<Layout>): Refusable<Layout> {
  return zipped.ok ? ok(concatenated([modeAt(zipped.value, 0), ...modesOf(modeAt(zipped.value, 1))])) : zipped;
}

function rankError(a: Layout, tiler: readonly Tiler[]) {
  if (!isInt(a.shape) ? tiler.length <= layoutRank(a) : tiler.length <= 1) return null;
  return refuse('profile', `a tiler of ${tiler.length} modes for a layout of rank ${layoutRank(a)}`);
}
