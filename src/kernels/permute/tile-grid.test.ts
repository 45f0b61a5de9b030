import { expect, test } from 'vitest';
import type { Permutation } from '../../model/permute/permutation.ts';
import { tileBlock } from '../../model/permute/time/tile-blocks.ts';
import { tensorDims } from './tensor-dims.ts';
import { gridOf, pairsOf } from './tile-grid.ts';

/** What the grid's dimensions step along, the fastest first; the rule is of 4-byte elements. */
function orderOf(canonical: Permutation): string[] {
  const block = tileBlock({ canonical, elementBytes: 4 }, 48 * 1024);
  const dims = tensorDims(canonical);
  return gridOf(block, dims, pairsOf(block, dims)).map(({ acrossStep, downStep }) =>
    acrossStep > 0 ? 'across' : downStep > 0 ? 'down' : 'other',
  );
}

test('blocks along both sides come first where others would come between', () => {
  expect(orderOf({ shape: [15, 15, 32, 15, 15, 32], perm: [1, 5, 4, 0, 3, 2] }).slice(0, 2)).toEqual([
    'across',
    'down',
  ]);
});

test("the output's order stays where the input's side goes on in a dimension that is farther there", () => {
  expect(orderOf({ shape: [15, 15, 32, 15, 15, 32], perm: [1, 4, 0, 5, 3, 2] })).toEqual([
    'down',
    'other',
    'across',
    'other',
  ]);
});
