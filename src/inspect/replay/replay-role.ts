/** The roles of a compiled kernel: the warps of a warpgroup that did the same, or that meet in the same waits, form one role. */
import { WARPGROUP_WARPS } from '../../base/hardware.ts';
import type { CtaEvents, WarpAction, WarpEvent } from '../../ptx/events/warp-event.ts';
import { notifyingCopies } from './notifying-copies.ts';
import { type Job, jobsOf } from './role-jobs.ts';
import { eventsTogether, meetingsOf } from './warpgroup-events.ts';

/** `warps`: how many of the role's take part. */
export interface RoleEvent extends WarpEvent {
  readonly warps: number;
}

export interface ReplayRole {
  readonly name: string;
  readonly job: Job;
  readonly warps: readonly number[];
  /** Events of the role's warps together: counts and bytes are sums. */
  readonly events: readonly RoleEvent[];
}

/** A warp that does nothing but end is left out, unless all are like that. */
export function rolesOf({ warps, ctaWarps, mbarriers }: CtaEvents): ReplayRole[] {
  const groups = new Map<string, number[]>();
  const isQuiet = warps.every(isIdle);
  for (const [warp, events] of warps.entries()) {
    if (isIdle(events) && !isQuiet) continue;
    const does = meetingsOf(events, keyOf)?.text ?? events.map(keyOf).join(' ');
    const key = `${Math.floor(warp / WARPGROUP_WARPS)} ${does}`;
    groups.set(key, [...(groups.get(key) ?? []), warp]);
  }
  const members = [...groups.values()];
  const all = members.map(group => notifyingCopies(eventsOfRole(group.map(warp => warps[warp]))));
  const jobs = jobsOf(all, mbarriers.keys());
  const ranks = members.map(([first]) => Math.floor(first / ctaWarps));
  const isCluster = warps.length > ctaWarps;
  return members.map((group, i) => {
    const own = group.map(warp => warp % ctaWarps);
    const name = nameOf(jobs, ranks, i) ?? warpWords(own);
    return { name: isCluster ? `${name} of CTA ${ranks[i]}` : name, job: jobs[i], warps: own, events: all[i] };
  });
}

/** Joins the events of a role's warps. */
const eventsOfRole = (warps: readonly (readonly WarpEvent[])[]): RoleEvent[] =>
  eventsTogether(warps, keyOf).map(({ members }) => together(members));

const keyOf = ({ action }: WarpEvent): string => whatItDoes(action);

const isIdle = (events: readonly WarpEvent[]): boolean => events.length <= 1;

/**
 * Key that two warps of a role must have in common: everything except amounts, which differ at the edges of a problem.
 */
function whatItDoes(action: WarpAction): string {
  switch (action.kind) {
    case 'wait':
      return `wait ${action.barrier} ${action.phase}`;
    case 'arrive':
      return `arrive ${action.barrier} ${action.rank}`;
    case 'copiesArrive':
      return `copiesArrive ${action.barrier}`;
    case 'bulkCopy':
      return `bulkCopy ${action.barrier} ${action.rank}`;
    case 'close':
      return `close ${action.work}`;
    case 'await':
      return `await ${action.work} ${action.most}`;
    case 'barrier':
      return `barrier ${action.id} ${action.threads} ${action.waits}`;
    case 'product':
    case 'store':
      return `${action.kind} ${action.isAsync}`;
    default:
      return action.kind;
  }
}

function together(events: readonly WarpEvent[]): RoleEvent {
  return {
    action: events.map(({ action }) => action).reduce(joined),
    instructions: events.reduce((sum, { instructions }) => sum + instructions, 0),
    reads: events.flatMap(({ reads }) => reads),
    writes: events.flatMap(({ writes }) => writes),
    pc: events[0].pc,
    warps: events.length,
  };
}

function joined(a: WarpAction, b: WarpAction): WarpAction {
  if (a.kind === 'arrive' && b.kind === 'arrive') return { ...a, count: a.count + b.count, bytes: a.bytes + b.bytes };
  if (a.kind === 'copiesArrive' && b.kind === 'copiesArrive') return { ...a, count: a.count + b.count };
  if (a.kind === 'product' && b.kind === 'product')
    return { ...a, flop: a.flop + b.flop, reads: [...a.reads, ...b.reads] };
  if (a.kind === 'store' && b.kind === 'store') return { ...a, bytes: a.bytes + b.bytes, from: [...a.from, ...b.from] };
  const areCopies = (a.kind === 'copy' || a.kind === 'bulkCopy') && (b.kind === 'copy' || b.kind === 'bulkCopy');
  return areCopies ? { ...a, bytes: a.bytes + b.bytes, to: [...a.to, ...b.to] } : a;
}

/** Numbered from 1 where there are several of a job in a CTA. */
function nameOf(jobs: readonly Job[], ranks: readonly number[], i: number): string | null {
  const isAlike = (other: number): boolean => jobs[other] === jobs[i] && ranks[other] === ranks[i];
  const alike = [...jobs.keys()].filter(isAlike);
  if (jobs[i] === null) return null;
  return alike.length === 1 ? jobs[i] : `${jobs[i]} ${alike.indexOf(i) + 1}`;
}

const warpWords = (warps: readonly number[]): string =>
  warps.length === 1 ? `warp ${warps[0]}` : `warps ${warps[0]}–${warps.at(-1)}`;
