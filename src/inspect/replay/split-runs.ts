/**
 * Takes mbarriers apart that lie side by side and look alike, but belong to several rings: stages of one ring get copies
 * of the same size, each has its own empty barrier at the same distance or none has one, and they are filled in turn, or
 * in another order by the same instructions.
 */
import type { BarrierUse } from './barrier-uses.ts';
import type { ReplayRole } from './replay-role.ts';

/** `runs`: of neighbours that are alike. */
export function splitRuns(
  runs: readonly BarrierUse[][],
  roles: readonly ReplayRole[],
  partners: ReadonlyMap<number, number>,
): BarrierUse[][] {
  const fills = fillsOf(roles);
  const bytes = copyBytes(fills.flat());
  const sites = sitesOf(roles);
  const isRing = (run: readonly BarrierUse[]): boolean =>
    fills.every(order => goesRound(run, order)) || haveSameSites(run, sites);
  const apart = runs.flatMap(run => {
    if (!run[0].isFilled) return [run];
    return brokenWhere(run, (a, b) => bytes.get(a) !== bytes.get(b) || !areStagesOfOne(partners, a, b)).flatMap(part =>
      ringsOf(part, isRing),
    );
  });
  const owners = ownersOf(apart, partners);
  return apart.flatMap(run => {
    if (run[0].kind !== 'empty') return [run];
    // An empty barrier for which nobody fills a stage stays where it lies.
    return brokenWhere(run, (a, b) => owners.has(a) && owners.has(b) && owners.get(a) !== owners.get(b));
  });
}

/** A copy that tells an mbarrier. */
interface Fill {
  readonly barrier: number;
  readonly phase: number;
  readonly bytes: number;
}

/** For each role that copies: its copies in order. */
const fillsOf = (roles: readonly ReplayRole[]): Fill[][] =>
  roles.map(({ events }) => events.flatMap(({ action }) => (action.kind === 'bulkCopy' ? action : [])));

/** For each mbarrier: bytes of the largest copy. Not those of a phase: a producer that does not wait brings several stages in one. */
function copyBytes(fills: readonly Fill[]): ReadonlyMap<number, number> {
  const largest = new Map<number, number>();
  for (const { barrier, bytes } of fills) largest.set(barrier, Math.max(bytes, largest.get(barrier) ?? 0));
  return largest;
}

/** For each full barrier: the empty one at which its filler waits right before. */
export function partnersOf(roles: readonly ReplayRole[], uses: readonly BarrierUse[]): ReadonlyMap<number, number> {
  const kinds = new Map(uses.map(({ byteOffset, kind }) => [byteOffset, kind]));
  const partners = new Map<number, number>();
  for (const { events } of roles) {
    let awaited: number | null = null;
    for (const { action } of events) {
      if (action.kind === 'wait') awaited = kinds.get(action.barrier) === 'empty' ? action.barrier : null;
      if (action.kind !== 'bulkCopy' || awaited === null) continue;
      if (!partners.has(action.barrier)) partners.set(action.barrier, awaited);
      awaited = null;
    }
  }
  return partners;
}

/** Neither has an empty barrier, or both have one, as far apart as they are. */
function areStagesOfOne(partners: ReadonlyMap<number, number>, a: number, b: number): boolean {
  const [ofA, ofB] = [partners.get(a), partners.get(b)];
  return ofA === undefined || ofB === undefined ? ofA === ofB : ofB - ofA === b - a;
}

/** For each empty barrier: the number of the run whose stages it guards. */
function ownersOf(runs: readonly BarrierUse[][], partners: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const entries = runs.flatMap((run, i) =>
    run.flatMap(({ byteOffset }): [number, number][] => {
      const partner = partners.get(byteOffset);
      return partner === undefined ? [] : [[partner, i]];
    }),
  );
  return new Map(entries);
}

function brokenWhere(run: readonly BarrierUse[], isBreak: (a: number, b: number) => boolean): BarrierUse[][] {
  const parts: BarrierUse[][] = [];
  for (const [i, use] of run.entries()) {
    if (i === 0 || isBreak(run[i - 1].byteOffset, use.byteOffset)) parts.push([use]);
    else parts.at(-1)!.push(use);
  }
  return parts;
}

function ringsOf(run: readonly BarrierUse[], isRing: (part: readonly BarrierUse[]) => boolean): BarrierUse[][] {
  let length = run.length;
  while (length > 1 && !isRing(run.slice(0, length))) length--;
  const rest = run.slice(length);
  return [run.slice(0, length), ...(rest.length > 0 ? ringsOf(rest, isRing) : [])];
}

/** For each mbarrier: the instructions that copy to its stage, and those that wait for it. */
type Sites = ReadonlyMap<number, { readonly copies: ReadonlySet<number>; readonly waits: ReadonlySet<number> }>;

function sitesOf(roles: readonly ReplayRole[]): Sites {
  const sites = new Map<number, { readonly copies: Set<number>; readonly waits: Set<number> }>();
  for (const { action, pc } of roles.flatMap(({ events }) => events)) {
    if (action.kind !== 'bulkCopy' && action.kind !== 'wait') continue;
    const own = sites.get(action.barrier) ?? { copies: new Set(), waits: new Set() };
    (action.kind === 'wait' ? own.waits : own.copies).add(pc);
    sites.set(action.barrier, own);
  }
  return sites;
}

/** Stages in any order. K and V that are copied by turns in one loop have each their own copies, or their own waits. */
function haveSameSites(run: readonly BarrierUse[], sites: Sites): boolean {
  const shared = (a: ReadonlySet<number> = new Set(), b: ReadonlySet<number> = new Set()): boolean =>
    [...a].some(pc => b.has(pc));
  return run.slice(1).every(({ byteOffset }, i) => {
    const [before, own] = [sites.get(run[i].byteOffset), sites.get(byteOffset)];
    return shared(before?.copies, own?.copies) && shared(before?.waits, own?.waits);
  });
}

/** Several copies of one fill follow each other. A role may fill some of the stages alone. */
function goesRound(run: readonly BarrierUse[], order: readonly Fill[]): boolean {
  const own = order.filter(({ barrier }) => run.some(({ byteOffset }) => byteOffset === barrier));
  const filled = new Set(own.map(({ barrier }) => barrier));
  const ring = run.map(({ byteOffset }) => byteOffset).filter(barrier => filled.has(barrier));
  return own.every(({ barrier, phase }, i) => {
    const before = own[i - 1];
    if (before === undefined || (before.barrier === barrier && before.phase === phase)) return true;
    return ring[(ring.indexOf(before.barrier) + 1) % ring.length] === barrier;
  });
}
