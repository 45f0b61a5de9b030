/** Names of the page's two patterns. */
import type { Swizzle } from '../../model/layout/swizzle.ts';
import { cuteName, cuteText, type UnitName } from '../../model/swizzle/swizzle-names.ts';
import { TMA_SWIZZLES, tmaSwizzleOf } from '../../model/tma/swizzle-modes.ts';
import type { SwizzleState } from '../links/swizzle.ts';
import type { Tiles } from './tile-of-state.ts';

/** '128B', or 'Swizzle<2,3,4>' in the page's unit where the copy engine has no such mode. */
export function patternName(swizzle: Swizzle, { unit, elementBytes }: UnitNotation): string {
  const mode = tmaSwizzleOf(swizzle)?.mode;
  return mode ?? cuteName(swizzle, unit, elementBytes) ?? `${cuteText(swizzle)} on bytes`;
}

/** The unit in which swizzles are written. */
export interface UnitNotation {
  readonly unit: UnitName;
  readonly elementBytes: number;
}

export interface NamedSwizzle {
  readonly name: string;
  readonly swizzle: Swizzle;
  readonly onHopper: boolean;
}

/** Modes of the copy engine that are one swizzle: the others cannot be drawn as bits that flip bits. */
export const MODES: readonly NamedSwizzle[] = TMA_SWIZZLES.flatMap(({ mode, cute, onHopper }) =>
  cute === null ? [] : [{ name: mode, swizzle: cute, onHopper }],
);

export type SwizzleSide = 'before' | 'after';

/** Heads of columns: 'Before' and 'After', or letters if two patterns are compared. */
export const sideHeads = ({ against }: Pick<SwizzleState, 'against'>): Readonly<Record<SwizzleSide, string>> =>
  against.bits === 0 ? { before: 'Before', after: 'After' } : { before: 'A', after: 'B' };

/** The same with both patterns by name. */
export function sideNames(state: SwizzleState): Readonly<Record<SwizzleSide, string>> {
  const { swizzle, against, formula } = state;
  if (against.bits === 0) return sideHeads(state);
  return {
    before: `A: ${patternName(against, state)}`,
    after: `B: ${formula === '' ? patternName(swizzle, state) : 'formula'}`,
  };
}

/** Why a mode that no Hopper has cannot be used; null for a pattern that is no such mode. */
export function laterWords(swizzle: Swizzle): string | null {
  const mode = tmaSwizzleOf(swizzle);
  if (mode === null || mode.onHopper) return null;
  return `${mode.name} is not on Hopper: the driver of an H200 encodes no map with it, nor with the other two ATOM modes. ${UNDRAWN.join(', ')} is two XORs at once, which no single Swizzle<B,M,S> can express.`;
}

const UNDRAWN = TMA_SWIZZLES.flatMap(({ mode, cute }) => (cute === null ? [mode] : []));

/** Why a formula has no bits to draw, and no other name. */
export function unnamedWords({ error, collision }: Tiles): string {
  if (error !== null) return 'The formula cannot be drawn yet: see what it says above.';
  if (collision !== null) return 'Two elements share a place, so this formula is not a pattern yet.';
  return 'This formula is no XOR of address bits: it has no bits to draw, and no other name.';
}
