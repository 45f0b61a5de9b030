/** One swizzle pattern in bits, bytes or elements, and the names it has in TMA and PTX. */
import { ok } from '../../base/result.ts';
import { type Refusable, refuse } from './layout-error.ts';
import { printSwizzle, type Swizzle } from './swizzle.ts';

/** Bits in one step of an offset: 1 for bits, 8 for bytes, a power of two for elements. */
export type UnitBits = number;

export const BIT: UnitBits = 1;
export const BYTE: UnitBits = 8;

/**
 * The same pattern on offsets of another unit: M moves, B and S stay. Refused where the larger unit holds bits that the
 * pattern flips; CuTe's upcast silently drops those.
 */
export function inUnits(swizzle: Swizzle, from: UnitBits, to: UnitBits): Refusable<Swizzle> {
  const rise = Math.log2(from / to);
  if (!Number.isInteger(rise)) return refuse('inadmissible', `units of ${from} and ${to} bits: expected powers of two`);
  const base = swizzle.base + rise;
  if (base >= 0) return ok({ ...swizzle, base });
  if (swizzle.bits === 0) return ok({ ...swizzle, base: 0 });
  return refuse(
    'inadmissible',
    `${printSwizzle(swizzle)} on units of ${from} bits flips bits inside ${to}-bit ones; units of at most ` +
      `${from * 2 ** swizzle.base} bits would do`,
  );
}

/** A swizzle mode of the copy engine. Patterns are on byte addresses of shared memory, not on offsets in a tile. */
export interface TmaSwizzle {
  /** CUtensorMapSwizzle, without its prefix CU_TENSOR_MAP_SWIZZLE_. */
  readonly name: string;
  /** Value of the enumeration CUtensorMapSwizzle. */
  readonly value: number;
  readonly swizzle: Swizzle;
  /** `tensormap.replace .swizzle_mode` and `.swizzle_atomicity`, as the PTX manual writes them. */
  readonly ptx: string;
  /** Swizzle field of a wgmma matrix descriptor (bits 62-63); null where it has none. */
  readonly wgmma: number | null;
  /** After how many bytes the pattern starts again: what a tile's base must be a multiple of. */
  readonly repeatBytes: number;
}

const mode = (
  name: string,
  value: number,
  [bits, base, shift]: readonly [number, number, number],
  ptx: string,
  wgmma: number | null,
): TmaSwizzle => ({
  name,
  value,
  swizzle: { bits, base, shift },
  ptx,
  wgmma,
  repeatBytes: bits === 0 ? 2 ** base : 2 ** (base + bits + shift),
});

/**
 * Sources: CUTLASS, cute/atom/copy_traits_sm90_tma_swizzle.hpp and cute/arch/copy_sm90_desc.hpp; PTX ISA, tensor swizzling
 * modes. 128B_ATOM_32B_FLIP_8B swaps 8-byte halves beside its XOR, so no Swizzle<B,M,S> is it; 128B_ATOM_64B is known from
 * the manual's table alone, which is not the Swizzle<2,6,S> that CUTLASS has for it. Hopper has the first four.
 */
export const TMA_SWIZZLES: readonly TmaSwizzle[] = [
  mode('NONE', 0, [0, 4, 3], 'no swizzle', 0),
  mode('32B', 1, [1, 4, 3], '32B swizzle, 16B atoms', 3),
  mode('64B', 2, [2, 4, 3], '64B swizzle, 16B atoms', 2),
  mode('128B', 3, [3, 4, 3], '128B swizzle, 16B atoms', 1),
  mode('128B_ATOM_32B', 4, [2, 5, 2], '128B swizzle, 32B atoms', null),
];

/** The copy engine's mode that is this pattern on bytes; null where there is none. Any pattern of 0 bits is NONE. */
export const tmaSwizzleOf = (onBytes: Swizzle): TmaSwizzle | null =>
  TMA_SWIZZLES.find(
    ({ swizzle: { bits, base, shift } }) =>
      bits === onBytes.bits && (bits === 0 || (base === onBytes.base && shift === onBytes.shift)),
  ) ?? null;
