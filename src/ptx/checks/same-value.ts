/** Whether a store leaves the bytes of a cell as they are: then it does not matter whether it comes before or after another. */
import type { AccessForm } from '../machine/access-form.ts';
import type { Memory } from '../machine/memory.ts';
import type { Warp } from '../machine/warp.ts';

/** A plain store that is about to be executed. */
export interface Store {
  readonly warp: Warp;
  readonly form: AccessForm;
  /** What it writes to, as it is before. */
  readonly memory: Memory;
  /** Cell of a byte: its offset, shifted. */
  readonly shift: number;
}

export function keepsBytes({ warp, form, memory, shift }: Store, lane: number, cell: number): boolean {
  const { r, at } = warp;
  for (let address = cell << shift; address < (cell + 1) << shift; address++) {
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
