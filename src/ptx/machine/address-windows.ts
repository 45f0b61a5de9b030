/**
 * Places of the state spaces in the generic address space. The high word of a 64-bit generic address names the space,
 * the low word is the address inside it; only global memory uses more than one high word.
 */
import { DEVICE_ARENA_BASE } from '../../trace/device-addresses.ts';

export type StateSpace = 'global' | 'shared' | 'local' | 'param' | 'const';

export const GLOBAL_HIGH = DEVICE_ARENA_BASE / 2 ** 32;

export const WINDOW_HIGH = { shared: 0x7e01, local: 0x7e02, param: 0x7e03, const: 0x7e04 } as const;

/** In the window of a cluster, the rank of the CTA stands above the address in its own window (as `mapa` gives it on sm_90). */
export const RANK_BIT = 24;

/** Functions have addresses too, 16 bytes apart, where no data can lie. */
const CODE_HIGH = 0x7e05;
const FUNCTION_BYTES = 16;

/** Address of the `index`th function of a module. */
export const functionAddress = (index: number): number => CODE_HIGH * 2 ** 32 + FUNCTION_BYTES * (index + 1);

/** Rank of the CTA whose shared memory has the address: the low word of a generic one, too. */
export const rankOfAddress = (address: number): number => address >>> RANK_BIT;

/** The space behind the high word of a generic address. */
export function spaceOfHigh(high: number): StateSpace {
  if (high === WINDOW_HIGH.shared) return 'shared';
  if (high === WINDOW_HIGH.local) return 'local';
  if (high === WINDOW_HIGH.param) return 'param';
  if (high === WINDOW_HIGH.const) return 'const';
  return 'global';
}
