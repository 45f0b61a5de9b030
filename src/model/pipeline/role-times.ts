/** The time that each role spends on its work, and on waiting for what. */
import type { Scenario } from '../../trace/scenario.ts';
import type { Span } from '../../trace/span.ts';
import { OncePerRun } from './once-per-run.ts';
import type { RunRecords } from './pipeline-run.ts';

export interface RoleTimes {
  readonly role: string;
  /** Busy time up to the end of its last span, without waits [clk]. */
  readonly worksClk: number;
  /** Longest first; waits of 0 clk are left out. */
  readonly waits: readonly RoleWaits[];
}

export interface RoleWaits {
  /**
   * 'full k' for all stages of a ring, or 'QueryEmpty'. If the role waits for its own work: 'products', 'copies' or
   * 'stores'. If other roles keep a unit busy: 'a unit'; also 'registers'.
   */
  readonly what: string;
  readonly clk: number;
}

/** The times of all roles that have spans. */
export const timesByRole = new OncePerRun(({ spans }: RunRecords): readonly RoleTimes[] => {
  const byRole = new Map<string, Span[]>();
  for (const span of spans) {
    const own = byRole.get(span.role);
    if (own === undefined) byRole.set(span.role, [span]);
    else own.push(span);
  }
  return [...byRole].map(([role, own]) => timesOf(role, own));
});

/** Times in the scenario's order of roles. A wait that a deadlock leaves open counts up to the run's end. */
export const roleTimes = ({ roles }: Pick<Scenario, 'roles'>, run: RunRecords): RoleTimes[] =>
  roles.map(
    ({ name }) => timesByRole.of(run).find(({ role }) => role === name) ?? { role: name, worksClk: 0, waits: [] },
  );

function timesOf(role: string, own: readonly Span[]): RoleTimes {
  const waits = waitsOf(own);
  const end = own.reduce((last, { to, kind }) => (isRunOn(kind) ? last : Math.max(last, to)), 0);
  const waited = waits.reduce((sum, { clk }) => sum + clk, 0);
  return { role, worksClk: Math.max(0, end - waited), waits };
}

/** Copies, products and stores go on without the role. */
const isRunOn = (kind: Span['kind']): boolean => OWN.some(([own]) => own === kind);

const OWN = [
  ['mma', 'products'],
  ['copy', 'copies'],
  ['store', 'stores'],
] as const;

function waitsOf(own: readonly Span[]): RoleWaits[] {
  const ends = OWN.map(([kind, what]) => ({ what, at: endsOf(own, kind) }));
  const clk = new Map<string, number>();
  for (const { kind, barrier, from, to } of own) {
    if (kind !== 'wait') continue;
    const what = barrier?.name.replace(/\[\d+\]$/, '') ?? ends.find(({ at }) => at.has(to))?.what ?? 'a unit';
    clk.set(what, (clk.get(what) ?? 0) + to - from);
  }
  return [...clk].map(([what, sum]) => ({ what, clk: sum })).sort((a, b) => b.clk - a.clk);
}

/** A wait for a group ends when the group does. */
const endsOf = (own: readonly Span[], kind: Span['kind']): ReadonlySet<number> =>
  new Set(own.flatMap(span => (span.kind === kind ? [span.to] : [])));
