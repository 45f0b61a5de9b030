/** The end of a run that does not end by itself. */
import type { Fault } from '../../trace/fault.ts';
import { placeOf, whereWords } from './faults.ts';
import type { Grid } from './grid.ts';
import type { Warp } from './warp.ts';

const BEHIND_FINDINGS =
  'it has gone on for long without a new finding and without the end of a CTA. What was found before may keep a loop there from its end.';

/** `isBehindFindings`: it ends early, since what was found may keep it from its end. */
export function limitFault(grid: Grid, warp: Warp, isBehindFindings: boolean): Fault {
  const place = placeOf(grid.files, grid.program.operations[warp.pc] ?? grid.program.operations[0]);
  const who = { cta: warp.cta.number, warp: warp.index, lane: -1 };
  const message = `Stopped after ${grid.warpInstructions} warp instructions, at ${whereWords(place, who)}, with ${grid.rounds.done} of ${grid.ctas.count} CTAs done: ${isBehindFindings ? BEHIND_FINDINGS : 'the kernel is long, or does not end by itself.'}`;
  return { kind: 'limit', message, place, who };
}
