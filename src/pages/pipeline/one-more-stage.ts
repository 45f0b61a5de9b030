/** Gain of one stage more: the same preset is simulated again. */
import { gainWords } from '../../panels/pipeline/bound-words.ts';
import type { PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import type { PipelineModel } from '../kit/pipeline/use-pipeline.ts';
import { runAtOnce } from '../kit/pipeline/use-runs.ts';
import { variantScenario } from '../kit/pipeline/variant-scenario.ts';

/** '' where the preset has no stages to add, where they do not fit, or where playing it would take too long. */
export function oneMoreStage({ variants }: Pick<PipelineModel, 'variants'>, { letter, run }: PipelineSide): string {
  const found = variants.find(each => each.letter === letter);
  if (found === undefined || found.isStale || found.text !== null) return '';
  const { variant, preset } = found;
  const field = preset.fields.find(({ name }) => name === 'stages');
  if (field?.kind !== 'number') return '';
  const stages = Number(variant.changes.stages ?? field.default) + 1;
  if (stages > field.most) return '';
  const more = variantScenario({ ...variant, changes: { ...variant.changes, stages } }, null);
  if (!more.ok) return 'One stage more does not fit into shared memory.';
  const after = runAtOnce(more.value);
  return after === null ? '' : gainWords('One stage more', run, after);
}
