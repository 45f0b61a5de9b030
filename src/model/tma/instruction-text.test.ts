import { expect, test } from 'vitest';
import type { BoxCopy } from './box-copy.ts';
import { instructionText } from './instruction-text.ts';

const copy: BoxCopy = {
  map: {
    type: 'bf16',
    dims: [256, 300, 4],
    stridesBytes: [512, 153_600],
    box: [64, 128, 1],
    elementStrides: [1, 1, 1],
    interleave: 'none',
    swizzle: '128B',
    oobFill: 'zero',
  },
  start: [64, -8, 2],
  base: 0,
  direction: 'load',
};

test('a load announces its bytes, and says where it starts', () => {
  const text = instructionText(copy);
  expect(text).toContain('tile: a multiple of 1024, 16384 bytes.');
  expect(text).toContain('::"r"(barrierAddress), "r"(16384) : "memory"');
  expect(text).toContain('"cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes "');
  expect(text).toContain('"[%0], [%1, {%3, %4, %5}], [%2];"');
  expect(text).toContain('"r"(barrierAddress), "r"(64), "r"(-8), "r"(2) : "memory"');
});

test('a store waits for no barrier', () => {
  const text = instructionText({ ...copy, start: [64, 8, 2], direction: 'store' });
  expect(text).toContain('"cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [%0, {%2, %3, %4}], [%1];"');
  expect(text).toContain('fence.proxy.async');
  expect(text).not.toContain('mbarrier');
});
