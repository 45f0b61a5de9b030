/**
 * Where elements are counted, and which thread adds: from one atomic per element in global memory to one per warp and
 * value.
 */
import type { KernelVariant } from '../kernel.ts';

export const variants = [
  {
    id: 'global-atomics',
    title: 'Global atomics',
    summary: 'An atomic addition in global memory for each element: all CTAs meet in the same few words.',
  },
  {
    id: 'shared-atomics',
    title: 'Shared atomics',
    summary: 'Each CTA counts in shared memory and adds its counts to the result once: lanes of one bin take turns.',
  },
  {
    id: 'shared-replicated',
    title: 'Replicated',
    summary:
      'Several copies of the counts, dealt out to the lanes in turn, each padded so that it starts in another bank.',
  },
  {
    id: 'warp-aggregated',
    title: 'Warp-aggregated',
    summary: 'Lanes find who has the same bin, and one adds for all: no two lanes of a warp meet in a word.',
  },
  {
    id: 'vector-loads',
    title: 'Vector loads',
    summary: 'Replicated counts kept for many rounds: four elements a load, four loads of a thread under way.',
  },
  {
    id: 'lost-updates',
    title: 'Lost updates',
    summary: 'Known wrong: loads, adds and stores instead of atomics, so lanes that share a bin overwrite each other.',
    mustFail: 'race',
  },
  {
    id: 'no-clear',
    title: 'Counts not cleared',
    summary: 'Known wrong: the counts are not set to 0 before atomics add to them.',
    mustFail: 'uninitialisedRead',
  },
] as const satisfies readonly KernelVariant[];

export type HistogramVariant = (typeof variants)[number]['id'];

export const isReplicated = (variant: HistogramVariant): boolean =>
  variant === 'shared-replicated' || variant === 'vector-loads';
export const usesShared = (variant: HistogramVariant): boolean => variant !== 'global-atomics';
