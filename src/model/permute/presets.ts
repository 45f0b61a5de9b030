/** Well-known permutations, for the page's menu and for cases. */
import type { Permutation } from './permutation.ts';
import { ttcCases } from './statistics/ttc.ts';

interface Preset extends Permutation {
  readonly id: string;
  readonly title: string;
  /** Its origin, or what is special about it, in a few words. */
  readonly hint: string;
}

/** Cases of ranks 2, 4 and 6. Each has about 200 MB in 4-byte elements, which is too much to emulate whole in a browser. */
const TTC_NUMBERS = [1, 16, 43, 57];

const ttcPresets = (): Preset[] =>
  TTC_NUMBERS.map(number => {
    const { name, shape, perm } = ttcCases()[number - 1];
    return { id: `ttc-${number}`, title: name, hint: `${shape.join(',')} → ${perm.join(',')}`, shape, perm };
  });

export const PRESETS: readonly Preset[] = [
  { id: 'transpose', title: 'Transpose', hint: '64 × 64', shape: [64, 64], perm: [1, 0] },
  { id: 'nchw-nhwc', title: 'NCHW → NHWC', hint: 'images, channels last', shape: [4, 32, 14, 14], perm: [0, 2, 3, 1] },
  { id: 'nhwc-nchw', title: 'NHWC → NCHW', hint: 'images, channels first', shape: [4, 14, 14, 32], perm: [0, 3, 1, 2] },
  {
    id: 'split-heads',
    title: 'Attention: split heads',
    hint: 'B,S,H,D → B,H,S,D',
    shape: [2, 32, 4, 64],
    perm: [0, 2, 1, 3],
  },
  {
    id: 'transpose-keys',
    title: 'Attention: keys for Q·Kᵀ',
    hint: 'B,S,H,D → B,H,D,S',
    shape: [2, 32, 4, 64],
    perm: [0, 2, 3, 1],
  },
  { id: 'skinny', title: 'Skinny dimension', hint: 'A2 B16 C2 → C A B', shape: [2, 16, 2], perm: [2, 0, 1] },
  {
    id: 'sandwich',
    title: 'Sandwich',
    hint: 'AmBnCoDp → mnopDACB',
    shape: [2, 2, 4, 2, 4, 2, 4, 4],
    perm: [1, 3, 5, 7, 6, 0, 4, 2],
  },
  { id: 'middle-out', title: 'Rows of eight', hint: 'A8 B2 C8 D8 → B C A D', shape: [8, 2, 8, 8], perm: [1, 2, 0, 3] },
  { id: 'first-read', title: 'No power of two', hint: 'Z8 Y9 X4 → Z X Y', shape: [8, 9, 4], perm: [0, 2, 1] },
  ...ttcPresets(),
];
