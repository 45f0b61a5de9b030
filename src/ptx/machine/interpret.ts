/** The interpreter's loop: fetch, guard, run, until the warp waits, gives way, ends or has used its budget. */
import { popcount32 } from '../../base/bits.ts';
import type { Grid } from './grid.ts';
import type { Warp } from './warp.ts';

export function interpret(grid: Grid, warp: Warp, budget: number): void {
  const { counts, program } = grid;
  const { operations } = program;
  const { r } = warp;
  let [done, lanes] = [0, 0];
  try {
    if (warp.limit < 0) grid.reconvergence.settle(warp);
    if (warp.state !== 'ready') return;
    while (done < budget) {
      const operation = operations[warp.pc++];
      let mask = warp.active;
      if (operation.guard >= 0) mask &= operation.negated ? ~r[operation.guard] : r[operation.guard];
      done++;
      lanes += mask === -1 ? 32 : popcount32(mask);
      if (counts !== null) counts.issued(operation.pc, mask, warp);
      if (mask !== 0) operation.run(warp, operation, mask);
      if (warp.pc < warp.limit) continue;
      grid.reconvergence.settle(warp);
      if (warp.yields || warp.state !== 'ready') break;
    }
  } finally {
    grid.warpInstructions += done;
    grid.laneInstructions += lanes;
  }
}
