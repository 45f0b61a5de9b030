/** The rules of a scenario that join several fields: names that must be declared, rings that must be equally long. */
import {
  type BarrierName,
  type BarrierWaitPlace,
  countSteps,
  MOST_STEPS,
  type Role,
  type Scenario,
  type SlotRef,
  type Step,
} from '../trace/scenario.ts';
import { type Breach, uniqueNames } from './launch-rules.ts';

type Path = readonly (string | number)[];

/** Stages by name, of what a step can name. */
interface Known {
  readonly barriers: ReadonlyMap<string, number>;
  readonly buffers: ReadonlyMap<string, number>;
  readonly places: ReadonlyMap<string, number>;
}

/** Every breach, in the order of the JSON text. */
export function* checkScenario({
  resources,
  barriers,
  namedBarriers = [],
  buffers,
  roles,
}: Scenario): Generator<Breach> {
  yield* uniqueNames('barriers', barriers);
  yield* namedBarrierRules(namedBarriers);
  yield* uniqueNames('buffers', buffers);
  const known = { barriers: stagesByName(barriers), buffers: stagesByName(buffers) };
  for (const [i, { name, overlays = [] }] of buffers.entries())
    for (const [j, other] of overlays.entries())
      if (other === name || !known.buffers.has(other))
        yield { path: ['buffers', i, 'overlays', j], message: `'${other}' is no other buffer` };
  yield* uniqueNames('roles', roles);
  const registers = roles.reduce((sum, role) => sum + 32 * role.warps * (role.registers ?? 0), 0);
  if (registers > resources.registers)
    yield { path: ['resources', 'registers'], message: `the roles start with ${registers} registers` };
  for (const [i, role] of roles.entries()) yield* roleRules(role, known, ['roles', i]);
  const steps = roles.reduce((sum, role) => sum + countSteps(role.steps), 0);
  if (steps > MOST_STEPS) yield { path: ['roles'], message: `${steps} steps with all loops; at most ${MOST_STEPS}` };
}

/** One name each, and none that another barrier has: 'full[0]', 'bar 3'. */
function* namedBarrierRules(named: readonly BarrierName[]): Generator<Breach> {
  yield* uniqueNames('namedBarriers', named);
  for (const [i, { id, name }] of named.entries()) {
    if (named.findIndex(other => other.id === id) < i)
      yield { path: ['namedBarriers', i, 'id'], message: `barrier ${id} has a name already` };
    if (/\]$|^bar \d+$|^registers$/.test(name))
      yield { path: ['namedBarriers', i, 'name'], message: `'${name}' is the name of something else` };
  }
}

const stagesByName = (rings: readonly Pick<BarrierWaitPlace, 'name' | 'stages'>[]): ReadonlyMap<string, number> =>
  new Map(rings.map(({ name, stages }) => [name, stages]));

function* roleRules(role: Role, known: Omit<Known, 'places'>, path: Path): Generator<Breach> {
  yield* uniqueNames('places', role.places, path);
  yield* stepRules(role, role.steps, { ...known, places: stagesByName(role.places) }, [...path, 'steps']);
}

function* stepRules(role: Role, steps: readonly Step[], known: Known, path: Path): Generator<Breach> {
  for (const [i, step] of steps.entries()) {
    const at = [...path, i];
    if (step.do === 'loop') yield* stepRules(role, step.steps, known, [...at, 'steps']);
    if (step.do === 'setRegisters' && role.registers === undefined)
      yield { path: at, message: `${role.name} has no 'registers' at launch` };
    if ((step.do === 'barSync' || step.do === 'barArrive') && (step.warps ?? 1) > role.warps)
      yield { path: [...at, 'warps'], message: `${role.name} has ${role.warps} warps` };
    if ('at' in step) yield* ringRules(step, known, at);
    if (step.do === 'store' && step.from) yield* ringRules(step.from, known, [...at, 'from']);
    for (const [field, refs] of slotLists(step))
      for (const [j, ref] of refs.entries()) yield* ringRules(ref, known, [...at, field, j]);
  }
}

function slotLists(step: Step): readonly (readonly [field: string, refs: readonly SlotRef[]])[] {
  if (step.do !== 'mma' && step.do !== 'alu') return [];
  const writes = step.do === 'alu' ? (step.writes ?? []) : [];
  return [
    ['reads', step.reads ?? []],
    ['writes', writes],
  ];
}

type Named = { readonly at: string; readonly barrier?: string; readonly buffer?: string };

/** The place is there, and so is each ring that it stands in, equally long. */
function* ringRules(named: Named, { places, barriers, buffers }: Known, path: Path): Generator<Breach> {
  const stages = places.get(named.at);
  if (stages === undefined) yield { path: [...path, 'at'], message: `the role has no place '${named.at}'` };
  for (const [field, rings] of [
    ['barrier', barriers],
    ['buffer', buffers],
  ] as const) {
    const name = named[field];
    if (name === undefined) continue;
    const length = rings.get(name);
    if (length === undefined) yield { path: [...path, field], message: `there is no ${field} '${name}'` };
    else if (stages !== undefined && length !== stages)
      yield {
        path: [...path, field],
        message: `'${name}' has ${length} stages, the place '${named.at}' has ${stages}`,
      };
  }
}
