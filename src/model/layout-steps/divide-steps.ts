/** Composition and divides, step by step. A swizzle in front of A stays in front if the result is the same. */
import { ok } from '../../base/result.ts';
import { complement } from '../layout/complement.ts';
import { type ComposedLayout, onLayout } from '../layout/composed-layout.ts';
import { concatenated, cosizeOf, type Layout, offsetAt, sizeOf } from '../layout/layout.ts';
import { allModes, type Refusable } from '../layout/layout-error.ts';
import { compositionBy, logicalDivide, type Tiler, tiledDivide, zippedDivide } from '../layout/tiler.ts';
import { offsetsOf } from '../layout-text/operand.ts';
import { type Check, covers, sameFunction, skipped } from './checks.ts';
import {
  type Arrangement,
  arranged,
  at,
  byMode,
  coordinatePanel,
  coordinatesOf,
  counting,
  isTuple,
  type LayoutSteps,
  leafLayout,
  leavesOf,
  offsetPanel,
  type Panel,
  same,
  scaled,
  stepOf,
  still,
  tileName,
  zeroed,
} from './steps.ts';

const DIVIDES = { logical: logicalDivide, zipped: zippedDivide, tiled: tiledDivide };

export function compositionSteps(a: ComposedLayout, tiler: Tiler): Refusable<LayoutSteps> {
  const result = onLayout(a, layout => compositionBy(layout, tiler));
  if (!result.ok) return result;
  const leaves = leavesOf(a.layout, tiler);
  const through = byMode(coordinatesOf(a.layout), tiler, (mode, tile) => scaled(leafLayout(tile), stepOf(mode)));
  const tiles = leaves.map(({ tile }, leaf) => {
    let next = 0;
    const cells = byMode(zeroed(a.layout), tiler, (_, each) => {
      const size = sizeOf(leafLayout(each));
      return next++ === leaf ? counting(size) : still(size);
    });
    return coordinatePanel(tileName(leaf, leaves.length), tile, followed(a, leaves, leaf), at(cells));
  });
  const spills = leaves.some(({ mode, tile }) => cosizeOf(tile) > sizeOf(mode));
  const claim = leaves.length === 1 && !isTuple(tiler) ? 'R(i) = A(B(i))' : 'R(i) = A(B₀(i₀), B₁(i₁), …)';
  return ok(
    throughSteps(a, result.value, tiles, { through, claim, title: 'A ∘ B', isUnsure: spills && isTuple(tiler) }),
  );
}

export function divideSteps(arrangement: Arrangement, a: ComposedLayout, tiler: Tiler): Refusable<LayoutSteps> {
  const result = onLayout(a, layout => DIVIDES[arrangement](layout, tiler));
  if (!result.ok) return result;
  const leaves = allModes(leavesOf(a.layout, tiler).map(withRest));
  if (!leaves.ok) return leaves;
  const through = arranged(arrangement, coordinatesOf(a.layout), tiler, (mode, tile, leaf) =>
    scaled(concatenated([tile, leaves.value[leaf].rest]), stepOf(mode)),
  );
  const halves = leaves.value.flatMap((_, leaf) => halvesOf(arrangement, a, tiler, leaves.value, leaf));
  const both = coordinatePanel('(B, complement)', through, ['A', offsetsOf(a)], same);
  const spills = leaves.value.some(({ mode, tile, rest }) => cosizeOf(concatenated([tile, rest])) > sizeOf(mode));
  const told = { claim: 'R(i) = A((B, complement)(i))', title: 'A ⊘ B', isUnsure: spills && isTuple(tiler) };
  const steps = throughSteps(a, result.value, [...halves, both], { through, ...told });
  return ok({ ...steps, checks: [...steps.checks, allReached(a.layout, through, spills)] });
}

interface Leaf {
  readonly mode: Layout;
  readonly tile: Layout;
  /** The layout that steps from tile to tile. */
  readonly rest: Layout;
}

function withRest({ mode, tile }: Pick<Leaf, 'mode' | 'tile'>): Refusable<Leaf> {
  const rest = complement(tile, sizeOf(mode));
  return rest.ok ? ok({ mode, tile, rest: rest.value }) : rest;
}

/** A tile and its complement. */
function halvesOf(
  arrangement: Arrangement,
  a: ComposedLayout,
  tiler: Tiler,
  leaves: readonly Leaf[],
  chosen: number,
): Panel[] {
  const cells = (half: 0 | 1): Layout =>
    arranged(arrangement, zeroed(a.layout), tiler, (_, tile, leaf) => {
      const sizes = [sizeOf(tile), sizeOf(leaves[leaf].rest)];
      return concatenated(sizes.map((size, i) => (leaf === chosen && i === half ? counting(size) : still(size))));
    });
  const { mode, tile, rest } = leaves[chosen];
  const name = tileName(chosen, leaves.length);
  const follow = followed(a, leaves, chosen);
  return [
    coordinatePanel(name, tile, follow, at(cells(0))),
    coordinatePanel(`complement(${name}, ${sizeOf(mode)})`, rest, follow, at(cells(1))),
  ];
}

function allReached(a: Layout, through: Layout, spills: boolean): Check {
  const claim = 'R reaches every element of A';
  const [size, elements] = [sizeOf(through), sizeOf(a)];
  if (spills) return skipped(claim, `sizes do not divide: R has ${size} coordinates for ${elements} elements of A`);
  return covers(claim, elements, size, at(through));
}

interface Through {
  /** Gives A's coordinate for a coordinate of the result. */
  readonly through: Layout;
  readonly claim: string;
  readonly title: string;
  /** Whether a tile by modes reaches beyond A. Such a coordinate is another one when it is written as one whole number. */
  readonly isUnsure: boolean;
}

function throughSteps(
  a: ComposedLayout,
  result: ComposedLayout,
  between: readonly Panel[],
  { through, claim, title, isUnsure }: Through,
): LayoutSteps {
  const [offsets, found] = [offsetsOf(a), offsetsOf(result)];
  const traces = sizeOf(result.layout);
  const check: Check = isUnsure
    ? skipped(claim, 'a tile reaches beyond its mode of A')
    : sameFunction(claim, traces, found, i => {
        const inA = offsetAt(through, i);
        return inA < sizeOf(a.layout) ? offsets(inA) : found(i);
      });
  const panels = [
    offsetPanel('A', a, isUnsure ? () => -1 : at(through)),
    ...between,
    offsetPanel(`R = ${title}`, result, same),
  ];
  return { panels, result, traces, checks: [check] };
}

/** The result for a coordinate in one mode of A, while all other coordinates are 0. */
function followed(
  a: ComposedLayout,
  leaves: readonly { readonly mode: Layout }[],
  leaf: number,
): readonly [string, (coordinate: number) => number] {
  const { mode } = leaves[leaf];
  if (mode === a.layout) return ['A', offsetsOf(a)];
  return [`mode ${leaf} of A`, offsetsOf({ ...a, layout: mode })];
}
