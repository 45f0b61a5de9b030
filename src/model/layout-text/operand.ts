/** A layout with or without a swizzle in front, as one type. Without a swizzle, the swizzle is one that flips no bit. */
import { ok } from '../../base/result.ts';
import type { ComposedLayout } from '../layout/composed-layout.ts';
import { printComposed } from '../layout/composed-layout.ts';
import { cosizeOf, type Layout, offsetAt } from '../layout/layout.ts';
import { type Refusable, refuse } from '../layout/layout-error.ts';
import { printLayout, type Spelling } from '../layout/notation.ts';
import { swizzler } from '../layout/swizzle.ts';

export const plain = (layout: Layout): ComposedLayout => ({
  swizzle: { bits: 0, base: 0, shift: 0 },
  offset: 0,
  layout,
});

export const isPlain = ({ swizzle, offset }: ComposedLayout): boolean => swizzle.bits === 0 && offset === 0;

/** The operand as CuTe prints it. */
export const operandText = (operand: ComposedLayout, spelling: Spelling = 'plain'): string =>
  isPlain(operand) ? printLayout(operand.layout, spelling) : printComposed(operand);

/** The layout's offsets as a function of whole numbers. With a swizzle in front, no offset may be negative. */
export function offsetsOf(operand: ComposedLayout): (index: number) => number {
  const { layout, offset, swizzle } = operand;
  if (isPlain(operand)) return index => offsetAt(layout, index);
  const permuted = swizzler(swizzle);
  return index => permuted(offset + offsetAt(layout, index));
}

/** Refuses negative offsets behind a swizzle, which permutes offsets from 0 up. */
export function unsigned(operand: ComposedLayout): Refusable<ComposedLayout> {
  const { layout, offset } = operand;
  const negative = JSON.stringify(layout.stride).includes('-');
  if (negative || offset < 0)
    return refuse('range', 'a swizzle permutes offsets from 0 up: no negative stride or offset');
  const isExact = Number.isSafeInteger(offset + cosizeOf(layout));
  return isExact ? ok(operand) : refuse('range', 'its offsets exceed 2^53');
}
