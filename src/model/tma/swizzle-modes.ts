/**
 * The copy engine's swizzle modes: their names, and their bit formulas on byte addresses of shared memory. The formulas
 * use absolute addresses: the address at which a tile starts decides how each of its rows is permuted.
 *
 *     address bit   9 8 7 | 6 5 4 | 3   2 1 0       32B   4 ^= 7                 128B_ATOM_32B           6 5 ^= 8 7
 *                   line    chunk   half            64B   5 4 ^= 8 7             128B_ATOM_32B_FLIP_8B   the same, 3 ^= 7
 *                                                   128B  6 5 4 ^= 9 8 7         128B_ATOM_64B           6 ^= 7
 *
 * Sources: PTX ISA 9, "Swizzling Modes", whose tables show for each 128-byte line where each chunk lies; cuda.h, for the
 * names and for the width of what stays together; CUTLASS, cute/atom/copy_traits_sm90_tma_swizzle.hpp and
 * cute/arch/mma_sm90_desc.hpp. An H200 followed the first three at every base; it has no others. Only the manual's figure
 * says that 128B_ATOM_32B_FLIP_8B flips the halves in odd lines.
 */
import { LINE_BYTES } from '../../base/hardware.ts';
import type { SwizzleMode } from '../../trace/launch.ts';
import { groupsOf, type Swizzle, swizzler } from '../layout/swizzle.ts';

export interface TmaSwizzle {
  readonly mode: SwizzleMode;
  /** The name in CUtensorMapSwizzle, without the prefix CU_TENSOR_MAP_SWIZZLE_. */
  readonly name: string;
  /** The value in CUtensorMapSwizzle. */
  readonly value: number;
  /**
   * The swizzles on byte addresses. Each flips bits by bits that none of them flips, so they may be applied in any order.
   */
  readonly swizzles: readonly Swizzle[];
  /** The whole mode as one CuTe swizzle on bytes; null if one Swizzle<B,M,S> is not enough. */
  readonly cute: Swizzle | null;
  /** The values of `tensormap.replace .swizzle_mode` and `.swizzle_atomicity`, as the PTX manual writes them. */
  readonly ptx: string;
  /** The swizzle field of a wgmma matrix descriptor (bits 62-63); null if the field has no value for this mode. */
  readonly wgmma: number | null;
  /** Whether compute capability 9.0 has the mode. The driver of an H200 encodes no map with one of the others. */
  readonly onHopper: boolean;
}

const ATOM_32B: Swizzle = { bits: 2, base: 5, shift: 2 };

const ofHopper = (mode: SwizzleMode, value: number, bits: number, wgmma: number): TmaSwizzle => {
  const cute: Swizzle = { bits, base: 4, shift: 3 };
  const ptx = bits === 0 ? 'no swizzle' : `${mode} swizzle, 16B atoms`;
  return {
    mode,
    name: mode.toUpperCase(),
    value,
    swizzles: bits === 0 ? [] : [cute],
    cute,
    ptx,
    wgmma,
    onHopper: true,
  };
};

const later = (mode: SwizzleMode, value: number, swizzles: readonly Swizzle[], atoms: string): TmaSwizzle => ({
  ...{ mode, name: mode, value, swizzles, cute: swizzles.length === 1 ? swizzles[0] : null },
  ...{ ptx: `128B swizzle, ${atoms}`, wgmma: null, onHopper: false },
});

/** Modes in the order of the enumeration's values. */
export const TMA_SWIZZLES: readonly TmaSwizzle[] = [
  ofHopper('none', 0, 0, 0),
  ofHopper('32B', 1, 1, 3),
  ofHopper('64B', 2, 2, 2),
  ofHopper('128B', 3, 3, 1),
  later('128B_ATOM_32B', 4, [ATOM_32B], '32B atoms'),
  later('128B_ATOM_32B_FLIP_8B', 5, [ATOM_32B, { bits: 1, base: 3, shift: 4 }], '32B atoms with 8B flip'),
  // A line has two 64-byte chunks, which are swapped in odd lines. CUTLASS passes Swizzle<2,6,S>, whose second bit would
  // leave the line.
  later('128B_ATOM_64B', 6, [{ bits: 1, base: 6, shift: 1 }], '64B atoms'),
];

const BY_MODE: ReadonlyMap<SwizzleMode, TmaSwizzle> = new Map(TMA_SWIZZLES.map(each => [each.mode, each]));

export const tmaSwizzle = (mode: SwizzleMode): TmaSwizzle => BY_MODE.get(mode)!;

/** The mode that has this pattern on bytes; null if there is none. A pattern of 0 bits is the mode `none`. */
export const tmaSwizzleOf = (onBytes: Swizzle): TmaSwizzle | null =>
  TMA_SWIZZLES.find(({ cute }) => cute !== null && isSame(cute, onBytes)) ?? null;

const isSame = (a: Swizzle, b: Swizzle): boolean =>
  a.bits === b.bits && (a.bits === 0 || (a.base === b.base && a.shift === b.shift));

/**
 * Gives the address at which the engine stores the byte of a linear address. The function is its own inverse, as every
 * mode is.
 */
export function addressSwizzle(mode: SwizzleMode): (address: number) => number {
  const [first, second] = tmaSwizzle(mode).swizzles.map(swizzler);
  if (first === undefined) return address => address;
  return second === undefined ? first : address => second(first(address));
}

/**
 * The number of bytes after which the pattern repeats. If a tile's base is a multiple of it, the manual's table holds
 * from the tile's first row on.
 */
export function repeatBytes(mode: SwizzleMode): number {
  return tmaSwizzle(mode).swizzles.reduce((most, s) => Math.max(most, 2 ** (groupsOf(s).source + s.bits)), LINE_BYTES);
}

/**
 * Number of lines from a multiple of the repeat to the tile's base: the "base offset" of the PTX manual. If it is not
 * 0, line y of the tile is permuted as the manual's table shows for line y + this number. Code that counts lines from
 * the tile's start then reads wrong bytes.
 */
export const linesOff = (mode: SwizzleMode, base: number): number => (base % repeatBytes(mode)) / LINE_BYTES;
