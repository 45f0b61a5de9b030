/** Products, step by step: A is repeated at each place that B selects in the complement of A. */
import { ok } from '../../base/result.ts';
import type { ComposedLayout } from '../layout/composed-layout.ts';
import { composition } from '../layout/composition.ts';
import { concatenated, type Layout, offsetAt, sizeOf } from '../layout/layout.ts';
import { allModes, type Refusable, refuse } from '../layout/layout-error.ts';
import { logicalProduct, roomFor, type Tiler, tiledProduct, zippedProduct } from '../layout/tiler.ts';
import { isPlain, plain } from '../layout-text/operand.ts';
import { type Check, injective, sameFunction, skipped } from './checks.ts';
import {
  type Arrangement,
  arranged,
  at,
  cellIn,
  coordinatePanel,
  coordinatesOf,
  counting,
  type LayoutSteps,
  leavesOf,
  offsetPanel,
  type Panel,
  same,
  still,
  tileName,
  zeroed,
} from './steps.ts';

const PRODUCTS = { logical: logicalProduct, zipped: zippedProduct, tiled: tiledProduct };

/** One layout of the tiler, the room that it leaves, and the places of the copies. */
interface Leaf {
  readonly tile: Layout;
  readonly room: Layout;
  readonly place: Layout;
  /** Gives the tile's coordinate for a coordinate of the result. */
  readonly cells: Layout;
}

export function productSteps(arrangement: Arrangement, a: ComposedLayout, tiler: Tiler): Refusable<LayoutSteps> {
  if (!isPlain(a)) return refuse('inadmissible', 'a swizzled layout has no product, because it has no complement');
  const product = PRODUCTS[arrangement](a.layout, tiler);
  if (!product.ok) return product;
  const leaves = allModes(leavesOf(a.layout, tiler).map((_, leaf) => leafOf(arrangement, a.layout, tiler, leaf)));
  if (!leaves.ok) return leaves;
  const inA = arranged(arrangement, coordinatesOf(a.layout), tiler, (mode, tile) =>
    concatenated([mode, still(sizeOf(tile))]),
  );
  const result = plain(product.value);
  const between = leaves.value.flatMap((leaf, number) => panelsOf(leaf, number, leaves.value.length));
  return ok({
    panels: [offsetPanel('A', a, at(inA)), ...between, offsetPanel('R = A ⊗ B', result, same)],
    result,
    traces: sizeOf(product.value),
    checks: checksOf(a.layout, inA, leaves.value, product.value),
  });
}

function leafOf(arrangement: Arrangement, a: Layout, tiler: Tiler, chosen: number): Refusable<Leaf> {
  const { mode, tile } = leavesOf(a, tiler)[chosen];
  const room = roomFor(mode, tile);
  if (!room.ok) return room;
  const place = composition(room.value, tile);
  if (!place.ok) return place;
  const cells = arranged(arrangement, zeroed(a), tiler, (other, each, leaf) =>
    concatenated([still(sizeOf(other)), leaf === chosen ? counting(sizeOf(each)) : still(sizeOf(each))]),
  );
  return ok({ tile, room: room.value, place: place.value, cells });
}

function panelsOf({ tile, room, place, cells }: Leaf, leaf: number, leaves: number): Panel[] {
  const name = tileName(leaf, leaves);
  const rest = `complement(A${name.slice(1)})`;
  const inTile = at(cells);
  const inRoom = cellIn(sizeOf(room), i => offsetAt(tile, inTile(i)));
  return [
    coordinatePanel(name, tile, [rest, at(room)], inTile),
    offsetPanel(rest, plain(room), inRoom),
    offsetPanel(`${rest} ∘ ${name}`, plain(place), inTile),
  ];
}

function checksOf(a: Layout, inA: Layout, leaves: readonly Leaf[], result: Layout): Check[] {
  const traces = sizeOf(result);
  const moved = (i: number): number =>
    leaves.reduce((sum, { place, cells }) => sum + offsetAt(place, offsetAt(cells, i)), offsetAt(a, offsetAt(inA, i)));
  const claim = 'no two copies of A share an offset';
  const inputs = [a, ...leaves.map(({ tile }) => tile)];
  return [
    sameFunction('R(a, b) = A(a) + (complement ∘ B)(b)', traces, at(result), moved),
    inputs.every(isInjective) ? injective(claim, traces, at(result)) : skipped(claim, 'A or B meets an offset twice'),
  ];
}

const isInjective = (layout: Layout): boolean => injective('', sizeOf(layout), at(layout)).verdict.kind === 'agree';
