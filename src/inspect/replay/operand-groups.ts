/** Tells the rings of several operands apart, of which each copy is a group of its own: a step reads one slot of each. */
import type { Stretch } from '../../ptx/events/warp-event.ts';
import type { ReplayRole } from './replay-role.ts';
import { overlap } from './stretches.ts';

type Slot = readonly Stretch[];

/** A ring for each slot of a step, in the order of memory; one ring, where steps do not share the slots out evenly. */
export function apart({ events }: ReplayRole, slots: readonly Slot[]): (readonly Slot[])[] {
  const steps = new Map<string, readonly number[]>();
  let read = new Set<number>();
  for (const { action, reads } of events) {
    const touched = action.kind === 'product' ? [...reads, ...action.reads] : reads;
    if (touched.length > 0) for (const [i, slot] of slots.entries()) if (overlap(slot, touched)) read.add(i);
    if (action.kind !== 'await' || action.work !== 'copies' || read.size === 0) continue;
    const step = [...read].sort((a, b) => a - b);
    steps.set(step.join(' '), step);
    read = new Set();
  }
  const all = [...steps.values()].sort(([a], [b]) => a - b);
  const [{ length }] = [...all, []];
  const isEven = all.every(step => step.length === length) && new Set(all.flat()).size === all.flat().length;
  if (length < 2 || !isEven || all.flat().length !== slots.length) return [slots];
  return all[0].map((_, operand) => all.map(step => slots[step[operand]]));
}
