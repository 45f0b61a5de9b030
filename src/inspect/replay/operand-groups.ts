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
  return ringsOf([...steps.values()], slots.length).map(ring => ring.map(i => slots[i]));
}

/** Numbers of slots: what no step reads belongs to the operand before it in memory. */
function ringsOf(steps: readonly (readonly number[])[], slots: number): readonly (readonly number[])[] {
  const operands = steps[0]?.length ?? 0;
  const firsts = Array.from({ length: operands }, (_, of) => Math.min(...steps.map(step => step[of])));
  const operandOf = (slot: number): number => firsts.findLastIndex(first => first <= slot);
  const isEven = steps.every(step => step.length === operands && step.every((slot, of) => operandOf(slot) === of));
  const all = Array.from({ length: slots }, (_, slot) => slot);
  if (operands < 2 || !isEven || firsts[0] > 0) return [all];
  const rings = firsts.map((_, of) => all.filter(slot => operandOf(slot) === of));
  return rings.every(({ length }) => length === rings[0].length) ? rings : [all];
}
