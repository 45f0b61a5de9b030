/** The counts of a run beside the instructions that they belong to. */
import type { ExecutionProfile } from '../../trace/execution-profile.ts';
import type { ExecutionCounts } from '../machine/execution-counts.ts';
import { placeOf } from '../machine/faults.ts';
import type { Grid } from '../machine/grid.ts';

/** The columns are copies: the run may go on. */
export function executionProfile({ files, program }: Grid, counts: ExecutionCounts): ExecutionProfile {
  return {
    instructions: program.operations.map(operation => {
      const { instruction: text, ...place } = placeOf(files, operation);
      return { pc: operation.pc, ...place, text, class: program.classOf(operation.source) };
    }),
    issues: counts.issues.slice(),
    lanes: counts.lanes.slice(),
    diverged: counts.diverged.slice(),
    waits: counts.waits.slice(),
    offRepeat: counts.offRepeat.slice(),
    shared: { variables: program.sharedVariables, uses: counts.sharedUses.list },
  };
}
