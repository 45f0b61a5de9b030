/**
 * Composed layouts, as CuTe prints them: `Sw<3,4,3> o 0 o (8,64):(64,1)`. The offset of a coordinate is the swizzle of the
 * constant plus the layout's offset. The constant matters: a swizzle is not linear in it, so it cannot be added afterwards.
 */
import { ok } from '../../base/result.ts';
import { type Coordinate, crd2idx } from './coordinate.ts';
import { type Layout, offsetAt } from './layout.ts';
import { type Refusable, refuse } from './layout-error.ts';
import { parseLayout, printLayout } from './notation.ts';
import { printSwizzle, type Swizzle, swizzleOf, swizzler } from './swizzle.ts';

export interface ComposedLayout {
  readonly swizzle: Swizzle;
  readonly offset: number;
  readonly layout: Layout;
}

const PATTERN = /^\s*Sw?(?:izzle)?\s*<\s*(\d+)\s*,\s*(\d+)\s*,\s*(-?\d+)\s*>\s*(?:o|∘)\s*_?(\d+)\s*(?:o|∘)\s*(.*)/s;

export const isComposed = (text: string): boolean => /^\s*S/.test(text);

export function parseComposed(text: string): Refusable<ComposedLayout> {
  const match = PATTERN.exec(text);
  if (match === null)
    return refuse('notation', `expected Sw<B,M,S> o offset o layout, got ${JSON.stringify(text.slice(0, 60))}`);
  const swizzle = swizzleOf(Number(match[1]), Number(match[2]), Number(match[3]));
  if (!swizzle.ok) return swizzle;
  const offset = Number(match[4]);
  if (!Number.isSafeInteger(offset)) return refuse('range', `offset ${match[4].slice(0, 40)} exceeds 2^53`);
  const layout = parseLayout(match[5]);
  return layout.ok ? ok({ swizzle: swizzle.value, offset, layout: layout.value }) : layout;
}

export const printComposed = ({ swizzle, offset, layout }: ComposedLayout): string =>
  `${printSwizzle(swizzle)} o ${offset} o ${printLayout(layout)}`;

/**
 * Applies an operation to the layout behind the swizzle. This is right for composition from the right, for divides and
 * for coalescing.
 */
export function onLayout(
  composed: ComposedLayout,
  apply: (layout: Layout) => Refusable<Layout>,
): Refusable<ComposedLayout> {
  const layout = apply(composed.layout);
  return layout.ok ? ok({ ...composed, layout: layout.value }) : layout;
}

/** The swizzled offset of a whole number as coordinate. */
export function composedOffsetAt(composed: ComposedLayout, index: number): Refusable<number> {
  return swizzledOffset(composed, offsetAt(composed.layout, index));
}

export function composedOffsetOf(composed: ComposedLayout, coordinate: Coordinate): Refusable<number> {
  const inner = crd2idx(coordinate, composed.layout);
  return inner.ok ? swizzledOffset(composed, inner.value) : inner;
}

function swizzledOffset({ swizzle, offset }: ComposedLayout, inner: number): Refusable<number> {
  const linear = offset + inner;
  if (linear < 0 || linear > 2 ** 53) return refuse('range', `offset ${linear} before the swizzle: expected 0 to 2^53`);
  return ok(swizzler(swizzle)(linear));
}
