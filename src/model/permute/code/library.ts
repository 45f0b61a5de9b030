/** The library: a C++ header without dependencies that plans any permutation, and launches it where nvcc compiles it. */
import { singleFile } from './single-file.ts';

/** Below the folder of the permutation's CUDA sources. */
const LAUNCHER = 'library/permute.cuh';

/** @param read the text of a CUDA source of the permutation, by its path there. */
export const libraryText = (read: (path: string) => string): string =>
  [
    ...INTRODUCTION,
    '#ifndef LANESCAPE_PERMUTE_HPP',
    '#define LANESCAPE_PERMUTE_HPP',
    '',
    singleFile(LAUNCHER, read),
    '#endif  // LANESCAPE_PERMUTE_HPP',
    '',
  ].join('\n');

const INTRODUCTION = [
  '// Tensor permutations on NVIDIA GPUs, close to the speed of a copy. One header, C++17; MIT License, the Lanescape developers.',
  '//',
  '//   const long long shape[] = {28, 48, 28, 28, 48};  // of the input, the last dimension fastest',
  '//   const int perm[] = {4, 0, 3, 2, 1};              // out.shape[i] = shape[perm[i]], as numpy transposes',
  '//   const lanescape::PermutePlan plan = lanescape::planPermute(5, shape, perm, sizeof(float));',
  '//   cudaError_t error = lanescape::permute(out, in, plan, stream);',
  '//',
  '// A plan takes less than a millisecond and holds for any tensor of its shape. `lanescape::whatIsWrong` says why a request cannot be',
  '// planned. Without nvcc the header still plans. Blocks are chosen for an NVIDIA H200; other GPUs get right results, too. Those before',
  '// compute capability 9.0 have no copy engine: say so by a fifth argument, false.',
  '',
];
