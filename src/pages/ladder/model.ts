/** What the page's parts share. */
import { ladder } from '../../model/pipeline/presets/ladder.ts';
import type { PipelineModel } from '../kit/pipeline/use-pipeline.ts';
import { type PipelineVariant, plainVariant, presetOf } from '../links/pipeline-variant.ts';

export type LadderModel = PipelineModel;

/** Versions that can be chosen, and how FlashAttention-3 does it. */
export const CHOICES: readonly string[] = [...ladder.map(({ id }) => id), 'fa3-forward', 'fa3-forward-fp8'];

/** Another version with the same numbers, as far as it has them. */
export function otherVersion({ changes }: PipelineVariant, preset: string): PipelineVariant {
  const fields = presetOf(preset).fields;
  const kept = Object.entries(changes).filter(([name, value]) => {
    const field = fields.find(each => each.name === name);
    return field !== undefined && (field.kind !== 'choice' || field.options.includes(Number(value)));
  });
  return { ...plainVariant(preset), changes: Object.fromEntries(kept) };
}
