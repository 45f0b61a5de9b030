/** Which mbarriers guard which ring of slots. It follows from the steps, so names do not matter. */
import type { BufferRing, Role, Scenario, SlotRef } from '../../trace/scenario.ts';
import { type PlainStep, plainSteps } from './steps.ts';

/** What a wait for an mbarrier ensures: that a slot has its bytes, or that no role needs them any more. */
export type Guard = 'full' | 'empty';

export interface GuardedRing {
  readonly buffer: BufferRing;
  /**
   * Names of rings of mbarriers; null if there is none, as with a named barrier or with a role that fills and reads the
   * slot itself.
   */
  readonly full: string | null;
  readonly empty: string | null;
}

/**
 * Guarded rings in the scenario's order of buffers. A barrier belongs to a buffer if a role uses both at the same
 * place.
 */
export const guardedRings = ({ buffers, roles }: Scenario): GuardedRing[] =>
  buffers.map(buffer => {
    const guards = roles.flatMap(role => guardsOf(role, buffer.name));
    const named = (guard: Guard) => guards.find(found => found.guard === guard)?.barrier ?? null;
    return { buffer, full: named('full'), empty: named('empty') };
  });

interface FoundGuard {
  readonly guard: Guard;
  readonly barrier: string;
}

/**
 * A role that writes a slot waits until it is empty and then signals that it is full. A role that reads it does the
 * opposite.
 */
function guardsOf(role: Role, buffer: string): FoundGuard[] {
  const { reads, writes } = slotUses(role, buffer);
  return plainSteps(role.steps).flatMap((step): FoundGuard[] => {
    if (step.do === 'copy') return step.buffer === buffer ? [{ guard: 'full', barrier: step.barrier }] : [];
    if (step.do !== 'wait' && step.do !== 'arrive') return [];
    const { barrier, at } = step;
    // A role may do both, for example with a tile of C that it stores. It signals the others when it has read the slot.
    if (reads.has(at)) return [{ guard: step.do === 'wait' ? 'full' : 'empty', barrier }];
    if (writes.has(at)) return [{ guard: step.do === 'wait' ? 'empty' : 'full', barrier }];
    return [];
  });
}

/** The places at which a role reads and writes a buffer's slots. */
export function slotUses(role: Role, buffer: string): Readonly<Record<'reads' | 'writes', ReadonlySet<string>>> {
  const steps = plainSteps(role.steps);
  const placesOf = (refs: (step: PlainStep) => readonly SlotRef[]): ReadonlySet<string> =>
    new Set(steps.flatMap(refs).flatMap(ref => (ref.buffer === buffer ? [ref.at] : [])));
  return { reads: placesOf(readsOf), writes: placesOf(writesOf) };
}

function readsOf(step: PlainStep): readonly SlotRef[] {
  if (step.do === 'mma') return step.reads;
  if (step.do === 'alu') return step.reads ?? [];
  return step.do === 'store' && step.from !== undefined ? [step.from] : [];
}

function writesOf(step: PlainStep): readonly SlotRef[] {
  if (step.do === 'copy' || step.do === 'copyAsync') return [step];
  return step.do === 'alu' ? (step.writes ?? []) : [];
}
