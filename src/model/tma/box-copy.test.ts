import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CTA_SHARED_BYTES } from '../../base/hardware.ts';
import { parseLaunch } from '../../contract/launch.ts';
import { ELEMENT_TYPES, SWIZZLE_MODES, type TensorMap } from '../../trace/launch.ts';
import { boxShape, OUTSIDE, walkBox } from './box.ts';
import { boxBytes, boxRowAt, chunkOf, extentBytes } from './box-bytes.ts';
import { type BoxCopy, copyBreaches, remedied, repaired, withRank } from './box-copy.ts';
import { copyLaunch } from './copy-launch.ts';

const map: TensorMap = {
  type: 'bf16',
  dims: [100, 20],
  stridesBytes: [208],
  box: [64, 8],
  elementStrides: [1, 1],
  interleave: 'none',
  swizzle: '128B',
  oobFill: 'zero',
};
const copy: BoxCopy = { map, start: [64, 16], base: 1024, direction: 'load' };
const changed = (change: Partial<BoxCopy>, ofMap: Partial<TensorMap> = {}): BoxCopy => ({
  ...copy,
  ...change,
  map: { ...map, ...ofMap },
});
const breachesOf = (of: BoxCopy) => [...copyBreaches(of)].map(({ path, remedy }) => [path.join('.'), remedy]);

/** Any copy that a person may type. */
const wild: fc.Arbitrary<BoxCopy> = fc.integer({ min: 1, max: 5 }).chain(rank => {
  const list = (min: number, max: number, length = rank) =>
    fc.array(fc.integer({ min, max }), { minLength: length, maxLength: length });
  return fc.record({
    map: fc.record({
      type: fc.constantFrom(...ELEMENT_TYPES),
      dims: list(0, 300),
      stridesBytes: list(-16, 5000, rank - 1),
      box: list(0, rank > 3 ? 40 : 300),
      elementStrides: list(0, 9),
      interleave: fc.constantFrom('none' as const, '16B' as const, '32B' as const),
      swizzle: fc.constantFrom(...SWIZZLE_MODES),
      oobFill: fc.constantFrom('zero' as const, 'nan' as const),
    }),
    start: list(-100, 300),
    base: fc.integer({ min: -1, max: 300_000 }),
    direction: fc.constantFrom('load' as const, 'store' as const),
  });
});

describe('what a copy breaks', () => {
  test.each<[string, BoxCopy, [string, object][]]>([
    ['nothing', copy, []],
    [
      'map and instruction',
      changed({ base: 1 }, { box: [60, 8] }),
      [
        ['box.0', { value: 64 }],
        ['base', { value: 128 }],
      ],
    ],
    ['a start inside a chunk', changed({ start: [4, -3] }), [['start.0', { value: 8 }]]],
    ['a store before the tensor', changed({ start: [64, -3], direction: 'store' }), [['start.1', { value: 0 }]]],
    ['a base off its line', changed({ base: 1040 }), [['base', { value: 1152 }]]],
    ['a tile beyond the end', changed({ base: 232_448 }), [['base', { value: 231_424 }]]],
  ])('%s', (_, broken, expected) => {
    expect(breachesOf(broken)).toEqual(expected);
  });
});

test('narrow rows whose gaps do not fit are named', () => {
  const narrow = changed(
    { start: [0, 0, 0], base: 0 },
    { box: [8, 256, 8], dims: [8, 256, 8], stridesBytes: [16, 4096], elementStrides: [1, 1, 1] },
  );
  expect(boxShape(narrow.map).sharedBytes).toBeGreaterThan(CTA_SHARED_BYTES);
  expect(breachesOf(narrow)).toEqual([['box.2', { value: 7 }]]);
});

