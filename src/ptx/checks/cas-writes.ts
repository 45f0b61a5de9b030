/** Finds the lanes of a compare-and-swap that find their compared value, and so write. */
import type { AccessForm } from '../machine/access-form.ts';
import type { Memory } from '../machine/memory.ts';
import type { Warp } from '../machine/warp.ts';
import { holdsValue } from './same-value.ts';

/**
 * Lanes that will write; called before the instruction is executed. If several lanes share a place, those after the
 * first writer find another value.
 */
export function casWrites(warp: Warp, form: AccessForm, memory: Memory, mask: number): number {
  const { at } = warp;
  const written = new Set<number>();
  let lanes = 0;
  for (let m = mask; m !== 0; m &= m - 1) {
    const lane = 31 - Math.clz32(m & -m);
    const place = at[lane];
    if (written.has(place) || !holdsValue({ warp, form, memory }, lane, place, place + form.widthBytes)) continue;
    written.add(place);
    lanes |= 1 << lane;
  }
  return lanes;
}
