/** The CTA's own barriers that some only arrive at while others wait: what they are for. */
import type { BarrierName } from '../../trace/scenario.ts';
import { numbered } from './barrier-rings.ts';
import { kindOf, rolesBy } from './barrier-uses.ts';
import type { ReplayRole } from './replay-role.ts';
import { CTA_BARRIERS } from './whole-cluster.ts';

/** Named barriers in the order of their numbers. A barrier at which all roles wait for each other keeps its number. */
export function namedBarriers(roles: readonly ReplayRole[]): BarrierName[] {
  const arrivers = rolesBy(roles, action => (action.kind === 'barrier' && !action.waits ? action.id : null));
  const waiters = rolesBy(roles, action => (action.kind === 'barrier' && action.waits ? action.id : null));
  const known = [...arrivers]
    .sort(([a], [b]) => a - b)
    .flatMap(([id, arriving]) => {
      const waiting = waiters.get(id) ?? [];
      const kind = kindOf(
        arriving.filter(role => !givesItself(role, id)),
        waiting,
      );
      if (kind === 'barrier') return [];
      return [{ id, name: kind === 'turn' ? `turn of ${waiting[0].name}` : kind }];
    });
  const names = known.map(({ name }) => name);
  return [...known.map(({ id }, i) => ({ id, name: numbered(names, i) })), ...ofOthers(waiters.keys(), known)];
}

/** Whether a role that takes turns gives itself the first turn: it waits more often than it arrives. */
function givesItself({ events }: ReplayRole, id: number): boolean {
  const own = events.flatMap(({ action }) => (action.kind === 'barrier' && action.id === id ? action.waits : []));
  const waits = own.filter(Boolean).length;
  return waits > own.length - waits;
}

/** In a cluster that is drawn as one, the barriers of the other CTAs have numbers above 15. */
const ofOthers = (ids: Iterable<number>, known: readonly BarrierName[]): BarrierName[] =>
  [...ids]
    .filter(id => id >= CTA_BARRIERS && known.every(other => other.id !== id))
    .map(id => ({ id, name: `bar ${id % CTA_BARRIERS} of CTA ${Math.floor(id / CTA_BARRIERS)}` }));
