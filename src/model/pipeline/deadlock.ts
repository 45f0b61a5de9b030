/** Explains a deadlock: what each role waits for, and which roles could bring it. */
import { nameOfBarrier, type Scenario } from '../../trace/scenario.ts';
import type { PipelineMachine } from './machine.ts';
import type { Deadlock, StuckWaiter } from './pipeline-run.ts';
import type { RoleState } from './role-state.ts';
import type { PlainStep } from './steps.ts';

/** Null if all roles have finished. Consumes the roles: it looks through the steps that they had still to do. */
export function deadlockOf(machine: PipelineMachine): Deadlock | null {
  const stuck = machine.roles.filter(role => role.waiting !== null);
  if (stuck.length === 0) return null;
  for (const role of stuck) machine.closeWait(role, -1);
  const ahead = new Map(stuck.map(role => [role.name, signalsAhead(machine.scenario, role)]));
  const waiters = stuck.map(role => waiterOf(role, ahead));
  return explained(machine.now, waiters, NOBODY);
}

/**
 * The same where the steps ahead are not known: each role is taken to bring again what it has brought before.
 *
 * @param signals by role: names of barriers, 'full[2]'.
 */
export function withHabits({ at, waiters }: Deadlock, signals: ReadonlyMap<string, ReadonlySet<string>>): Deadlock {
  const habits = [...signals].filter(([name]) => waiters.some(({ role }) => role === name));
  const known = waiters.map(waiter => {
    const others = habits.filter(([name, brings]) => name !== waiter.role && brings.has(waiter.barrier));
    return { ...waiter, waitsFor: [...new Set([...waiter.waitsFor, ...others.map(([name]) => name)])] };
  });
  return explained(at, known, waiters.length === 1 ? NOBODY : 'which none of those that wait has brought before');
}

const NOBODY = 'which nobody will bring';

function explained(at: number, waiters: readonly StuckWaiter[], whyAlone: string): Deadlock {
  const cycle = cycleOf(waiters);
  return { at, waiters, cycle, message: messageOf(waiters, cycle, whyAlone) };
}

/** Barriers at which the role would arrive, or to which its copies would bring bytes, if it continued. */
function signalsAhead(scenario: Scenario, role: RoleState): ReadonlySet<string> {
  const signals = new Set<string>();
  for (let next = role.steps.next(); !next.done; next = role.steps.next()) {
    const signal = signalOf(scenario, role, next.value);
    if (signal !== null) signals.add(signal);
  }
  return signals;
}

function signalOf(scenario: Scenario, role: RoleState, step: PlainStep): string | null {
  switch (step.do) {
    case 'next':
      role.place(step.at).index += step.by ?? 1;
      return null;
    case 'arrive':
    case 'expect':
    case 'copy':
      return `${step.barrier}[${role.place(step.at).stage}]`;
    case 'barSync':
    case 'barArrive':
      return nameOfBarrier(scenario, step.id);
    case 'setRegisters':
      return 'registers';
    default:
      return null;
  }
}

function waiterOf(role: RoleState, ahead: ReadonlyMap<string, ReadonlySet<string>>): StuckWaiter {
  const { since, barrier, parity, missing, canCome } = role.waiting!;
  const others = [...ahead].filter(([name, signals]) => canCome() && name !== role.name && signals.has(barrier));
  return { role: role.name, since, barrier, parity, missing: missing(), waitsFor: others.map(([name]) => name) };
}

/** Follows from each role the first role that it waits for, until a role comes up twice: that is a cycle. */
function cycleOf(waiters: readonly StuckWaiter[]): readonly string[] {
  for (const { role } of waiters) {
    const way: string[] = [];
    for (let at: string | undefined = role; at !== undefined; at = waiters.find(w => w.role === at)!.waitsFor[0]) {
      if (way.includes(at)) return way.slice(way.indexOf(at));
      way.push(at);
    }
  }
  return [];
}

function messageOf(waiters: readonly StuckWaiter[], cycle: readonly string[], whyAlone: string): string {
  const alone = waiters.find(waiter => waiter.waitsFor.length === 0);
  const { role, barrier, missing } = alone ?? waiters.find(waiter => waiter.role === cycle[0])!;
  const waits = `${role} waits at ${barrier} for ${missing}`;
  if (alone) return `${waits}, ${whyAlone}`;
  return `${waits}, and the waits form a cycle: ${[...cycle, cycle[0]].join(' → ')}`;
}
