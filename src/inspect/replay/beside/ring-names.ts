/**
 * Matches roles, rings and barriers of a kernel with those of a preset: the most alike in use belong together. The
 * kernel's names say what they do ('full 2', 'bar 9'); the preset's names say what they hold.
 */

import { type PlainStep, plainSteps, unrolled } from '../../../model/pipeline/steps.ts';
import type { Role, Scenario, Step } from '../../../trace/scenario.ts';

type Kind = 'barrier' | 'buffer' | 'named';

/**
 * Use of a ring: how often each role does each kind of step there, and how early in the scenario the ring first comes.
 */
interface Use {
  readonly counts: Map<string, number>;
  readonly rank: number;
  /** Stages of a ring; rings of different length never match. */
  readonly stages?: number | undefined;
}

type Names = ReadonlyMap<string, string>;

/** The kernel with the names of the preset. What has no partner keeps its name, with a mark. */
export function namedAs(kernel: Scenario, preset: Scenario): Scenario {
  const roles = pairs(rolesUsed(kernel), rolesUsed(preset));
  const inRoles: Scenario = {
    ...kernel,
    roles: kernel.roles.map(role => ({ ...role, name: isAtWork(role) ? renamed(roles, role.name) : role.name })),
  };
  // A buffer is known by the barriers that its copies tell, so these come first.
  return (['named', 'barrier', 'buffer'] as const).reduce<Scenario>((told, kind) => {
    const names = pairs(ringsUsed(told, kind), ringsUsed(preset, kind));
    return withNames(told, kind, names, preset);
  }, inRoles);
}

/** Numbers of barriers that only the kernel has are above those of the hardware. */
export const KERNEL_ONLY_BARRIERS = 1000;

const renamed = (names: Names, name: string): string => names.get(name) ?? `${name} (kernel)`;

function withNames(scenario: Scenario, kind: Kind, names: Names, preset: Scenario): Scenario {
  const rename = (step: Step): Step => (step.do === 'loop' ? step : RENAMERS[kind](step, names));
  return {
    ...scenario,
    ...RINGS[kind](scenario, names, preset),
    roles: scenario.roles.map(role => ({ ...role, steps: [...unrolled(role.steps)].map(rename) })),
  };
}

/** What the scenario says of the rings themselves. */
const RINGS: { readonly [K in Kind]: (kernel: Scenario, names: Names, preset: Scenario) => Partial<Scenario> } = {
  named: ({ namedBarriers = [], roles }, names, preset) => ({
    namedBarriers: [
      ...(preset.namedBarriers ?? []),
      ...[...idsUsed(roles)].flatMap(id => {
        const known = namedBarriers.find(barrier => barrier.id === id)?.name ?? `bar ${id}`;
        return names.has(`${id}`) ? [] : { id: id + KERNEL_ONLY_BARRIERS, name: known };
      }),
    ],
  }),
  barrier: ({ barriers }, names) => ({
    barriers: barriers.map(ring => ({ ...ring, name: renamed(names, ring.name) })),
  }),
  buffer: ({ buffers }, names) => ({
    buffers: buffers.map(({ overlays, ...ring }) => ({
      ...ring,
      name: renamed(names, ring.name),
      ...(overlays && { overlays: overlays.map(name => renamed(names, name)) }),
    })),
  }),
};

const idsUsed = (roles: readonly Role[]): ReadonlySet<number> =>
  new Set(roles.flatMap(({ steps }) => [...unrolled(steps)].flatMap(step => ('id' in step ? step.id : []))));

