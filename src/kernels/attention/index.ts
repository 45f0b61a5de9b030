/** Attention's forward pass in seven steps: from a warp for each query to persistent CTAs whose softmax runs under products. */
import { defineKernel } from '../kernel.ts';
import { archs } from './archs.ts';
import { buildSpec } from './build.ts';
import { cases } from './cases.ts';
import { gpuReference } from './gpu-reference.ts';
import { exactLaunch, realLaunch } from './launch.ts';
import { predict } from './model.ts';
import { type AttentionParams, fields, headsOf, keysOf, schema, tooLarge } from './params.ts';
import { boundedReference, exactReference } from './reference.ts';
import { type AttentionVariant, canBeCausal, isKnownWrong, isNarrow, variants } from './variants.ts';

function refusal(variant: AttentionVariant, p: AttentionParams): string | null {
  if (p.causal === 'causal' && !canBeCausal(variant)) return 'This version hides no keys: it has no causal mask.';
  if (variant === 'early-values' && p.causal === 'none') return 'All warpgroups see all blocks: none is left out.';
  if (variant === 'no-empty-row-guard' && p.causal === 'none')
    return 'Every query sees keys of every tile: there is nothing to guard.';
  return null;
}

/** A known-wrong version shows its flaw in one build, so it has only that one. */
function shortfall(variant: AttentionVariant, { headDim, elementType }: AttentionParams): string | null {
  if (isKnownWrong(variant) && (headDim !== 64 || elementType === 'f16'))
    return 'The known-wrong versions are built for heads of 64 in bf16, those of FP8 in e4m3.';
  if (isNarrow(variant)) return elementType === 'e4m3' ? null : 'It is built in e4m3.';
  if (elementType === 'e4m3') return 'Only the FP8 version takes 8-bit floats.';
  if (variant === 'a7-multicast' && headDim === 256)
    return 'At heads of 256 it would need more registers than a thread can have.';
  return null;
}

/**
 * Operations as FlashAttention counts them: two matrix products, each with one multiplication and one addition for each
 * key that a query sees on average.
 */
const flops = (p: AttentionParams): number => {
  const seen = (keysOf(p, 0) + keysOf(p, p.queries - 1)) / 2;
  return 4 * headsOf(p) * p.queries * seen * p.headDim;
};

export const kernel = defineKernel({
  id: 'attention',
  title: 'The attention ladder',
  lede: 'O = softmax(Q × Kᵀ) × V, forward, in 16 bits: online softmax, wgmma with weights from registers, rings, overlap, ping-pong, persistent CTAs.',
  variants,
  fields,
  schema,
  cases,
  archs,
  refusal,
  tooLarge,
  shortfall,
  build: buildSpec,
  launch: exactLaunch,
  sharedBaseBytes: () => 0,
  work: p => ({ kind: 'flops', amount: flops(p) }),
  predict: (variant, p, cta) => predict(variant, p, exactLaunch(variant, p), cta),
  reference: (_, p) => new Map([['o', exactReference(p)]]),
  reals: {
    cases: cases.filter(({ params }) => tooLarge(schema.parse(params)) === null).map(({ id }) => id),
    launch: realLaunch,
    expected: (_, p) => boundedReference(p),
    onGpu: gpuReference,
  },
});
