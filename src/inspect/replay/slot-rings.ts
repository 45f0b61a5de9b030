/** The slots of a compiled kernel's rings: the memory that copies write, and that the engine's stores read. */

import type { Stretch, WarpAction } from '../../ptx/events/warp-event.ts';
import type { AsyncWork } from '../../ptx/machine/pipeline-watch.ts';
import type { BufferRing } from '../../trace/scenario.ts';
import { type MbarrierRing, numbered, positionIn } from './barrier-rings.ts';
import type { ReplayRole } from './replay-role.ts';

export interface SlotRing extends BufferRing {
  /** By stage: where this CTA's copies into it go. */
  readonly slots: readonly (readonly Stretch[])[];
  /** Its stages are filled and emptied with those of these mbarriers; null: with the groups of `roles`. */
  readonly barriers: MbarrierRing | null;
  readonly roles: readonly string[];
  readonly holds: 'copies' | 'stores';
}

type Draft = Pick<SlotRing, 'slots' | 'barriers' | 'roles' | 'holds' | 'bytes'>;

/** `phases`: how many each mbarrier has. */
export function slotRings(
  roles: readonly ReplayRole[],
  rings: readonly MbarrierRing[],
  phases: ReadonlyMap<number, number>,
): SlotRing[] {
  const drafts = [
    ...rings.filter(({ isFilled }) => isFilled).map(ring => filledBy(roles, rings, ring, phases)),
    ...roles.flatMap(role => ofGroups(role, 'copies')).reduce(filledTogether, []),
    ...roles.flatMap(role => ofGroups(role, 'stores')),
  ];
  const kinds = drafts.map(({ holds }) => (holds === 'copies' ? 'ring' : 'out'));
  return drafts.map((draft, i) => ({
    ...draft,
    name: numbered(kinds, i),
    stages: draft.slots.length,
    overlays: drafts.flatMap((other, j) => (j !== i && lieTogether(draft, other) ? [numbered(kinds, j)] : [])),
  }));
}

function filledBy(
  roles: readonly ReplayRole[],
  rings: readonly MbarrierRing[],
  ring: MbarrierRing,
  phases: ReadonlyMap<number, number>,
): Draft {
  const slots: Stretch[][] = Array.from({ length: ring.stages }, () => []);
  const bytes = slots.map(() => 0);
  for (const { action } of roles.flatMap(({ events }) => events)) {
    if (action.kind !== 'bulkCopy') continue;
    const position = positionIn(rings, action.barrier);
    if (position.ring !== ring) continue;
    slots[position.stage].push(...action.to);
    bytes[position.stage] += action.bytes / Math.max(1, phases.get(action.barrier) ?? 0);
  }
  return {
    slots: slots.map(united),
    bytes: Math.round(Math.max(...bytes)),
    ...{ barriers: ring, roles: [], holds: 'copies' },
  };
}

/** A slot for each place at which groups of the role's copies or stores start. */
function ofGroups(role: ReplayRole, holds: SlotRing['holds']): Draft[] {
  const slots = new Map<number, Stretch[]>();
  let open: Stretch[] = [];
  for (const { action } of role.events) {
    open.push(...touchedBy(action, holds));
    if (action.kind !== 'close' || action.work !== holds || open.length === 0) continue;
    const group = united(open);
    slots.set(group[0].from, united([...(slots.get(group[0].from) ?? []), ...group]));
    open = [];
  }
  if (slots.size === 0) return [];
  const inOrder = [...slots].sort(([a], [b]) => a - b).map(([, slot]) => slot);
  const bytes = Math.max(...inOrder.map(bytesOf));
  return [{ slots: inOrder, bytes, barriers: null, roles: [role.name], holds }];
}

/** Roles that each copy some rows of the same stages. */
function filledTogether(rings: readonly Draft[], ring: Draft): readonly Draft[] {
  const other = rings.find(each => interleave(each, ring));
  if (other === undefined) return [...rings, ring];
  const slots = other.slots.map((slot, stage) => united([...slot, ...ring.slots[stage]]));
  const both = { ...other, slots, bytes: other.bytes + ring.bytes, roles: [...other.roles, ...ring.roles] };
  return rings.map(each => (each === other ? both : each));
}

/** Each stage of one lies among the rows of the same stage of the other, and of no other stage. */
function interleave(a: Draft, b: Draft): boolean {
  const hulls = b.slots.map(hullOf);
  return (
    a.slots.length === b.slots.length &&
    a.slots.every((slot, stage) => hulls.every((hull, i) => overlap([hullOf(slot)], [hull]) === (i === stage)))
  );
}

const hullOf = (slot: readonly Stretch[]): Stretch => ({ from: slot[0].from, to: slot[slot.length - 1].to });

function touchedBy(action: WarpAction, holds: AsyncWork): readonly Stretch[] {
  if (action.kind === 'copy' && holds === 'copies') return action.to;
  return action.kind === 'store' && action.isAsync && holds === 'stores' ? action.from : [];
}

/** Without duplicates, and with neighbours joined. */
export function united(stretches: readonly Stretch[]): Stretch[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last === undefined || from > last.to) joined.push({ from, to });
    else last.to = Math.max(last.to, to);
  }
  return joined;
}

const bytesOf = (slot: readonly Stretch[]): number => slot.reduce((sum, { from, to }) => sum + to - from, 0);

export const overlap = (a: readonly Stretch[], b: readonly Stretch[]): boolean =>
  a.some(({ from, to }) => b.some(other => from < other.to && other.from < to));

/**
 * Whether each slot of one ring shares memory with each slot of the other. Rings of which only some slots do are kept
 * apart.
 */
const lieTogether = (a: Draft, b: Draft): boolean =>
  a.slots.every(slot => b.slots.every(other => overlap(slot, other)));
