/** The stage at which each role stands in each ring. */
import type { Scenario } from '../../trace/scenario.ts';
import type { RunRecords } from './pipeline-run.ts';
import type { PipelineState, RoleNow } from './pipeline-state.ts';
import { slotUses } from './ring-barriers.ts';
import { readBefore, readFrom } from './run-index.ts';

export interface RingPosition {
  readonly role: string;
  readonly buffer: string;
  readonly stage: number;
}

/**
 * A role stands where it waits; otherwise where it reads or has started a read; otherwise where it was last. A role
 * that has never used a ring has no place in it. `state` belongs to `run`.
 */
export function ringPositions(scenario: Scenario, run: RunRecords, state: PipelineState): RingPosition[] {
  return scenario.buffers.flatMap(({ name: buffer }) =>
    scenario.roles.flatMap((role, i) => {
      const { reads, writes } = slotUses(role, buffer);
      if (reads.size + writes.size === 0) return [];
      const now = state.roles[i];
      const stage =
        waitsAt(state, now, buffer) ??
        readsAt(run, now, buffer, state.clk) ??
        (writes.size > 0 ? newestStage(state, buffer) : null);
      return stage === null ? [] : [{ role: role.name, buffer, stage }];
    }),
  );
}

function waitsAt({ barriers }: PipelineState, { wait }: RoleNow, buffer: string): number | null {
  const barrier = barriers.find(({ name }) => name === wait?.barrier);
  return barrier?.guards.some(guard => guard.buffer === buffer) ? barrier.stage : null;
}

/** The role reads the bytes that it asked for before its wait for them ends. */
function readsAt(run: RunRecords, { role, wait }: RoleNow, buffer: string, clk: number): number | null {
  const next = readFrom(run, role, buffer, clk);
  const isThere = next !== null && (next.from <= clk || next.from < (wait?.until ?? clk));
  return (isThere ? next : readBefore(run, role, buffer, clk))?.stage ?? null;
}

/** The newest stage of those that have been filled or are being filled. */
function newestStage({ slots }: PipelineState, buffer: string): number | null {
  const own = slots.filter(slot => slot.buffer === buffer && slot.holds !== null);
  return own.toSorted((a, b) => a.holds! - b.holds!).at(-1)?.stage ?? null;
}
