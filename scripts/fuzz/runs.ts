/** Numbered fuzz runs: run n always does the same damage to the same specimen. */
import { Choices } from '../random.ts';
import { tryCapture } from './capture-trial.ts';
import type { Specimen } from './corpus.ts';
import { mutateJson } from './mutate-json.ts';
import { mutatePtx } from './mutate-ptx.ts';
import { type End, tryJson, tryText } from './ptx-trial.ts';

export const TARGETS = ['ptx', 'launch', 'capture'] as const;
export type Target = (typeof TARGETS)[number];

/** Throws with the run's number if the product throws, or if an error names no place. */
export async function fuzzRun(specimens: readonly Specimen[], target: Target, run: number): Promise<End | 'notRead'> {
  const choices = new Choices(run);
  if (target === 'capture') {
    return tryCapture(choices).catch((error: unknown) => {
      throw new Error(`capture run ${run}: ${error instanceof Error ? error.stack : JSON.stringify(error)}`);
    });
  }
  const { name, ptx, module, launch } = choices.of(specimens);
  try {
    return target === 'ptx' ? tryText(mutatePtx(ptx, choices), launch) : tryJson(module, mutateJson(launch, choices));
  } catch (error) {
    throw new Error(`${target} run ${run} (${name}): ${error instanceof Error ? error.stack : JSON.stringify(error)}`);
  }
}
