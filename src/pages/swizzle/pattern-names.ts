/** What the two patterns of the page are called. */
import { printSwizzle, type Swizzle } from '../../model/layout/swizzle.ts';
import { TMA_SWIZZLES, tmaSwizzleOf } from '../../model/tma/swizzle-modes.ts';
import type { SwizzleState } from './swizzle-state.ts';

/** '128B', or 'Sw<2,4,4>' where the copy engine has no such mode. */
export const patternName = (swizzle: Swizzle): string => tmaSwizzleOf(swizzle)?.mode ?? printSwizzle(swizzle);

export interface Mode {
  readonly name: string;
  readonly swizzle: Swizzle;
  readonly onHopper: boolean;
}

/** Modes of the copy engine that are one swizzle: the others cannot be drawn as bits that flip bits. */
export const MODES: readonly Mode[] = TMA_SWIZZLES.flatMap(({ mode, cute, onHopper }) =>
  cute === null ? [] : [{ name: mode, swizzle: cute, onHopper }],
);

export type Side = 'before' | 'after';

/** For heads of columns: 'Before' and 'After', or letters where two patterns are compared. */
export const sideHeads = ({ against }: Pick<SwizzleState, 'against'>): Readonly<Record<Side, string>> =>
  against.bits === 0 ? { before: 'Before', after: 'After' } : { before: 'A', after: 'B' };

/** The same with both patterns by name. */
export function sideNames({ swizzle, against, formula }: SwizzleState): Readonly<Record<Side, string>> {
  if (against.bits === 0) return { before: 'Before', after: 'After' };
  return { before: `A: ${patternName(against)}`, after: `B: ${formula === '' ? patternName(swizzle) : 'formula'}` };
}

/** What stands in the way of a mode that no Hopper has; null for what is none. */
export function laterWords(swizzle: Swizzle): string | null {
  const mode = tmaSwizzleOf(swizzle);
  if (mode === null || mode.onHopper) return null;
  return `${mode.name} is not on Hopper: the driver of an H200 encodes no map with it, nor with the other two ATOM modes. ${UNDRAWN.join(', ')} is two XORs at once, which no Swizzle<B,M,S> is.`;
}

const UNDRAWN = TMA_SWIZZLES.flatMap(({ mode, cute }) => (cute === null ? [mode] : []));
