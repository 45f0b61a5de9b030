/** Named parameter sets: what the tests run, the gallery shows and deep links name. */
import type { KernelCase } from '../kernel.ts';
import { ODOMETER, type PermuteParams } from './params.ts';

type Chosen = Partial<PermuteParams>;

const permutation = (shape: string, perm: string, title: string, chosen: Chosen = {}): KernelCase => ({
  id: [
    `${shape}-to-${perm}`.replaceAll(',', '.'),
    ...Object.entries(chosen).map(([name, value]) => `${name}-${value}`),
  ].join('-'),
  title,
  params: { shape, perm, ...chosen },
});

const hiding = (kernelCase: KernelCase, ...hides: readonly string[]): KernelCase => ({ ...kernelCase, hides });

/** If both sides count alike, each thread loads what it has stored itself. */
const inOneOrder = (kernelCase: KernelCase, ...others: readonly string[]): KernelCase =>
  hiding(kernelCase, 'pad-not-used', 'missing-barrier', ...others);

/** If whole blocks cover the tensor, none has an end that could be forgotten. */
const WHOLE_BLOCKS = 'rows-v-no-ends';

/** If the inner read block is odd, there is no pad that could be forgotten. */
const withoutPad = (kernelCase: KernelCase): KernelCase => hiding(kernelCase, 'pad-not-used');

export const cases: readonly KernelCase[] = [
  hiding(permutation('8,2,8,8', '1,2,0,3', 'A dimension goes behind another one'), WHOLE_BLOCKS),
  permutation('2,16,2', '2,0,1', 'Two skinny ends: 64 elements'),
  permutation('2,2,4,2,4,2,4,4', '1,3,5,7,6,0,4,2', 'Eight dimensions, interleaved', { target: 128 }),
  permutation('64,48', '1,0', 'A transpose'),
  permutation('70,100', '1,0', 'A transpose with ragged ends', { elementBytes: 2 }),
  withoutPad(permutation('2,12,10,14', '0,2,3,1', 'NCHW to NHWC', { positions: ODOMETER })),
  permutation('2,9,11,16', '0,3,1,2', 'NHWC to NCHW', { access: 1 }),
  permutation('4,33,2,24', '2,0,3,1', 'An odd dimension between even ones', { elementBytes: 8, positions: ODOMETER }),
  permutation('128,2', '1,0', 'Pairs are taken apart', { access: 1 }),
  permutation('3,200', '1,0', 'Three lines are woven together', { elementBytes: 1 }),
  permutation('2,65,4', '0,2,1', 'Quads are taken apart', { elementBytes: 8 }),
  withoutPad(permutation('40,5', '1,0', 'Fives are taken apart, without a shuffle', { elementBytes: 2 })),
  permutation('6,96', '1,0', 'Six lines are woven together', { elementBytes: 4 }),
  permutation('8,33', '1,0', 'Eight lines are woven together', { elementBytes: 16 }),
  permutation('5,3,4,7,2', '4,2,0,3,1', 'Five dimensions', { elementBytes: 16, positions: ODOMETER }),
  permutation('3,4,5,2,4,6', '5,3,1,4,0,2', 'Six dimensions', { elementBytes: 1, access: 1 }),
  inOneOrder(permutation('6,16,40', '1,0,2', 'Rows that stay whole', { access: 1 }), WHOLE_BLOCKS),
  permutation('67,5,16', '1,0,2', 'Rows in blocks, of which the last are shorter'),
  inOneOrder(permutation('35,9,32', '1,0,2', 'Longer rows in blocks, of which the last are shorter', { access: 1 })),
  permutation('67,4,24', '1,0,2', 'Rows of 96 bytes in blocks, of which the last are shorter', { access: 1 }),
  inOneOrder(permutation('7,11', '0,1', 'Nothing changes place', { elementBytes: 2 })),
  permutation('32,64', '1,0', 'Sixteen bytes at a time', { elementBytes: 2, access: 1, base: 48, positions: ODOMETER }),
  permutation('24,40', '1,0', 'A pad of your own', { pads: '1,0' }),
  permutation('45,67', '1,0', 'A transpose of odd lengths'),
  withoutPad(permutation('67,7,45', '1,0,2', 'Rows of odd lengths', { elementBytes: 2 })),
];
