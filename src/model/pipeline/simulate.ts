/** Plays a scenario: discrete events, the same every time. */
import type { Scenario } from '../../trace/scenario.ts';
import { criticalPath, timeByLimit } from './critical-path.ts';
import { deadlockOf } from './deadlock.ts';
import { PipelineMachine } from './machine.ts';
import { LIMITS, type Limit, type PipelineRun, type Unit } from './pipeline-run.ts';
import type { RoleState } from './role-state.ts';
import { slotStretches } from './slot-stretches.ts';
import { perform } from './step-rules.ts';

/** The scenario must keep the rules that `parseScenario` checks: names that exist, rings of equal length. */
export function simulate(scenario: Scenario): PipelineRun {
  const machine = new PipelineMachine(scenario, resume);
  machine.play();
  const deadlock = deadlockOf(machine);
  const { spans, links, barrierEvents, bytesInFlight, faults, totals } = machine.recorder;
  const path = deadlock === null ? criticalPath(spans, links) : [];
  const totalClk = deadlock?.at ?? path.at(-1)?.to ?? 0;
  const limitClk = timeByLimit(path);
  return {
    totalClk,
    spans,
    links,
    barrierEvents,
    slots: slotStretches(scenario.buffers, machine.recorder.slotChanges, totalClk),
    bytesInFlight,
    faults,
    deadlock,
    busyClk: busyOf(machine),
    ...totals,
    criticalPath: path,
    limitClk,
    bound: deadlock === null ? largest(limitClk) : 'deadlock',
  };
}

/** Takes a role's steps until one takes time, or waits. */
function resume(machine: PipelineMachine, role: RoleState): void {
  for (let next = role.steps.next(); !next.done; next = role.steps.next()) {
    const until = perform(machine, role, next.value);
    if (until === null) return;
    if (until > machine.now) {
      machine.goOn(role, until);
      return;
    }
  }
}

function busyOf({ units: { copy, tensor, exp, issue } }: PipelineMachine): Record<Unit, number> {
  return { copy: copy.busyClk, tensor: tensor.busyClk, exp: exp.busyClk, issue: issue.busyClk };
}

const largest = (clk: Readonly<Record<Limit, number>>): Limit =>
  LIMITS.reduce((most, limit) => (clk[limit] > clk[most] ? limit : most));
