/** The roles of a compiled kernel: the warps of a warpgroup that did the same form one role. */
import { WARPGROUP_WARPS } from '../../base/hardware.ts';
import type { WarpAction, WarpEvent } from '../../ptx/events/warp-event.ts';

export interface ReplayRole {
  readonly name: string;
  readonly warps: readonly number[];
  /** Of its warps together: counts and bytes are sums. */
  readonly events: readonly WarpEvent[];
}

/** `warps`: the events of each. One that does nothing but end is left out, unless all are like that. */
export function rolesOf(warps: readonly (readonly WarpEvent[])[]): ReplayRole[] {
  const groups = new Map<string, number[]>();
  const isQuiet = warps.every(isIdle);
  for (const [warp, events] of warps.entries()) {
    if (isIdle(events) && !isQuiet) continue;
    const key = `${Math.floor(warp / WARPGROUP_WARPS)} ${events.map(({ action }) => whatItDoes(action)).join(' ')}`;
    groups.set(key, [...(groups.get(key) ?? []), warp]);
  }
  const members = [...groups.values()];
  const names = namesOf(members.map(([first]) => jobOf(warps[first])));
  return members.map((group, i) => ({
    name: names[i] ?? warpWords(group),
    warps: group,
    events: warps[group[0]].map((_, at) => together(group.map(warp => warps[warp][at]))),
  }));
}

const isIdle = (events: readonly WarpEvent[]): boolean => events.length <= 1;

/** What two warps of a role must have in common: all but amounts, which differ at the edges of a problem. */
function whatItDoes(action: WarpAction): string {
  switch (action.kind) {
    case 'wait':
      return `wait ${action.barrier} ${action.phase}`;
    case 'arrive':
      return `arrive ${action.barrier} ${action.rank}`;
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

function together(events: readonly WarpEvent[]): WarpEvent {
  return {
    action: events.map(({ action }) => action).reduce(joined),
    instructions: events.reduce((sum, { instructions }) => sum + instructions, 0),
    reads: events.flatMap(({ reads }) => reads),
    writes: events.flatMap(({ writes }) => writes),
    pc: events[0].pc,
  };
}

function joined(a: WarpAction, b: WarpAction): WarpAction {
  if (a.kind === 'arrive' && b.kind === 'arrive') return { ...a, count: a.count + b.count, bytes: a.bytes + b.bytes };
  if (a.kind === 'product' && b.kind === 'product')
    return { ...a, flop: a.flop + b.flop, reads: [...a.reads, ...b.reads] };
  if (a.kind === 'store' && b.kind === 'store') return { ...a, bytes: a.bytes + b.bytes, from: [...a.from, ...b.from] };
  const areCopies = (a.kind === 'copy' || a.kind === 'bulkCopy') && (b.kind === 'copy' || b.kind === 'bulkCopy');
  return areCopies ? { ...a, bytes: a.bytes + b.bytes, to: [...a.to, ...b.to] } : a;
}

type Job = 'producer' | 'consumer' | null;

/** Null: both, or neither. */
function jobOf(events: readonly WarpEvent[]): Job {
  const copies = events.some(({ action }) => action.kind === 'copy' || action.kind === 'bulkCopy');
  const multiplies = events.some(({ action }) => action.kind === 'product');
  if (copies === multiplies) return null;
  return copies ? 'producer' : 'consumer';
}

/** Numbered from 1 where there are several of a job. */
function namesOf(jobs: readonly Job[]): (string | null)[] {
  return jobs.map((job, i) => {
    if (job === null) return null;
    const isOnly = jobs.filter(other => other === job).length === 1;
    return isOnly ? job : `${job} ${jobs.slice(0, i + 1).filter(other => other === job).length}`;
  });
}

const warpWords = (warps: readonly number[]): string =>
  warps.length === 1 ? `warp ${warps[0]}` : `warps ${warps[0]}–${warps.at(-1)}`;
