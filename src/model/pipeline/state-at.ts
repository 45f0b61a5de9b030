/** The state of a run at one time: slots, barriers, roles. */
import type { Scenario } from '../../trace/scenario.ts';
import type { Span } from '../../trace/span.ts';
import type { RunRecords } from './pipeline-run.ts';
import type { BarrierNow, PipelineState, RoleNow, RoleWait, SlotNow } from './pipeline-state.ts';
import { type GuardedRing, guardedRings } from './ring-barriers.ts';
import { barrierAt, bytesInFlightAt, endOf, slotAt, spansAt } from './run-index.ts';

/**
 * The state after everything that happens at `clk`, which is limited to the time from 0 to the run's end. Work that
 * begins at that time has begun, and work that ends then is over; only a deadlock has no end.
 */
export function stateAt(scenario: Scenario, run: RunRecords, clk: number): PipelineState {
  const at = Math.min(Math.max(clk, 0), run.totalClk);
  const isStuck = run.deadlock !== null && at >= run.deadlock.at;
  return {
    clk: at,
    slots: slotsAt(scenario, run, at),
    barriers: barriersAt(scenario, run, at),
    roles: rolesAt(scenario, run, at),
    bytesInFlight: bytesInFlightAt(run, at),
    deadlock: isStuck ? run.deadlock.message : null,
  };
}

const stagesOf = <R extends { readonly stages: number }>(rings: readonly R[]) =>
  rings.flatMap(ring => Array.from({ length: ring.stages }, (_, stage) => ({ ring, stage })));

function slotsAt({ buffers }: Scenario, run: RunRecords, clk: number): SlotNow[] {
  return stagesOf(buffers).map(({ ring: { name: buffer }, stage }) => {
    const { index = -1, state = 'empty', readers = [] } = slotAt(run, buffer, stage, clk) ?? {};
    return { buffer, stage, holds: index < 0 ? null : index, state, readers };
  });
}

function barriersAt(scenario: Scenario, run: RunRecords, clk: number): BarrierNow[] {
  const rings = guardedRings(scenario);
  return stagesOf(scenario.barriers).map(({ ring: { name: ring, count }, stage }) => {
    const name = `${ring}[${stage}]`;
    const { phase, pendingArrivals, pendingBytes } = barrierAt(run, name, clk);
    const parity = (phase & 1) as 0 | 1;
    return { name, ring, stage, phase, parity, pendingArrivals, pendingBytes, count, guards: guardsOf(rings, ring) };
  });
}

const guardsOf = (rings: readonly GuardedRing[], barrier: string): BarrierNow['guards'] =>
  rings.flatMap(({ buffer: { name: buffer }, full, empty }) => [
    ...(full === barrier ? [{ buffer, guard: 'full' as const }] : []),
    ...(empty === barrier ? [{ buffer, guard: 'empty' as const }] : []),
  ]);

const rolesAt = ({ roles }: Scenario, run: RunRecords, clk: number): RoleNow[] =>
  roles.map(({ name: role }) => {
    const spans = spansAt(run, role, clk);
    const wait = foreverWait(run, role, clk) ?? waitOf(spans);
    const does = wait !== null ? 'waits' : endOf(run, role) > clk ? 'works' : 'done';
    return { role, does, spans: spans.filter(({ kind }) => kind !== 'wait'), wait };
  });

function foreverWait({ deadlock }: RunRecords, role: string, clk: number): RoleWait | null {
  const waiter = deadlock?.waiters.find(waits => waits.role === role && waits.since <= clk);
  return waiter === undefined ? null : { barrier: waiter.barrier, since: waiter.since, until: null };
}

function waitOf(spans: readonly Span[]): RoleWait | null {
  const span = spans.find(({ kind }) => kind === 'wait');
  return span === undefined ? null : { barrier: span.barrier?.name ?? null, since: span.from, until: span.to };
}
