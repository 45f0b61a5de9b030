/** Sets of bytes of shared memory. */
import type { Stretch } from '../../ptx/events/warp-event.ts';

/** The stretches without duplicates, with neighbours joined. */
export function united(stretches: readonly Stretch[]): Stretch[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last === undefined || from > last.to) joined.push({ from, to });
    else last.to = Math.max(last.to, to);
  }
  return joined;
}

export const overlap = (a: readonly Stretch[], b: readonly Stretch[]): boolean =>
  a.some(({ from, to }) => b.some(other => from < other.to && other.from < to));

export const bytesOf = (slot: readonly Stretch[]): number => slot.reduce((sum, { from, to }) => sum + to - from, 0);
