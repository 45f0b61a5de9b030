/** The request line of `lanescape eval` that plays the same pipeline. */

import type { VariantModel } from '../kit/pipeline/use-variant.ts';
import type { PipelineVariant } from '../links/pipeline-variant.ts';

/**
 * The request names a preset if only numbers differ, and holds the whole scenario otherwise; null before there is one.
 */
export function evalRequest({ variant, text, side }: Pick<VariantModel, 'variant' | 'text' | 'side'>): string | null {
  if (text === null && isPreset(variant))
    return JSON.stringify({ op: 'pipeline', preset: variant.preset, set: variant.changes });
  return side && JSON.stringify({ op: 'pipeline', scenario: side.scenario });
}

const isPreset = ({ parities }: PipelineVariant): boolean => Object.keys(parities).length === 0;
