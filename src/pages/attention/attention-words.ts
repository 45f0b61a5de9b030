/** Sentences about the schedules on the stage, and about what one gains on another. */
import { clkText } from '../../panels/pipeline/pipeline-quantities.ts';
import type { PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import type { AttentionState } from '../links/attention.ts';
import { fieldValue, isFp8Variant } from './attention-variants.ts';

export function titleOf({ variant }: Pick<AttentionState, 'variant'>): string {
  const format = isFp8Variant(variant) ? '8-bit floats' : 'bf16';
  return `FlashAttention-3 forward: head dimension ${fieldValue(variant, 'headDim')}, ${format}`;
}

/** '2 × 8 blocks with overlap and ping-pong: 52,160 cycles, 3,260 a block. Predicted only.' */
export function ledeOf({ variant }: Pick<AttentionState, 'variant'>, [first]: readonly PipelineSide[]): string {
  if (first === undefined) return 'Nothing to draw yet.';
  const size = `${fieldValue(variant, 'tiles')} × ${fieldValue(variant, 'blocks')} blocks`;
  const { run, title } = first;
  if (run.deadlock !== null) return `${size} with ${title}: no role goes on after cycle ${clkText(run.deadlock.at)}.`;
  const perBlock = run.totalClk / (Number(fieldValue(variant, 'tiles')) * Number(fieldValue(variant, 'blocks')));
  return `${size} with ${title}: ${clkText(run.totalClk)} cycles, ${clkText(perBlock)} a block. Predicted only.`;
}

/** A sentence for each schedule that the first one is held against. */
export const gainsOf = ([first, ...others]: readonly PipelineSide[]): readonly string[] =>
  first === undefined ? [] : others.map(other => gainOf(first, other));

function gainOf(first: PipelineSide, other: PipelineSide): string {
  const names = `${first.letter} (${first.title}) against ${other.letter} (${other.title})`;
  const stuck = [first, other].find(({ run }) => run.deadlock !== null);
  if (stuck !== undefined) return `${names}: ${stuck.letter} never ends.`;
  const saved = other.run.totalClk - first.run.totalClk;
  if (Math.abs(saved) < 0.5) return `${names}: the same time.`;
  const share = ((100 * Math.abs(saved)) / other.run.totalClk).toFixed(1);
  const [sooner, later] = saved > 0 ? [first, other] : [other, first];
  return `${names}: ${sooner.letter} ends ${clkText(Math.abs(saved))} cycles before ${later.letter}, ${share} % of ${other.letter}'s time.`;
}
