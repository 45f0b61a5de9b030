/**
 * Finds what a role that hangs would bring to others next: what it has brought since it first stood at the same
 * instruction.
 */
import { nameOfBarrier } from '../../trace/scenario.ts';
import { positionIn } from './barrier-rings.ts';
import type { KernelRings } from './kernel-rings.ts';
import type { ReplayRole } from './replay-role.ts';

/** Names of barriers, of a ring those of all its stages; empty, where the role was never there before. */
export function habitsOf({ events }: ReplayRole, { mbarriers, named }: KernelRings): ReadonlySet<string> {
  const last = events.length - 2;
  if (last < 0) return new Set();
  const first = events.findIndex(({ pc }) => pc === events[last].pc);
  const names = events.slice(first, last).flatMap(({ action }): string[] => {
    if (action.kind === 'barrier') return [nameOfBarrier({ namedBarriers: named }, action.id)];
    if (action.kind !== 'arrive' && action.kind !== 'bulkCopy') return [];
    const { ring } = positionIn(mbarriers, action.barrier);
    return Array.from({ length: ring.stages }, (_, stage) => `${ring.name}[${stage}]`);
  });
  return new Set(names);
}
