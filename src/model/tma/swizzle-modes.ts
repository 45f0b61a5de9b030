/**
 * The copy engine's swizzle modes as bit formulas on byte addresses of shared memory. They follow the absolute address: where
 * a tile starts decides which of its rows gets which permutation.
 *
 *     address bit   9 8 7 | 6 5 4 | 3   2 1 0       32B   4 ^= 7                 128B_ATOM_32B           6 5 ^= 8 7
 *                   line    chunk   half            64B   5 4 ^= 8 7             128B_ATOM_32B_FLIP_8B   the same, 3 ^= 7
 *                                                   128B  6 5 4 ^= 9 8 7         128B_ATOM_64B           6 ^= 7
 *
 * Sources: PTX ISA 9, "Swizzling Modes", whose tables say for each 128-byte line which chunk lies where; cuda.h for the names
 * and the width of what stays together. An H200 was seen to follow the first three, at every base; it has no others. That the
 * flip of 128B_ATOM_32B_FLIP_8B is on the odd lines is read off the manual's figure alone.
 */
import type { SwizzleMode } from '../../trace/launch.ts';
import { groupsOf, type Swizzle, swizzler } from '../layout/swizzle.ts';
import { TMA_SWIZZLES } from '../layout/swizzle-units.ts';

/** Of shared memory: all 32 banks once. Every destination of a tensor copy starts on one. */
export const LINE_BYTES = 128;

/** Modes of later chips: the driver of an H200 encodes no map with them. */
export const REFUSED_ON_SM_90: ReadonlySet<SwizzleMode> = new Set([
  '128B_ATOM_32B',
  '128B_ATOM_32B_FLIP_8B',
  '128B_ATOM_64B',
]);

/** Each of a mode's swizzles flips its own bits by bits that none of them flips, so their order does not matter. */
export const SWIZZLES_OF: Readonly<Record<SwizzleMode, readonly Swizzle[]>> = {
  none: [],
  '32B': [named('32B')],
  '64B': [named('64B')],
  '128B': [named('128B')],
  '128B_ATOM_32B': [named('128B_ATOM_32B')],
  '128B_ATOM_32B_FLIP_8B': [named('128B_ATOM_32B'), { bits: 1, base: 3, shift: 4 }],
  // Two 64-byte chunks in a line, exchanged in odd lines. CUTLASS passes Swizzle<2,6,S>, whose second bit would leave the line.
  '128B_ATOM_64B': [{ bits: 1, base: 6, shift: 1 }],
};

function named(name: string): Swizzle {
  const found = TMA_SWIZZLES.find(mode => mode.name === name);
  if (found === undefined) throw new Error(`no swizzle is named ${name}`);
  return found.swizzle;
}

/** Where the engine puts the byte of a linear address, and, since every mode undoes itself, the other way round. */
export function addressSwizzle(mode: SwizzleMode): (address: number) => number {
  const [first, second] = SWIZZLES_OF[mode].map(swizzler);
  if (first === undefined) return address => address;
  return second === undefined ? first : address => second(first(address));
}

/** After how many bytes the pattern starts again; a tile whose base is a multiple has the manual's table from its first row. */
export function repeatBytes(mode: SwizzleMode): number {
  return SWIZZLES_OF[mode].reduce((most, s) => Math.max(most, 2 ** (groupsOf(s).source + s.bits)), LINE_BYTES);
}

/**
 * By how many lines a tile's base is off the repeat: "base offset" in the PTX manual. Not 0: line y of the tile has the
 * permutation that the manual's table shows for line y + this. Code that counts lines from the tile's start then finds
 * nothing in its place.
 */
export const linesOff = (mode: SwizzleMode, base: number): number => (base % repeatBytes(mode)) / LINE_BYTES;
