/**
 * An operation of the layout algebra, with the layouts between its operands and its result, and how they are connected. A
 * trace is one coordinate of the result; each panel gives the cell through which the trace goes.
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
  /** What the panel's values count: 'offset', 'coordinate of A'. */
  readonly values: string;
  /** The number of the cell through which a trace goes; -1 if it goes through none. */
  readonly cellOf: OfIndex;
  /** The element to which a cell leads, as an offset of A or of the result. */
  readonly elementOf: OfIndex;
}

export interface LayoutSteps {
  readonly panels: readonly Panel[];
  readonly result: ComposedLayout;
  /** How many traces there are. */
  readonly traces: number;
  readonly checks: readonly Check[];
}

/** How the halves of the modes are arranged in the result. */
export type Arrangement = 'logical' | 'zipped' | 'tiled';

/** Gives the two halves into which the tiler's layout splits a mode of A. */
type Split = (mode: Layout, tile: Layout, leaf: number) => Layout;

/** Splits like the divide or product of that name, but does not check its conditions. The tiler must fit the layout. */
export function arranged(arrangement: Arrangement, a: Layout, tiler: Tiler, split: Split): Layout {
  let leaf = 0;
  const each = (mode: Layout, tile: Tiler): Layout => split(mode, leafLayout(tile), leaf++);
  if (arrangement === 'logical') return byMode(a, tiler, each);
  const zipped = hierUnzip((mode, tile) => ({ ok: true, value: each(mode, tile) }), a, tiler);
  if (!zipped.ok) throw new Error('the tiler does not fit the layout');
  if (arrangement === 'zipped') return zipped.value;
  return concatenated([modeAt(zipped.value, 0), ...modesOf(modeAt(zipped.value, 1))]);
}

/** Applies `each` to every layout in a tiler and its mode of A. */
export function byMode(a: Layout, tiler: Tiler, each: (mode: Layout, tile: Tiler) => Layout): Layout {
  if (tiler === null) return a;
  if (!isTuple(tiler)) return each(a, tiler);
  const modes = tiler.map((part, mode) => byMode(modeAt(a, mode), part, each));
  return concatenated([...modes, ...modesOf(a).slice(tiler.length)]);
}

export const isTuple = (tiler: Tiler): tiler is readonly Tiler[] => Array.isArray(tiler);

export const leafLayout = (tile: Tiler): Layout => (typeof tile === 'number' ? compact(tile) : (tile as Layout));

/** The layouts in a tiler, in order, each with its mode of A. */
export function leavesOf(a: Layout, tiler: Tiler): { readonly mode: Layout; readonly tile: Layout }[] {
  if (tiler === null) return [];
  if (!isTuple(tiler)) return [{ mode: a, tile: leafLayout(tiler) }];
  return tiler.flatMap((part, mode) => leavesOf(modeAt(a, mode), part));
}

/** The layout whose values are A's coordinates, written as whole numbers. */
export const coordinatesOf = ({ shape }: Layout): Layout => ({ shape, stride: prefixProduct(shape) });

export const zeroed = ({ shape, stride }: Layout): Layout => ({ shape, stride: times(stride, 0) });

export const scaled = ({ shape, stride }: Layout, factor: number): Layout => ({ shape, stride: times(stride, factor) });

const times = (t: IntTuple, factor: number): IntTuple =>
  isInt(t) ? t * factor + 0 : t.map(part => times(part, factor));

/** The distance between neighbouring coordinates of a mode, among the coordinates of the layout around it. */
export function stepOf({ stride }: Layout): number {
  let first = stride;
  while (!isInt(first)) first = first[0] ?? 1;
  return first;
}

/** `counting` gives each trace its own number; `still` gives all traces the same cell. */
export const counting = (size: number): Layout => ({ shape: size, stride: 1 });
export const still = (size: number): Layout => ({ shape: size, stride: 0 });

export const at =
  (layout: Layout): OfIndex =>
  index =>
    offsetAt(layout, index);

/** A cell beyond the end of a layout does not exist. */
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
/** B, or B₀, B₁ … if there are several. */
export const tileName = (leaf: number, leaves: number): string =>
  leaves === 1 ? 'B' : `B${[...`${leaf}`].map(digit => SUBSCRIPTS[Number(digit)]).join('')}`;
