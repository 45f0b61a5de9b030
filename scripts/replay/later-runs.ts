/**
 * Variants and cases that were written since a GPU was last asked about addresses and contents of shared memory: no evidence
 * of them is there yet.
 * What is asked leaves this list.
 */
import { otherCases } from '../../src/kernels/gemm/cases.ts';
import type { ReplayedKernel } from './replay-launch.ts';

const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  gemm: ['v5-split-k', 'v6-small', 'v7-early-half', 'half-k-step', 'full-boxes'],
  histogram: ['vector-loads'],
  permute: ['tile-v', 'tile-odd', 'tile-odd-not-cut', 'rows-v', 'rows-odd', 'rows-odd-not-cut'],
  reduction: ['vector-loads'],
};

const CASES: Readonly<Record<string, readonly string[]>> = {
  gemm: ['large-ragged', ...otherCases.map(({ id }) => id)],
  histogram: ['ctas-3'],
  permute: [
    '45.67-to-1.0',
    '67.7.45-to-1.0.2-elementBytes-2',
    '67.5.16-to-1.0.2',
    '35.9.32-to-1.0.2-access-1',
    '67.4.24-to-1.0.2-access-1',
  ],
  transpose: [
    'tile-32-bytes-1',
    'tile-64-bytes-1',
    'vectors-tile-128-bytes-1',
    'vectors-tile-128-bytes-2',
    'vectors-tile-256-bytes-1',
  ],
};

/** Cases of one variant whose code has changed. */
const CHANGED = [
  'transpose vectorized tile-32-bytes-16',
  'transpose vectorized pad-1-elementBytes-16',
  'transpose vectorized tile-64-bytes-16',
  'transpose vectorized pad-0-tile-64-elementBytes-16',
  'transpose vectorized vectors-tile-64-bytes-2',
  'transpose vectorized base-48-tile-64-elementBytes-2',
];

export const isLater = ({ id, kernel, variant }: ReplayedKernel): boolean =>
  CHANGED.includes(id) ||
  (VARIANTS[kernel.id]?.includes(variant) ?? false) ||
  (CASES[kernel.id]?.some(item => id === `${kernel.id} ${variant} ${item}`) ?? false);
