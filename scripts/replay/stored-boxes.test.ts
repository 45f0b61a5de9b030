/** Compares the model's stores of boxes with what a GPU left in device memory, byte by byte. */
import { expect, test } from 'vitest';
import { boxBytes } from '../../src/model/tma/box-bytes.ts';
import { type BoxCopy, copyBreaches } from '../../src/model/tma/box-copy.ts';
import { store } from '../../src/model/tma/box-pieces.ts';
import { type BulkBox, type BulkCase, bulkCases } from './bulk/cases.ts';
import { bulkInput, FAULTED, hashOf } from './bulk/job.ts';
import { bulkEvidence } from './evidence.ts';

const { outcomes } = bulkEvidence();

interface Stored extends BulkCase {
  readonly box: BulkBox;
  readonly number: number;
}

const STORES = bulkCases().flatMap((one, number): Stored[] =>
  one.box !== null && one.form === 0 ? [{ ...one, box: one.box, number }] : [],
);

const copyOf = ({ type, box: { width, height, strideBytes, step, box, ...rest } }: Stored): BoxCopy => ({
  ...{ start: rest.start, base: rest.base, direction: 'store' },
  map: {
    ...{ type, dims: [width, height], stridesBytes: [strideBytes], box, elementStrides: [1, step] },
    ...{ swizzle: rest.swizzle, interleave: 'none', oobFill: 'zero' },
  },
});

/** Addresses count from a multiple of every pattern's repeat. */
function predicted(one: Stored): string {
  const copy = copyOf(one);
  if (!copyBreaches(copy).next().done) return FAULTED;
  const { to, from } = bulkInput(one, one.number);
  store(copy, boxBytes(copy), address => from[address], to);
  return hashOf(to);
}

const differing = (of: (one: Stored) => string): string[] =>
  STORES.filter(one => of(one) !== outcomes[one.id]).map(({ id }) => id);

test('of every box that was stored the model says what the GPU left', () => {
  expect(differing(predicted)).toEqual([]);
  const ran = STORES.filter(({ id }) => outcomes[id] !== FAULTED);
  expect(ran.length).toBeGreaterThan(100);
  expect(STORES.length - ran.length).toBeGreaterThan(40);
});

test.each<[string, (box: BulkBox) => Partial<BulkBox>, least: number]>([
  ['that leaves out what is outside of a cut chunk', ({ width }) => ({ width: width - (width % 4) }), 40],
  ['without swizzles', () => ({ swizzle: 'none' }), 40],
  ['that takes negative coordinates', ({ start: [x, y] }) => ({ start: [Math.abs(x), Math.abs(y)] }), 30],
  ['without traversal strides', () => ({ step: 1 }), 10],
])('a model is noticed %s', (_, change, least) => {
  expect(differing(one => predicted({ ...one, box: { ...one.box, ...change(one.box) } })).length).toBeGreaterThan(
    least,
  );
});
