/** The rungs of the ladder, each a step further than the one before, and those that are known to be wrong. */
import type { KernelVariant } from '../kernel.ts';

export const variants = [
  {
    id: 'naive',
    title: 'Naive',
    summary: 'A warp for each query, twice through all keys: first the largest score, then the weighed values.',
  },
  {
    id: 'a1-tiled',
    title: 'Tiled',
    summary:
      'Online softmax over tiles that come by cp.async; warps multiply by ldmatrix and mma.sync (FlashAttention-2).',
  },
  {
    id: 'a1-unswizzled',
    title: 'Unswizzled',
    summary: 'The same without the swizzle: the 8 rows of each matrix lie in the same banks.',
  },
  {
    id: 'a2-wgmma',
    title: 'wgmma',
    summary: 'The copy engine fills tiles, warpgroups multiply from shared memory; weights stay in registers.',
  },
  {
    id: 'a3-specialized',
    title: 'Warp-specialised',
    summary: 'A warp of its own asks for the copies; keys and values go round in two rings.',
  },
  {
    id: 'a4-overlap',
    title: 'Overlap',
    summary: 'The softmax of the next tile runs under the product with the values of this one.',
  },
  {
    id: 'a5-ping-pong',
    title: 'Ping-pong',
    summary: 'Warpgroups take turns with the tensor cores, by named barriers.',
  },
  {
    id: 'a6-persistent',
    title: 'Persistent',
    summary: 'CTAs stay for many tiles of queries; the output leaves under the next tile’s first product.',
  },
  {
    id: 'a7-seamless',
    title: 'Seamless',
    summary:
      'The next tile of queries begins under the last product of this one; sums are scaled only when it matters.',
  },
  {
    id: 'a7-multicast',
    title: 'Multicast',
    summary: 'Seamless, by clusters of two: each CTA asks for half of every tile of keys and values, and gets all.',
  },
  {
    id: 'a7-fp8',
    title: 'FP8',
    summary: 'Overlap in 8-bit floats (e4m3): the producer turns each tile of values round, as its products want it.',
  },
  {
    id: 'no-rescale',
    title: 'No rescale',
    summary: 'Known wrong: version 2 that does not scale its output when a larger score comes.',
    mustFail: 'wrongAnswer',
  },
  {
    id: 'no-quad-sum',
    title: 'No quad sum',
    summary: 'Known wrong: version 2 whose lanes divide by their own sum, not by that of the row’s four lanes.',
    mustFail: 'wrongAnswer',
  },
  {
    id: 'key-major-values',
    title: 'Key-major values',
    summary: 'Known wrong: version 2 that multiplies by the values as if they lay along the keys.',
    mustFail: 'wrongAnswer',
  },
  {
    id: 'swapped-weights',
    title: 'Swapped weights',
    summary: 'Known wrong: version 2 with the two halves of each register of weights swapped.',
    mustFail: 'wrongAnswer',
  },
  {
    id: 'early-release',
    title: 'Early release',
    summary: 'Known wrong: version 3 that gives keys back while their product still runs.',
    mustFail: 'race',
  },
  {
    id: 'no-first-pass',
    title: 'No first pass',
    summary: 'Known wrong: version 5 whose first warpgroup is never let through for the first time.',
    mustFail: 'deadlock',
  },
  {
    id: 'no-output-fence',
    title: 'No output fence',
    summary: 'Known wrong: version 6 whose engine may read the output before the lanes’ stores are there for it.',
    mustFail: 'missingFence',
  },
  {
    id: 'early-values',
    title: 'Early values',
    summary: 'Known wrong: version 7 that gives the values of a block it leaves out back before those it still needs.',
    mustFail: 'wrongAnswer',
  },
  {
    id: 'one-sided-release',
    title: 'One-sided release',
    summary: 'Known wrong: version 7 by clusters whose CTAs do not tell each other that they have read a stage.',
    mustFail: 'missingWait',
  },
  {
    id: 'crossed-keys',
    title: 'Crossed keys',
    summary: 'Known wrong: FP8 whose words of values have other keys than its words of weights.',
    mustFail: 'wrongAnswer',
  },
  {
    id: 'no-turn-fence',
    title: 'No turn fence',
    summary: 'Known wrong: FP8 whose products may read values before those turned round are there for them.',
    mustFail: 'missingFence',
  },
  {
    id: 'no-empty-row-guard',
    title: 'No empty-row guard',
    summary: 'Known wrong: version 1 that subtracts minus infinity where a query has seen no key yet.',
    mustFail: 'wrongAnswer',
  },
] as const satisfies readonly KernelVariant[];

export type AttentionVariant = (typeof variants)[number]['id'];

type Version =
  | 'naive'
  | 'a1-tiled'
  | 'a2-wgmma'
  | 'a3-specialized'
  | 'a4-overlap'
  | 'a5-ping-pong'
  | 'a6-persistent'
  | 'a7-seamless'
  | 'a7-multicast'
  | 'a7-fp8';

const VARIED: Readonly<Partial<Record<AttentionVariant, Version>>> = {
  'a1-unswizzled': 'a1-tiled',
  'no-rescale': 'a2-wgmma',
  'no-quad-sum': 'a2-wgmma',
  'key-major-values': 'a2-wgmma',
  'swapped-weights': 'a2-wgmma',
  'early-release': 'a3-specialized',
  'no-first-pass': 'a5-ping-pong',
  'no-output-fence': 'a6-persistent',
  'early-values': 'a7-seamless',
  'one-sided-release': 'a7-multicast',
  'crossed-keys': 'a7-fp8',
  'no-turn-fence': 'a7-fp8',
  'no-empty-row-guard': 'a1-tiled',
};

/** The rung that a variant is, or varies. */
export const versionOf = (variant: AttentionVariant): Version => VARIED[variant] ?? (variant as Version);

export const isKnownWrong = (variant: AttentionVariant): boolean =>
  variants.some(each => each.id === variant && 'mustFail' in each);

export const isPersistent = (variant: AttentionVariant): boolean =>
  versionOf(variant) === 'a6-persistent' || isSeamless(variant);

/** Version 7, alone or by clusters. */
export const isSeamless = (variant: AttentionVariant): boolean =>
  ['a7-seamless', 'a7-multicast'].includes(versionOf(variant));

/** CTAs that have neighbouring tiles of queries, and bring each other's keys. */
export const clusterCtas = (variant: AttentionVariant): number => (versionOf(variant) === 'a7-multicast' ? 2 : 1);

/** Others have no warps of a producer. */
export const isSpecialized = (variant: AttentionVariant): boolean =>
  ['a3-specialized', 'a4-overlap', 'a5-ping-pong', 'a7-fp8'].includes(versionOf(variant)) || isPersistent(variant);

/** Whether Q, K and V are 8-bit floats; O is bf16 then. */
export const isNarrow = (variant: AttentionVariant): boolean => versionOf(variant) === 'a7-fp8';

export const takesMaps = (variant: AttentionVariant): boolean =>
  versionOf(variant) === 'a2-wgmma' || isSpecialized(variant);

/** Whether queries may be kept from seeing later keys. */
export const canBeCausal = (variant: AttentionVariant): boolean =>
  ['naive', 'a1-tiled', 'a6-persistent', 'a7-seamless'].includes(versionOf(variant));
