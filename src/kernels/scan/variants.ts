/** The ways to scan a section: two algorithms, one of them with and without padding, and shuffles in place of memory. */
import type { KernelVariant } from '../kernel.ts';

export const variants = [
  {
    id: 'hillis-steele',
    title: 'Hillis–Steele',
    summary: 'Doubling: after k steps each element holds the sum of 2^k. Few steps, no conflict, many additions.',
  },
  {
    id: 'blelloch',
    title: 'Blelloch',
    summary: 'A tree, up and down: two additions per element, but each level’s stride doubles and so do its conflicts.',
  },
  {
    id: 'blelloch-padded',
    title: 'Blelloch, padded',
    summary: 'The same tree with element i at word i + i / 32: the padding spreads every level over the banks.',
  },
  {
    id: 'warp-shuffle',
    title: 'Warp shuffles',
    summary: 'Warps scan in registers, then one warp scans their sums: a word of shared memory per warp is left.',
  },
  {
    id: 'missing-barrier',
    title: 'Missing barrier',
    summary: 'Known wrong: doubling without the barrier in its loop, so warps read sums of other steps.',
    mustFail: 'race',
  },
  {
    id: 'pad-forgotten',
    title: 'Pad forgotten once',
    summary:
      'Known wrong: the padded tree whose way down forgets the padding of left parts, which then lie on other nodes.',
    mustFail: 'race',
  },
] as const satisfies readonly KernelVariant[];

export type ScanVariant = (typeof variants)[number]['id'];

export type Algorithm = 'doubling' | 'tree' | 'shuffles';

export function algorithmOf(variant: ScanVariant): Algorithm {
  if (variant === 'warp-shuffle') return 'shuffles';
  return variant === 'hillis-steele' || variant === 'missing-barrier' ? 'doubling' : 'tree';
}
