/** The end of a run that does not end by itself. */
import type { Fault } from '../../trace/fault.ts';
import { placeOf, whereWords } from './faults.ts';
import type { Grid } from './grid.ts';
import type { Warp } from './warp.ts';

export function limitFault(grid: Grid, warp: Warp): Fault {
  const place = placeOf(grid.files, grid.program.operations[warp.pc] ?? grid.program.operations[0]);
  const who = { cta: warp.cta.number, warp: warp.index, lane: -1 };
  const message = `Stopped after ${grid.warpInstructions} warp instructions, at ${whereWords(place, who)}, with ${grid.rounds.done} of ${grid.ctas.count} CTAs done: the kernel is long, or does not end by itself.`;
  return { kind: 'limit', message, place, who };
}
