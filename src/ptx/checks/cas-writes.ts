/** Which lanes of a compare-and-swap find what they compare with, and write. */
import type { AccessForm } from '../machine/access-form.ts';
import type { Memory } from '../machine/memory.ts';
import type { Warp } from '../machine/warp.ts';
import { holdsValue } from './same-value.ts';

/** Before it is carried out. Of lanes with one place, those after the one that writes find another value. */
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
