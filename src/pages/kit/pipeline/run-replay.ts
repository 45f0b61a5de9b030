/** Fetches the PTX of a build and replays a CTA of it in the emulator's worker. Loaded when a page asks for the first replay. */

import { kernel as attention } from '../../../kernels/attention/index.ts';
import { type CompiledCounterpart, pipelinePreset } from '../../../kernels/counterparts.ts';
import { kernel as gemm } from '../../../kernels/gemm/index.ts';
import { type PresetValues, presetScenario } from '../../../model/pipeline/presets/preset.ts';
import { runOf } from '../../../model/pipeline/run-columns.ts';
import type { EmulatedPipeline } from '../../../panels/pipeline/pipeline-side.ts';
import { rest } from '../../../services/emulator/emulation-questions.ts';
import { replay } from '../../../services/emulator/inspection-client.ts';
import { fetchShippedPtx } from '../../../services/ptx-source.ts';

const KERNELS = { attention, gemm };
const ARCH = 'sm_90a';
/** A slider on its way asks for nothing. */
const REST_MS = 50;

/** Rejects when `signal` fires, and when the PTX does not come. */
export async function runReplay(
  { kernel, version, params, words, launch }: CompiledCounterpart,
  values: PresetValues,
  signal: AbortSignal,
): Promise<EmulatedPipeline> {
  const scenario = presetScenario(pipelinePreset(version), values);
  if (!scenario.ok) return { state: 'refused', message: `${scenario.error.field}: ${scenario.error.message}` };
  await rest(REST_MS, signal);
  const { text, provenance } = await fetchShippedPtx(KERNELS[kernel], version, params, ARCH);
  const job = { ptx: text, launch, options: { cta: 0 }, scenario: scenario.value };
  // Pipelines that are compared may be of one version: a slot of its own for each question.
  const slot = `replay ${version} ${JSON.stringify(values)}`;
  const replayed = await replay(slot, job, () => undefined, signal);
  if (!replayed.ok) return { state: 'refused', message: replayed.error.message };
  const { columns, difference } = replayed.value;
  return { state: 'done', run: runOf(columns), difference, build: `${words}; ${provenance}` };
}
