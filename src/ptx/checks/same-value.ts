/** Whether a store leaves the bytes of a cell as they are: then it does not matter whether it comes before or after another. */
import type { AccessForm } from '../machine/access-form.ts';
import type { Memory } from '../machine/memory.ts';
import type { Warp } from '../machine/warp.ts';

interface Value {
  readonly warp: Warp;
  readonly form: AccessForm;
  /** Memory to which it writes, before the write. */
  readonly memory: Memory;
}

/** A plain store, or a store of matrices, that is about to be executed. */
export interface Store extends Value {
  /** Lane whose address is checked: set before each check. */
  lane: number;
  /** Lanes that store. */
  readonly mask: number;
  /** Cell of a byte: its offset, shifted. */
  readonly shift: number;
}

export const keepsBytes = (store: Store, cell: number): boolean =>
  holdsValue(store, store.lane, cell << store.shift, (cell + 1) << store.shift);

/** Whether memory holds the lane's value from one byte on and up to another. */
export function holdsValue({ warp, form, memory }: Value, lane: number, start: number, end: number): boolean {
  const { r, at } = warp;
  for (let address = start; address < end; address++) {
    const [element, byte] = [
      Math.floor((address - at[lane]) / form.elementBytes),
      (address - at[lane]) % form.elementBytes,
    ];
    // The words of a register lie 32 lanes apart.
    const word = r[form.values[element] + 32 * (byte >> 2) + lane];
    if (memory.u8[address] !== ((word >>> (8 * (byte & 3))) & 0xff)) return false;
  }
  return true;
}

/** Whether a plain store of words leaves the one of a cell as it is. */
export function leavesWord({ warp, form, memory, lane, shift }: Store, cell: number): boolean {
  if (form.kind !== 'store' || form.elementBytes !== 4) return false;
  const byteOffset = cell << shift;
  return memory.i32[byteOffset >> 2] === warp.r[form.values[(byteOffset - warp.at[lane]) >> 2] + lane];
}
