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
    id: 'single-pass',
    title: 'Single pass',
    summary:
      'The whole array, read once and written once: CTAs stay and take tiles by turns, and tell each other what those sum up to.',
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
  {
    id: 'unready',
    title: 'Start not ready',
    summary: 'Known wrong: the single pass whose warps scan a tile as soon as it has come, before its start is known.',
    mustFail: 'race',
  },
] as const satisfies readonly KernelVariant[];

export type ScanVariant = (typeof variants)[number]['id'];

export type Algorithm = 'doubling' | 'tree' | 'shuffles' | 'single pass';

/** The whole array in one scan; the others start anew with each section. */
export const isSinglePass = (variant: ScanVariant): boolean => variant === 'single-pass' || variant === 'unready';

export function algorithmOf(variant: ScanVariant): Algorithm {
  if (isSinglePass(variant)) return 'single pass';
  if (variant === 'warp-shuffle') return 'shuffles';
  return variant === 'hillis-steele' || variant === 'missing-barrier' ? 'doubling' : 'tree';
}
