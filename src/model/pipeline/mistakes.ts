/** Mistakes that authors of pipelines make, one at a time, on any scenario. */
import { type BarrierWaitPlace, nameOfBarrier, type Role, type Scenario, type Step } from '../../trace/scenario.ts';
import { plainSteps, unrolled } from './steps.ts';
import { without } from './without-steps.ts';

export interface Mistake {
  readonly id: string;
  readonly role: string;
  /** 'leaves out its arrive on empty'. */
  readonly label: string;
  apply(): Scenario;
}

/** Mistakes of each role, in the order of its steps. The scenario itself does not change. */
export const mistakesOf = (scenario: Scenario): Mistake[] =>
  scenario.roles.flatMap(role => [
    ...leftOut(scenario, role),
    ...skippedFirst(scenario, role),
    ...otherParities(scenario, role),
  ]);

/** The name of a step that waits, or that others wait for; null for other steps, whose absence no role notices at once. */
function nameOf(scenario: Scenario, step: Step): string | null {
  switch (step.do) {
    case 'arrive':
    case 'expect':
      return `${step.do} on ${step.barrier}`;
    case 'wait':
      return `wait for ${step.barrier}`;
    case 'waitCopies':
      return 'wait for its copies';
    case 'waitProducts':
      return 'wait for its products';
    case 'waitStores':
      return 'wait for its stores';
    case 'barSync':
    case 'barArrive':
      return `${step.do === 'barSync' ? 'sync' : 'arrive'} at ${nameOfBarrier(scenario, step.id)}`;
    default:
      return null;
  }
}

function leftOut(scenario: Scenario, role: Role): Mistake[] {
  const names = new Set(plainSteps(role.steps).flatMap(step => nameOf(scenario, step) ?? []));
  return [...names].map(name => ({
    id: `${role.name}: no ${name}`,
    role: role.name,
    label: `leaves out every ${name}`,
    apply: () => without(scenario, (step, of) => of.name === role.name && nameOf(scenario, step) === name),
  }));
}

function skippedFirst(scenario: Scenario, role: Role): Mistake[] {
  const waits = [...unrolled(role.steps)].flatMap(step => (step.do === 'wait' ? step.barrier : []));
  // If there is only one wait, skipping the first one skips all.
  const barriers = [...new Set(waits)].filter(barrier => waits.indexOf(barrier) !== waits.lastIndexOf(barrier));
  return barriers.map(barrier => ({
    id: `${role.name}: first wait for ${barrier} skipped`,
    role: role.name,
    label: `skips its first wait for ${barrier}`,
    apply: () =>
      withRole(scenario, role, {
        steps: withoutFirst(role.steps, step => step.do === 'wait' && step.barrier === barrier) ?? role.steps,
      }),
  }));
}

/** The scenario without the first such step, with the first rounds of its loops written out; null if there is none. */
function withoutFirst(steps: readonly Step[], leftOut: (step: Step) => boolean): Step[] | null {
  for (const [i, step] of steps.entries()) {
    const [before, after] = [steps.slice(0, i), steps.slice(i + 1)];
    if (leftOut(step)) return [...before, ...after];
    if (step.do !== 'loop' || step.times === 0) continue;
    const first = withoutFirst(step.steps, leftOut);
    const rest = step.times > 1 ? [{ ...step, times: step.times - 1 }] : [];
    if (first !== null) return [...before, ...first, ...rest, ...after];
  }
  return null;
}

function otherParities(scenario: Scenario, role: Role): Mistake[] {
  return waitingPlaces(role).map(({ name, parity }) => ({
    id: `${role.name}: ${name} begins with parity ${1 - parity}`,
    role: role.name,
    label: `begins to wait at '${name}' for parity ${1 - parity}`,
    apply: () => withParity(scenario, role.name, name, parity === 0 ? 1 : 0),
  }));
}

/** Places at which the role waits for an mbarrier. Only there does a parity matter. */
export function waitingPlaces({ places, steps }: Role): BarrierWaitPlace[] {
  const waits = new Set(plainSteps(steps).flatMap(step => (step.do === 'wait' ? [step.at] : [])));
  return places.filter(({ name }) => waits.has(name));
}

export const withParity = (scenario: Scenario, role: string, place: string, parity: 0 | 1): Scenario => ({
  ...scenario,
  roles: scenario.roles.map(each =>
    each.name === role
      ? { ...each, places: each.places.map(at => (at.name === place ? { ...at, parity } : at)) }
      : each,
  ),
});

const withRole = (scenario: Scenario, role: Role, change: Partial<Role>): Scenario => ({
  ...scenario,
  roles: scenario.roles.map(each => (each === role ? { ...each, ...change } : each)),
});