test('every copy is repaired by its own remedies, and one that breaks nothing is left alone', () => {
  let broken = 0;
  fc.assert(
    fc.property(wild, each => {
      const whole = repaired(each);
      expect([...copyBreaches(whole)]).toEqual([]);
      expect(walkBox(whole.map, whole.start, whole.base).ok).toBe(true);
      expect(repaired(whole)).toBe(whole);
      if (!copyBreaches(each).next().done) broken++;
    }),
    { seed: 5, numRuns: 300 },
  );
  expect(broken).toBeGreaterThan(100);
});

test('one remedy changes its own field', () => {
  const broken = changed({ base: 1040, start: [64, 16] });
  const [breach] = copyBreaches(broken);
  expect(remedied(broken, breach)).toEqual({ ...broken, base: 1152 });
  expect(remedied(broken, { path: ['oobFill'], message: '', remedy: { value: 'nan' } }).map.oobFill).toBe('nan');
  const wrong = { path: ['elementStrides'] as const, message: '', remedy: { length: 2 } };
  expect(remedied(changed({}, { elementStrides: [1] }), wrong).map.elementStrides).toEqual([1, 1]);
});

test('a rank more or less keeps what the dimensions were', () => {
  const three = withRank(copy, 3);
  expect(three.map).toMatchObject({ dims: [100, 20, 1], stridesBytes: [208, 4000], box: [64, 8, 1] });
  expect(three.start).toEqual([64, 16, 0]);
  expect(withRank(three, 2)).toEqual(copy);
  expect(withRank(copy, 1).map).toMatchObject({ dims: [100], stridesBytes: [], box: [64], elementStrides: [1] });
});

test('the bytes of a box at a ragged corner', () => {
  const bytes = boxBytes(copy);
  // 36 of 64 columns and 4 of 8 rows are inside the tensor: four whole chunks of a row, and 8 bytes of the fifth.
  expect([...bytes.insideBytes.subarray(0, 8)]).toEqual([16, 16, 16, 16, 8, 0, 0, 0]);
  expect([...bytes.insideBytes.subarray(32)].every(inside => inside === 0)).toBe(true);
  expect(bytes).toMatchObject({ transactionBytes: 1024, outsideBytes: 1024 - 4 * 72, gapBytes: 0, chunks: 64 });
  expect(chunkOf(copy, bytes, 9)).toEqual({
    row: 1,
    chunk: 1,
    coordinates: [72, 17],
    tensorByte: 17 * 208 + 144,
    sharedAddress: 1024 + 128,
    insideBytes: 16,
  });
  expect(chunkOf(copy, bytes, 5).tensorByte).toBeNull();
});

test('chunks and rows are those of the walk', () => {
  fc.assert(
    fc.property(wild, fc.nat(), (each, number) => {
      const whole = repaired(each);
      const bytes = boxBytes(whole);
      const chunk = chunkOf(whole, bytes, number % bytes.chunks);
      expect(boxRowAt(whole, bytes.shape, chunk.coordinates.slice(1))).toBe(chunk.row);
      expect(chunk.sharedAddress % 16).toBe(0);
      expect(chunk.tensorByte === null).toBe(chunk.insideBytes === 0);
      const outside = bytes.walk.tensorBytes.filter(byte => byte === OUTSIDE).length;
      expect(bytes.outsideBytes).toBe((outside * bytes.transactionBytes) / bytes.walk.tensorBytes.length);
      const most = bytes.walk.tensorBytes.reduce((last, byte) => Math.max(last, byte), 0);
      expect(most).toBeLessThan(extentBytes(whole));
    }),
    { seed: 7, numRuns: 200 },
  );
  expect(boxRowAt(copy, boxShape(map), [15])).toBeNull();
  expect(boxRowAt(changed({}, { elementStrides: [1, 2] }), boxShape(map), [17])).toBeNull();
});

test('the launch with its map is one', () => {
  fc.assert(
    fc.property(wild, each => {
      const launch = copyLaunch(repaired(each));
      expect(parseLaunch(JSON.parse(JSON.stringify(launch)))).toEqual({ ok: true, value: launch });
    }),
    { seed: 9, numRuns: 60 },
  );
});
