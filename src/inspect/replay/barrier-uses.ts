/** Finds the purpose of each mbarrier of a compiled kernel from the roles that arrive there and the roles that wait. */

import type { ReplayRole } from './replay-role.ts';
import type { Job } from './role-jobs.ts';

/** full: a stage has its bytes; empty: no role needs them any more; turn: one of several similar roles may go on. */
export type BarrierKind = 'full' | 'empty' | 'turn' | 'barrier';

export interface BarrierUse {
  readonly byteOffset: number;
  /** Arrivals of a phase. */
  readonly count: number;
  readonly kind: BarrierKind;
  /** Copies arrive there. */
  readonly isFilled: boolean;
  /** A role waits for the phase before the first one. */
  readonly hasPhaseBefore: boolean;
}

/** `mbarriers`: arrivals by place, of those that were initialised. In the order of their places; without those that nobody uses. */
export function barrierUses(roles: readonly ReplayRole[], mbarriers: ReadonlyMap<number, number>): BarrierUse[] {
  const arrivers = rolesBy(roles, action => (action.kind === 'arrive' ? action.barrier : null));
  const waiters = rolesBy(roles, action => (action.kind === 'wait' ? action.barrier : null));
  const fillers = rolesBy(roles, action => (action.kind === 'bulkCopy' ? action.barrier : null));
  const early = rolesBy(roles, action => (action.kind === 'wait' && action.phase < 0 ? action.barrier : null));
  return [...mbarriers]
    .filter(([byteOffset]) => [arrivers, waiters, fillers].some(found => found.has(byteOffset)))
    .sort(([a], [b]) => a - b)
    .map(([byteOffset, count]) => {
      const isFilled = fillers.has(byteOffset);
      const [arriving, waiting] = [arrivers.get(byteOffset) ?? [], waiters.get(byteOffset) ?? []];
      const kind = isFilled ? 'full' : waiting.some(copies) ? 'empty' : kindOf(arriving, waiting);
      return { byteOffset, count, kind, isFilled, hasPhaseBefore: early.has(byteOffset) };
    });
}

/** The same of any barrier at which some only arrive and others wait. */
export function kindOf(arriving: readonly ReplayRole[], waiting: readonly ReplayRole[]): BarrierKind {
  if (haveJob(arriving, 'producer') && haveJob(waiting, 'consumer')) return 'full';
  if (haveJob(arriving, 'consumer') && haveJob(waiting, 'producer')) return 'empty';
  const [first] = waiting;
  const isTurn = waiting.length === 1 && arriving.length > 0 && !arriving.includes(first);
  return isTurn && arriving.every(({ job }) => job === first.job) ? 'turn' : 'barrier';
}

const haveJob = (roles: readonly ReplayRole[], job: Job): boolean =>
  roles.length > 0 && roles.every(role => role.job === job);

const copies = ({ events }: ReplayRole): boolean =>
  events.some(({ action }) => action.kind === 'bulkCopy' || action.kind === 'copy');

type Action = ReplayRole['events'][number]['action'];

/** For each key: the roles that have an action with it. */
export function rolesBy(
  roles: readonly ReplayRole[],
  keyOf: (action: Action) => number | null,
): ReadonlyMap<number, readonly ReplayRole[]> {
  const found = new Map<number, ReplayRole[]>();
  for (const role of roles) {
    const keys = new Set(role.events.flatMap(({ action }) => keyOf(action) ?? []));
    for (const key of keys) found.set(key, [...(found.get(key) ?? []), role]);
  }
  return found;
}
