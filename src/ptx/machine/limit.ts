/** The end of a run that does not end by itself. */
import type { Fault } from '../../trace/fault.ts';
import { placeOf } from './faults.ts';
import type { Grid } from './grid.ts';
import type { Warp } from './warp.ts';

export function limitFault(grid: Grid, warp: Warp): Fault {
  const place = placeOf(grid.files, grid.program.operations[warp.pc] ?? grid.program.operations[0]);
  const who = { cta: warp.cta.number, warp: warp.index, lane: -1 };
  const message = `Stopped after ${grid.warpInstructions} warp instructions, at ${place.line > 0 ? `line ${place.line}` : `PTX line ${place.ptxLine}`}: the kernel may not end by itself.`;
  return { kind: 'limit', message, place, who };
}
