/**
 * The barrier QueryEmpty of FlashAttention-3. The producer waits at it before each Q, so the consumers must arrive once
 * before they have read anything. The four cases show what happens if one of the two is left out; each case is simulated.
 */
import type { PipelineRun } from '../pipeline-run.ts';
import { simulate } from '../simulate.ts';
import { presetOfFormat } from './attention-tiles.ts';
import { type PresetValues, presetScenario } from './preset.ts';

export interface QueryEmptyCase {
  /** Consumers arrive at the start; the producer skips its first wait. */
  readonly firstArrive: boolean;
  readonly skipFirstSync: boolean;
  readonly verdict: 'published' | 'deadlock' | 'overrun' | 'alike' | 'other';
  readonly run: PipelineRun;
}

const CASES = [
  { firstArrive: true, skipFirstSync: false },
  { firstArrive: false, skipFirstSync: false },
  { firstArrive: false, skipFirstSync: true },
  { firstArrive: true, skipFirstSync: true },
] as const;

/**
 * The size of the simulated cases: with fewer tiles the mistakes of the second tile would not show, and more blocks
 * would add nothing.
 */
export const PLAYED = { tiles: 2, blocks: 4 } as const;

/** The preset with these values, except for its tiles and blocks. */
export function queryEmptyCases(isFp8: boolean, values: PresetValues): QueryEmptyCase[] {
  const runs = CASES.map(each => runOf(isFp8, { ...values, ...PLAYED, ...each }));
  return CASES.map((each, i) => ({ ...each, run: runs[i], verdict: verdictOf(runs[i], i === 0 ? null : runs[0]) }));
}

function runOf(isFp8: boolean, values: PresetValues): PipelineRun {
  const scenario = presetScenario(presetOfFormat(isFp8), values);
  if (!scenario.ok) throw new Error(`a case of a scenario that can be played: ${scenario.error.message}`);
  return simulate(scenario.value);
}

function verdictOf(
  { deadlock, faults, totalClk }: PipelineRun,
  published: PipelineRun | null,
): QueryEmptyCase['verdict'] {
  if (deadlock !== null) return 'deadlock';
  if (faults.length > 0) return 'overrun';
  if (published === null) return 'published';
  return totalClk === published.totalClk ? 'alike' : 'other';
}
