/**
 * An operation of the layout algebra with the layouts between operands and result, and what leads from one to the other: a
 * trace is a coordinate of the result, and each panel knows the cell through which it goes.
 */
import type { ComposedLayout } from '../layout/composed-layout.ts';
import { type IntTuple, isInt, prefixProduct } from '../layout/int-tuple.ts';
import { compact, concatenated, type Layout, modeAt, modesOf, offsetAt, sizeOf } from '../layout/layout.ts';
import { hierUnzip, type Tiler } from '../layout/tiler.ts';
import { offsetsOf, plain } from '../layout-text/operand.ts';
import type { Check } from './checks.ts';

export type OfIndex = (index: number) => number;

export interface Panel {
  /** 'complement(B, 24)'. */
  readonly title: string;
  readonly layout: ComposedLayout;
  /** What its values count: 'offset', 'coordinate of A'. */
  readonly values: string;
  /** The cell, as a whole number, through which a trace goes; -1 where there is none. */
  readonly cellOf: OfIndex;
  /** The element that a cell leads to, as an offset of A's or of the result's. */
  readonly elementOf: OfIndex;
}

export interface LayoutSteps {
  readonly panels: readonly Panel[];
  readonly result: ComposedLayout;
  /** How many there are. */
  readonly traces: number;
  readonly checks: readonly Check[];
}

/** How halves of modes are put together. */
export type Arrangement = 'logical' | 'zipped' | 'tiled';

/** The two halves into which the tiler's layout splits a mode of A. */
type Split = (mode: Layout, tile: Layout, leaf: number) => Layout;

/** Splits as the divide or the product of that name does, without its conditions. The tiler fits the layout. */
export function arranged(arrangement: Arrangement, a: Layout, tiler: Tiler, split: Split): Layout {
  let leaf = 0;
  const each = (mode: Layout, tile: Tiler): Layout => split(mode, leafLayout(tile), leaf++);
  if (arrangement === 'logical') return byMode(a, tiler, each);
  const zipped = hierUnzip((mode, tile) => ({ ok: true, value: each(mode, tile) }), a, tiler);
  if (!zipped.ok) throw new Error('the tiler does not fit the layout');
  if (arrangement === 'zipped') return zipped.value;
  return concatenated([modeAt(zipped.value, 0), ...modesOf(modeAt(zipped.value, 1))]);
}

/** Applies to the layouts in a tiler, mode by mode. */
export function byMode(a: Layout, tiler: Tiler, each: (mode: Layout, tile: Tiler) => Layout): Layout {
  if (tiler === null) return a;
  if (!isTuple(tiler)) return each(a, tiler);
  const modes = tiler.map((part, mode) => byMode(modeAt(a, mode), part, each));
  return concatenated([...modes, ...modesOf(a).slice(tiler.length)]);
}

export const isTuple = (tiler: Tiler): tiler is readonly Tiler[] => Array.isArray(tiler);

export const leafLayout = (tile: Tiler): Layout => (typeof tile === 'number' ? compact(tile) : (tile as Layout));

/** The layouts in a tiler beside the modes of A that they are for, in order. */
export function leavesOf(a: Layout, tiler: Tiler): { readonly mode: Layout; readonly tile: Layout }[] {
  if (tiler === null) return [];
  if (!isTuple(tiler)) return [{ mode: a, tile: leafLayout(tiler) }];
  return tiler.flatMap((part, mode) => leavesOf(modeAt(a, mode), part));
}

/** Coordinates of A as whole numbers: what A's own coordinates count. */
export const coordinatesOf = ({ shape }: Layout): Layout => ({ shape, stride: prefixProduct(shape) });

export const zeroed = ({ shape, stride }: Layout): Layout => ({ shape, stride: times(stride, 0) });

export const scaled = ({ shape, stride }: Layout, factor: number): Layout => ({ shape, stride: times(stride, factor) });

const times = (t: IntTuple, factor: number): IntTuple =>
  isInt(t) ? t * factor + 0 : t.map(part => times(part, factor));

/** The distance of a mode's coordinates among those of the layout around it. */
export function stepOf({ stride }: Layout): number {
  let first = stride;
  while (!isInt(first)) first = first[0] ?? 1;
  return first;
}

/** `counting` gives each trace its own number, `still` gives all traces the same cell. */
export const counting = (size: number): Layout => ({ shape: size, stride: 1 });
export const still = (size: number): Layout => ({ shape: size, stride: 0 });

export const at =
  (layout: Layout): OfIndex =>
  index =>
    offsetAt(layout, index);

/** Cells beyond the end of a layout are none. */
export const cellIn =
  (size: number, cell: OfIndex): OfIndex =>
  index => {
    const found = cell(index);
    return found >= 0 && found < size ? found : -1;
  };

export const same: OfIndex = index => index;

/** The panel of a layout whose values are offsets. */
export const offsetPanel = (title: string, operand: ComposedLayout, cellOf: OfIndex): Panel => ({
  title,
  layout: operand,
  values: 'offset',
  cellOf: cellIn(sizeOf(operand.layout), cellOf),
  elementOf: offsetsOf(operand),
});

/** The panel of a layout whose values are coordinates of another one. */
export const coordinatePanel = (
  title: string,
  layout: Layout,
  [of, follow]: readonly [of: string, follow: OfIndex],
  cellOf: OfIndex,
): Panel => ({
  title,
  layout: plain(layout),
  values: `coordinate of ${of}`,
  cellOf: cellIn(sizeOf(layout), cellOf),
  elementOf: cell => follow(offsetAt(layout, cell)),
});

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
/** B, or B₀, B₁ … where there are several. */
export const tileName = (leaf: number, leaves: number): string =>
  leaves === 1 ? 'B' : `B${[...`${leaf}`].map(digit => SUBSCRIPTS[Number(digit)]).join('')}`;
