/** Which mbarriers guard which ring of slots: read off the steps, so that names mean nothing. */
import type { BufferRing, Role, Scenario, SlotRef } from '../../trace/scenario.ts';
import { type PlainStep, plainSteps } from './steps.ts';

/** What a wait for an mbarrier makes sure of: that a slot has its bytes, or that nobody needs them any more. */
export type Guard = 'full' | 'empty';

export interface GuardedRing {
  readonly buffer: BufferRing;
  /** Names of rings of mbarriers; null where there is none: a named barrier, or the role's own order. */
  readonly full: string | null;
  readonly empty: string | null;
}

/** By buffer, in the scenario's order. A barrier belongs to a buffer where a role uses both at the same place. */
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

/** Who writes a slot waits for it to be empty and says that it is full; who reads it does the opposite. */
function guardsOf(role: Role, buffer: string): FoundGuard[] {
  const { reads, writes } = slotUses(role, buffer);
  return plainSteps(role.steps).flatMap((step): FoundGuard[] => {
    if (step.do === 'copy') return step.buffer === buffer ? [{ guard: 'full', barrier: step.barrier }] : [];
    if (step.do !== 'wait' && step.do !== 'arrive') return [];
    const { barrier, at } = step;
    // A role that does both, as with a tile of C on its way out, tells others when it has read.
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
