/** Applies arrivals and landed bytes to barriers, and wakes the roles that waited for them. */
import { nameOfBarrier } from '../../trace/scenario.ts';
import type { BarrierCell, PipelineMachine } from './machine.ts';
import { MbarrierModel } from './mbarrier.ts';
import type { RoleState } from './role-state.ts';
import { type CopyLanding, join, learn } from './stage-order.ts';
import { type StepOf, threadsOf } from './steps.ts';

interface Arrivals {
  readonly count: number;
  /** Bytes that the arrivals announce. */
  readonly bytes: number;
}

/** An arrival takes time to be seen. What the role did before it is ordered before whatever waits for it. */
export function arrive(machine: PipelineMachine, role: RoleState, cell: BarrierCell, arrivals: Arrivals): number {
  const { order, now, scenario } = machine;
  const passes = order.release(role.number);
  const { cause } = role;
  machine.at(now + scenario.resources.barrierClk, () => {
    checkArrivals(machine, cell, role, arrivals);
    join(cell.gathering, passes);
    cell.state.expect(arrivals.bytes);
    changed(machine, cell, cell.state.arrive(Math.min(arrivals.count, cell.state.pendingArrivals)), cause);
  });
  return now;
}

function checkArrivals(
  machine: PipelineMachine,
  { name, state }: BarrierCell,
  role: RoleState,
  { count, bytes }: Arrivals,
): void {
  if (count > state.pendingArrivals) {
    const brings = `${role.name} brings ${count} arrivals to ${name}`;
    machine.fault('arrivals', role, name, `${brings}, which expects ${state.pendingArrivals} more in this phase`);
  }
  const sum = state.pendingBytes + bytes;
  if (sum > MbarrierModel.MOST_BYTES) {
    const most = `${MbarrierModel.MOST_BYTES}, the most that an mbarrier counts`;
    machine.fault('transactions', role, name, `${sum} bytes pending on ${name} exceed ${most}`);
  }
}

export function land(
  machine: PipelineMachine,
  cell: BarrierCell,
  bytes: number,
  landing: CopyLanding,
  cause: number,
): void {
  learn(cell.gathering, landing);
  changed(machine, cell, cell.state.land(bytes), cause);
}

function changed(machine: PipelineMachine, cell: BarrierCell, isComplete: boolean, cause: number): void {
  machine.recorder.barrier(machine.now, cell.name, cell.state);
  if (!isComplete) return;
  cell.passed = cell.gathering.slice();
  for (const role of machine.roles) {
    const { waiting } = role;
    if (waiting?.barrier !== cell.name || !cell.state.hasPassed(waiting.parity!)) continue;
    machine.order.acquire(role.number, cell.passed);
    machine.wake(role, cause);
  }
}

/** An arrival of the role's threads at a named barrier. */
export function meet(machine: PipelineMachine, role: RoleState, step: StepOf<'barSync' | 'barArrive'>): void {
  const { id, threads: expected, warps = role.spec.warps } = step;
  const passes = machine.order.release(role.number);
  const { cause } = role;
  machine.at(machine.now + machine.scenario.resources.barrierClk, () => {
    const barrier = machine.named(id);
    const threads = threadsOf({ warps });
    const problem = barrier.refuses(threads, expected);
    if (problem !== null) {
      const name = nameOfBarrier(machine.scenario, id);
      return machine.fault('namedBarrier', role, name, `${role.name} at ${name} ${problem}`);
    }
    if (step.do === 'barSync') barrier.waiters.push(role);
    join(barrier.gathered, passes);
    if (!barrier.arrive(threads, expected)) return;
    for (const waiter of barrier.waiters.splice(0)) {
      machine.order.acquire(waiter.number, barrier.gathered);
      machine.wake(waiter, cause);
    }
  });
}
