/** The numbers at the head of the results, summed over all lines of a run. Pure. */
import type { Inspection } from '../../inspect/inspection.ts';
import type { Space } from '../../trace/access-trace.ts';

export interface RunTotals {
  readonly wavefronts: number;
  readonly excessWavefronts: number;
  readonly sectors: number;
  readonly excessSectors: number;
  /** Mean of active lanes out of 32, over all executions; NaN if nothing ran. */
  readonly activeLanes: number;
  readonly warpInstructions: number;
  readonly ctasRun: number;
}

export function totalsOf({ lines, profile, emulation }: Inspection): RunTotals {
  const accesses = lines.lines.flatMap(line => line.accesses);
  const of = (...spaces: readonly Space[]) => {
    const chosen = accesses.filter(({ space }) => spaces.includes(space));
    const parts = chosen.reduce((sum, totals) => sum + totals.parts, 0);
    return { parts, excess: parts - chosen.reduce((sum, totals) => sum + totals.ideal, 0) };
  };
  const shared = of('shared');
  const global = of('global', 'local');
  return {
    wavefronts: shared.parts,
    excessWavefronts: shared.excess,
    sectors: global.parts,
    excessSectors: global.excess,
    activeLanes: total(profile.lanes) / total(profile.issues),
    warpInstructions: emulation.warpInstructions,
    ctasRun: emulation.ctasRun,
  };
}

const total = (column: Float64Array): number => column.reduce((sum, value) => sum + value, 0);
