/** The rungs of the ladder, each a step further than the one before, and those that are known to be wrong. */
import type { KernelVariant } from '../kernel.ts';

export const versions = [
  {
    id: 'v0-cp-async',
    title: 'cp.async',
    summary: 'Threads copy some stages ahead and swizzle by hand; warps multiply by ldmatrix and mma.sync.',
  },
  {
    id: 'v1-tma',
    title: 'TMA',
    summary: 'The copy engine fills the stages and swizzles them: one thread asks, an mbarrier says when it is done.',
  },
  {
    id: 'v2-warp-specialized',
    title: 'Warp-specialised',
    summary: 'A warp of its own asks for the copies; stages go round through full and empty mbarriers.',
  },
  {
    id: 'v3-wgmma',
    title: 'wgmma',
    summary: 'Warpgroups multiply straight from shared memory; the producer leaves its registers to them.',
  },
  {
    id: 'v4-persistent',
    title: 'Persistent clusters',
    summary: 'CTAs stay for many tiles, send each other what they share, and store a tile while the next one comes.',
  },
  {
    id: 'v5-split-k',
    title: 'Split K',
    summary: 'CTAs of a cluster take parts of K of one tile, and add up their sums through distributed shared memory.',
  },
  {
    id: 'v6-small',
    title: 'Small',
    summary:
      'One tile a CTA and few threads: copies are under way before the CTA has met, and rows of C leave as they are.',
  },
  {
    id: 'v7-early-half',
    title: 'Early half',
    summary:
      'One large tile a CTA: one warpgroup ends before the other, and its half of C leaves under the other’s products.',
  },
  {
    id: 'missing-empty-wait',
    title: 'Missing wait',
    summary: 'Known wrong: version 2 whose producer does not wait for a stage to be empty before it fills it again.',
    mustFail: 'mbarrier',
  },
  {
    id: 'wrong-swizzle',
    title: 'Wrong swizzle',
    summary: 'Known wrong: version 1 whose threads read with a mask that is one too small.',
    mustFail: 'wrongAnswer',
  },
  {
    id: 'early-sum',
    title: 'Early sum',
    summary: 'Known wrong: version 5 whose CTAs add up the sums of others without waiting until these are there.',
    mustFail: 'race',
  },
  {
    id: 'half-k-step',
    title: 'Half a K step',
    summary: 'Known wrong: version 4 in e4m3 that goes on by 16 bytes of K from one product to the next, not by 32.',
    mustFail: 'wrongAnswer',
  },
  {
    id: 'full-boxes',
    title: 'Full boxes',
    summary: 'Known wrong: version 7 whose second half of C goes into its boxes before the first half has left them.',
    mustFail: 'race',
  },
] as const satisfies readonly KernelVariant[];

export type GemmVersion = (typeof versions)[number]['id'];

/** Whether a warpgroup multiplies by wgmma; otherwise a warp does by mma.sync. */
export const multipliesByWarpgroup = (version: GemmVersion): boolean =>
  version === 'v3-wgmma' || isPersistent(version) || hasFewThreads(version);

/** `early-sum` is meant to be the version that splits K. */
export const splitsK = (version: GemmVersion): boolean => version === 'v5-split-k' || version === 'early-sum';

/** One tile a CTA, and a producer of a single warp beside the warpgroups that multiply. */
export const hasFewThreads = (version: GemmVersion): boolean =>
  splitsK(version) || version === 'v6-small' || endsInHalves(version);

/** One of two warpgroups ends before the other, and C leaves half by half. `full-boxes` is meant to be that version. */
export const endsInHalves = (version: GemmVersion): boolean => version === 'v7-early-half' || version === 'full-boxes';

/** `half-k-step` but for what it multiplies. */
export const isPersistent = (version: GemmVersion): boolean => version === 'v4-persistent' || version === 'half-k-step';

/** Launches that get ready while the one before them ends. */
export const overlaps = (version: GemmVersion): boolean =>
  isPersistent(version) || version === 'v6-small' || endsInHalves(version);

/** The copy engine stores C. */
export const storesByMap = (version: GemmVersion): boolean => isPersistent(version) || endsInHalves(version);

export const takesMaps = (version: GemmVersion): boolean => version !== 'v0-cp-async';
