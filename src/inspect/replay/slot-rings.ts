/** The slots of a compiled kernel's rings: the memory that copies write, and that the engine's stores read. */

import type { Stretch, WarpAction } from '../../ptx/events/warp-event.ts';
import type { AsyncWork } from '../../ptx/machine/pipeline-watch.ts';
import type { BufferRing } from '../../trace/scenario.ts';
import { ctaOf, type MbarrierRing, numbered, positionIn } from './barrier-rings.ts';
import { apart } from './operand-groups.ts';
import type { ReplayRole } from './replay-role.ts';
import { bytesOf, overlap, united } from './stretches.ts';
import { writtenSlots } from './written-slots.ts';

export interface SlotRing extends BufferRing {
  /** For each stage: the stretches into which this CTA's copies go. */
  readonly slots: readonly (readonly Stretch[])[];
  /** Its stages are filled and emptied with those of these mbarriers; null: with the groups of `roles`. */
  readonly barriers: MbarrierRing | null;
  readonly roles: readonly string[];
  readonly holds: 'copies' | 'stores';
}

type Draft = Pick<SlotRing, 'slots' | 'barriers' | 'roles' | 'holds' | 'bytes'>;

/** `crowded`: phases of the mbarriers in which they cannot be counted. */
export function slotRings(
  roles: readonly ReplayRole[],
  rings: readonly MbarrierRing[],
  crowded: ReadonlyMap<number, number>,
): SlotRing[] {
  const drafts = [
    ...rings.filter(({ isFilled }) => isFilled).map(ring => filledBy(roles, rings, ring, crowded)),
    ...rings
      .filter(({ kind, isFilled }) => kind === 'full' && !isFilled)
      .flatMap(ring => writtenBy(roles, rings, ring)),
    ...roles.flatMap(role => ofGroups(role, 'copies')).reduce(filledTogether, []),
    ...roles.flatMap(role => ofGroups(role, 'stores')),
  ];
  const kinds = drafts.map(({ holds }) => (holds === 'copies' ? 'ring' : 'out'));
  const ctas = drafts.map(({ slots }) => ctaOf({ byteOffset: slots.flat()[0]?.from ?? 0 }));
  const names = drafts.map((_, i) => numbered(kinds, i, ctas));
  return drafts.map((draft, i) => ({
    ...draft,
    name: names[i],
    stages: draft.slots.length,
    overlays: drafts.flatMap((other, j) => (j !== i && lieTogether(draft, other) ? [names[j]] : [])),
  }));
}

function filledBy(
  roles: readonly ReplayRole[],
  rings: readonly MbarrierRing[],
  ring: MbarrierRing,
  crowded: ReadonlyMap<number, number>,
): Draft {
  const slots: Stretch[][] = Array.from({ length: ring.stages }, () => []);
  const bytes = slots.map(() => 0);
  const phases = slots.map(() => new Set<number>());
  const copies = roles.flatMap(({ events }) =>
    events.flatMap(({ action }) => (action.kind === 'bulkCopy' ? action : [])),
  );
  for (const copy of copies) {
    const { ring: told, stage } = positionIn(rings, copy.barrier);
    if (told !== ring) continue;
    slots[stage].push(...copy.to);
    bytes[stage] += copy.bytes;
    phases[stage].add(copy.phase);
  }
  const inPhase = bytes.map((sum, stage) => {
    const known = crowded.get(ring.firstByte + stage * ring.strideBytes);
    return sum / Math.max(1, known ?? phases[stage].size);
  });
  return {
    slots: slots.map(united),
    bytes: Math.round(Math.max(...inPhase)),
    barriers: ring,
    roles: [],
    holds: 'copies',
  };
}

function writtenBy(roles: readonly ReplayRole[], rings: readonly MbarrierRing[], ring: MbarrierRing): Draft[] {
  const slots = writtenSlots(roles, rings, ring);
  return slots === null
    ? []
    : [{ slots, bytes: Math.max(...slots.map(bytesOf)), barriers: ring, roles: [], holds: 'copies' }];
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
  return apart(role, inOrder).map(of => ({
    slots: of,
    bytes: Math.max(...of.map(bytesOf)),
    ...{ barriers: null, roles: [role.name], holds },
  }));
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

/**
 * Whether each slot of one ring shares memory with each slot of the other. Rings of which only some slots do are kept
 * apart.
 */
const lieTogether = (a: Draft, b: Draft): boolean =>
  a.slots.every(slot => b.slots.every(other => overlap(slot, other)));