const RENAMERS: { readonly [K in Kind]: (step: PlainStep, names: Names) => PlainStep } = {
  named: (step, names) =>
    'id' in step ? { ...step, id: Number(names.get(`${step.id}`) ?? step.id + KERNEL_ONLY_BARRIERS) } : step,
  barrier: (step, names) => ('barrier' in step ? { ...step, barrier: renamed(names, step.barrier) } : step),
  buffer(step, names) {
    const slot = <Ref extends { readonly buffer: string }>(ref: Ref): Ref => ({
      ...ref,
      buffer: renamed(names, ref.buffer),
    });
    if (step.do === 'mma') return { ...step, reads: step.reads.map(slot) };
    if (step.do === 'alu') {
      const { reads, writes } = step;
      return { ...step, ...(reads && { reads: reads.map(slot) }), ...(writes && { writes: writes.map(slot) }) };
    }
    if (step.do === 'store') return step.from ? { ...step, from: slot(step.from) } : step;
    return 'buffer' in step ? slot(step) : step;
  },
};

/**
 * Pairs in this order: equal names first, then the most alike; of equally alike ones, those that come first in both.
 */
function pairs(ours: ReadonlyMap<string, Use>, theirs: ReadonlyMap<string, Use>): Names {
  const all = [...ours].flatMap(([our, a]) =>
    [...theirs].map(([their, b]) => {
      const isNamedSo = our === their && a.counts.size > 0 && b.counts.size > 0;
      return { our, their, likeness: likeness(a, b) + Number(isNamedSo), apart: Math.abs(a.rank - b.rank) };
    }),
  );
  all.sort((a, b) => b.likeness - a.likeness || a.apart - b.apart);
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { our, their, likeness: alike } of all) {
    if (alike === 0 || found.has(our) || taken.has(their)) continue;
    found.set(our, their);
    taken.add(their);
  }
  return found;
}

/** The share of uses that both have. */
function likeness({ counts: a, stages }: Use, { counts: b, stages: others }: Use): number {
  if (stages !== others) return 0;
  let [shared, all] = [0, 0];
  for (const key of new Set([...a.keys(), ...b.keys()])) {
    const [ours, theirs] = [a.get(key) ?? 0, b.get(key) ?? 0];
    shared += Math.min(ours, theirs);
    all += Math.max(ours, theirs);
  }
  return all === 0 ? 0 : shared / all;
}

const rolesUsed = ({ roles }: Scenario): ReadonlyMap<string, Use> =>
  new Map(roles.map((role, rank) => [role.name, { rank, counts: counted(deedsOf(role)) }]));

/** Instructions are in every role. */
const deedsOf = ({ steps }: Role): string[] =>
  [...unrolled(steps)].flatMap(step => (step.do === 'next' || step.do === 'alu' ? [] : step.do));

function ringsUsed({ roles, barriers, buffers }: Scenario, kind: Kind): ReadonlyMap<string, Use> {
  const uses = new Map<string, string[]>();
  // Roles have the same names in both by now, but may come in another order.
  for (const { name, steps } of roles.toSorted((a, b) => a.name.localeCompare(b.name)))
    for (const step of unrolled(steps))
      for (const ring of ringsOf(step, kind)) {
        const deeds = uses.get(ring) ?? [];
        deeds.push(`${name} ${step.do} ${kind === 'buffer' && 'barrier' in step ? step.barrier : ''}`);
        uses.set(ring, deeds);
      }
  const lengths = new Map((kind === 'buffer' ? buffers : barriers).map(({ name, stages }) => [name, stages]));
  const stagesOf = (ring: string) => (kind === 'named' ? undefined : lengths.get(ring));
  return new Map(
    [...uses].map(([ring, deeds], rank) => [ring, { rank, counts: counted(deeds), stages: stagesOf(ring) }]),
  );
}

function ringsOf(step: Step, kind: Kind): readonly string[] {
  if (kind === 'named') return 'id' in step ? [`${step.id}`] : [];
  if (kind === 'barrier') return 'barrier' in step ? [step.barrier] : [];
  if ('buffer' in step) return [step.buffer];
  if (step.do === 'store') return step.from ? [step.from.buffer] : [];
  return step.do === 'mma' ? step.reads.map(({ buffer }) => buffer) : [];
}

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Whether a role does anything that others could see. */
export const isAtWork = ({ steps }: Role): boolean =>
  plainSteps(steps).some(step => step.do !== 'alu' && step.do !== 'next' && step.do !== 'barSync');
