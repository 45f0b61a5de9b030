/** A compiled kernel's events as a scenario: the same pipeline, in the language of the model. */
import { err, ok, type Result } from '../../base/result.ts';
import type { CtaEvents } from '../../ptx/events/warp-event.ts';
import type { Resources, Scenario } from '../../trace/scenario.ts';
import { KernelRings } from './kernel-rings.ts';
import { type ReplayRole, rolesOf } from './replay-role.ts';
import { habitsOf } from './role-habits.ts';
import { type WrittenRole, writeRole } from './role-steps.ts';

export interface KernelScenario {
  readonly scenario: Scenario;
  /** Roles, indexed as in the scenario. */
  readonly roles: readonly KernelRole[];
}

interface KernelRole extends Pick<ReplayRole, 'warps'>, Pick<WrittenRole, 'pcs'> {
  /** Barriers to which it would bring something next, if it hung at the end of its steps. */
  readonly habits: ReadonlySet<string>;
}

/** One sentence that says why the kernel cannot be written as a scenario. */
export interface ReplayRefusal {
  readonly kind: 'replay';
  readonly message: string;
}

/** `resources`: numbers of the model, which are not in the kernel. */
export function kernelScenario(events: CtaEvents, resources: Resources): Result<KernelScenario, ReplayRefusal> {
  const problem = problemOf(events);
  if (problem !== null) return err({ kind: 'replay', message: problem });
  const roles = rolesOf(events);
  const rings = new KernelRings(roles, events);
  const written = roles.map(role => writeRole(role, rings));
  return ok({
    scenario: {
      resources,
      barriers: rings.barriers,
      ...(rings.named.length > 0 && { namedBarriers: rings.named }),
      buffers: rings.buffers,
      roles: written.map(({ role }) => role),
    },
    roles: written.map(({ pcs }, i) => ({ warps: roles[i].warps, pcs, habits: habitsOf(roles[i], rings) })),
  });
}

function problemOf(events: CtaEvents): string | null {
  const [eventless] = events.eventless;
  if (eventless !== undefined) return `The model has no step for '${eventless}'.`;
  if (events.dropped > 0) return `The CTA has too many events: ${events.dropped.toLocaleString('en')} did not fit.`;
  const uneven = unevenBarrier(events);
  if (uneven === null) return null;
  const place = `0x${(uneven + events.sharedBaseBytes).toString(16)}`;
  return `CTA ${events.cta} cannot stand for its cluster: at the mbarrier at shared ${place} it brings other CTAs something different from what they bring to it.`;
}

/**
 * The mbarrier at which what the CTA brings to the other CTAs of its cluster differs from what they bring to it; null
 * if they agree.
 */
export function unevenBarrier({ warps, rank, foreign }: CtaEvents): number | null {
  const balance = new Map([...foreign].map(([barrier, { arrivals, bytes }]) => [barrier, { arrivals, bytes }]));
  for (const { action } of warps.flat()) {
    if ((action.kind !== 'arrive' && action.kind !== 'bulkCopy') || action.rank === rank) continue;
    const { arrivals, bytes } = balance.get(action.barrier) ?? { arrivals: 0, bytes: 0 };
    const brought =
      action.kind === 'arrive' ? { arrivals: action.count, bytes: 0 } : { arrivals: 0, bytes: action.bytes };
    balance.set(action.barrier, { arrivals: arrivals - brought.arrivals, bytes: bytes - brought.bytes });
  }
  const uneven = [...balance].find(([, { arrivals, bytes }]) => arrivals !== 0 || bytes !== 0);
  return uneven?.[0] ?? null;
}
