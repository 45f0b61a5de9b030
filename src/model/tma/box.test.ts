import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ELEMENT_BYTES, SWIZZLE_MODES, type TensorMap } from '../../trace/launch.ts';
import { SPAN_BYTES, tensorMapBreaches } from '../../trace/tensor-map-rules.ts';
import { type BoxWalk, boxShape, elementAt, fillBytes, OUTSIDE, walkBox } from './box.ts';
import { denseStrides } from './dense-strides.ts';
import { placeByTable } from './fixtures/manual-tables.ts';

const map: TensorMap = {
  type: 'bf16',
  dims: [64, 10],
  stridesBytes: [128],
  box: [64, 8],
  elementStrides: [1, 1],
  interleave: 'none',
  swizzle: '128B',
  oobFill: 'zero',
};

function walkOf(change: Partial<TensorMap>, start: readonly number[], base = 0): BoxWalk {
  const walk = walkBox({ ...map, ...change }, start, base);
  if (!walk.ok) throw new Error(walk.error.message);
  return walk.value;
}

/**
 * The walk by the definitions: nested loops over all coordinates of the box; the manual's tables give the place of every
 * byte.
 */
function slowWalk(each: TensorMap, start: readonly number[], base: number): [tensor: number, shared: number][] {
  const bytes = ELEMENT_BYTES[each.type];
  const span = each.swizzle === 'none' ? 0 : SPAN_BYTES[each.swizzle];
  let coordinates: number[][] = [[]];
  for (const [dim, length] of [...each.box.entries()].reverse()) {
    const step = dim === 0 ? 1 : each.elementStrides[dim];
    const along = Array.from({ length }, (_, i) => i).filter(i => i % step === 0);
    coordinates = coordinates.flatMap(outer => along.map(i => [start[dim] + i, ...outer]));
  }
  let linear = base;
  return coordinates.map((x, i) => {
    if (i > 0 && i % each.box[0] === 0) linear += Math.max(span - each.box[0] * bytes, 0);
    const shared = placeByTable(each.swizzle, linear);
    linear += bytes;
    const isInside = x.every((c, dim) => c >= 0 && c < each.dims[dim]);
    const offset = x.reduce((sum, c, dim) => sum + c * (dim === 0 ? bytes : each.stridesBytes[dim - 1]), 0);
    return [isInside ? offset : OUTSIDE, shared];
  });
}

const walks = fc
  .record({
    type: fc.constantFrom('u8' as const, 'bf16' as const, 'f32' as const, 'f64' as const),
    swizzle: fc.constantFrom(...SWIZZLE_MODES),
    rank: fc.integer({ min: 1, max: 5 }),
  })
  .chain(({ type, swizzle, rank }) => {
    const chunk = 16 / ELEMENT_BYTES[type];
    const chunks = (swizzle === 'none' ? 64 : SPAN_BYTES[swizzle]) / 16;
    const outer = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: rank - 1, maxLength: rank - 1 });
    return fc.record({
      map: fc
        .record({
          dims: fc.tuple(fc.integer({ min: 1, max: 90 }), outer(fc.integer({ min: 1, max: 9 }))),
          stridesBytes: outer(fc.integer({ min: 0, max: 99 }).map(n => n * 16)),
          box: fc.tuple(
            fc.integer({ min: 1, max: Math.min(chunks, 256 / chunk) }).map(n => n * chunk),
            outer(fc.integer({ min: 1, max: rank > 3 ? 3 : 12 })),
          ),
          elementStrides: fc.tuple(fc.constantFrom(1, 2), outer(fc.integer({ min: 1, max: 8 }))),
        })
        .map(
          (lists): TensorMap => ({
            ...map,
            ...{ type, swizzle, stridesBytes: lists.stridesBytes },
            dims: lists.dims.flat(),
            box: lists.box.flat(),
            elementStrides: lists.elementStrides.flat(),
          }),
        ),
      start: fc
        .tuple(fc.integer({ min: -20, max: 99 }), outer(fc.integer({ min: -20, max: 99 })))
        .map(([x, rest]) => [x * chunk, ...rest]),
      base: fc.nat(50).map(lines => lines * 128),
    });
  });

describe('the walk', () => {
  test('is that of the definitions', () => {
    let outside = 0;
    fc.assert(
      fc.property(walks, ({ map: each, start, base }) => {
        expect([...tensorMapBreaches(each)]).toEqual([]);
        const walk = walkBox(each, start, base);
        if (!walk.ok) throw new Error(walk.error.message);
        const { tensorBytes, sharedAddresses, shape } = walk.value;
        const expected = slowWalk(each, start, base);
        expect([...tensorBytes].map((offset, i) => [offset, sharedAddresses[i]])).toEqual(expected);
        expect(shape.transactionBytes).toBe(expected.length * ELEMENT_BYTES[each.type]);
        outside += expected.filter(([offset]) => offset === OUTSIDE).length;
      }),
      { seed: 3 },
    );
    expect(outside).toBeGreaterThan(0);
  });

  test('gives each element a place of its own, from which it is found again', () => {
    fc.assert(
      fc.property(walks, ({ map: each, start, base }) => {
        const walk = walkBox(each, start, base);
        if (!walk.ok) throw new Error(walk.error.message);
        const { sharedAddresses, shape } = walk.value;
        const last = ELEMENT_BYTES[each.type] - 1;
        sharedAddresses.forEach((address, element) => {
          if (elementAt(each, base, address) !== element || elementAt(each, base, address + last) !== element)
            expect([address, elementAt(each, base, address)]).toBe(element);
        });
        const end = Math.ceil(shape.sharedBytes / 128) * 128;
        const found = Array.from({ length: end + 256 }, (_, i) => elementAt(each, base, base + i - 128));
        const bytes = found.filter(element => typeof element === 'number').length;
        expect(bytes).toBe(shape.transactionBytes);
        expect(found.filter(element => element === 'gap').length).toBe(shape.sharedBytes - bytes);
      }),
      { numRuns: 50 },
    );
  });
});

test('a box at the edge: what is outside is not read, and counts', () => {
  const { tensorBytes, shape } = walkOf({}, [-8, 9]);
  expect([...tensorBytes.subarray(6, 10)]).toEqual([OUTSIDE, OUTSIDE, 9 * 128, 9 * 128 + 2]);
  expect([...tensorBytes.subarray(64)].every(offset => offset === OUTSIDE)).toBe(true);
  expect(shape.transactionBytes).toBe(64 * 8 * 2);
  const far = walkOf({}, [2 ** 31 - 8, -(2 ** 31)]);
  expect(far.tensorBytes.every(offset => offset === OUTSIDE)).toBe(true);
});

test('element strides: every third row of a box of eight is three rows', () => {
  const { shape, tensorBytes } = walkOf({ elementStrides: [1, 3] }, [0, 1]);
  expect(shape).toEqual({
    counts: [64, 3],
    rows: 3,
    rowBytes: 128,
    pitchBytes: 128,
    sharedBytes: 384,
    transactionBytes: 384,
  });
  expect([0, 64, 128].map(element => tensorBytes[element] / 128)).toEqual([1, 4, 7]);
});

test('a narrow box takes the whole swizzle of shared memory, and announces only what it copies', () => {
  expect(boxShape({ ...map, box: [8, 4] })).toMatchObject({ pitchBytes: 128, sharedBytes: 512, transactionBytes: 64 });
  expect(boxShape({ ...map, box: [8, 4], swizzle: 'none' })).toMatchObject({ pitchBytes: 16, sharedBytes: 64 });
});

test.each<[Partial<TensorMap>, number[], number, string, string]>([
  [{}, [0, 0], 64, 'misaligned', 'base'],
  [{}, [0], 0, 'range', 'start'],
  [{}, [0, 0.5], 0, 'range', 'start'],
  [{}, [4, 0], 0, 'misaligned', 'start'],
  [{ type: 'u8' }, [-8, 0], 0, 'misaligned', 'start'],
])('refuses %j at %j and %d', (change, start, base, code, field) => {
  expect(walkBox({ ...map, ...change }, start, base)).toMatchObject({ ok: false, error: { code, field } });
});

test('interleaved: dimension 0 counts slices, of the channels one is copied, and rows have no gaps', () => {
  const dims = { dims: [9, 4, 6], stridesBytes: [320, 1280], box: [8, 3, 2], elementStrides: [2, 1, 1] };
  const { tensorBytes, sharedAddresses, shape } = walkOf({ ...dims, interleave: '32B', swizzle: '32B' }, [3, 2, 5]);
  expect(shape).toMatchObject({ counts: [4, 1, 2], rowBytes: 128, pitchBytes: 128, transactionBytes: 256 });
  const first = 3 * 32 + 2 * 320 + 5 * 1280;
  expect([...tensorBytes.subarray(0, 64)].filter((_, i) => i % 8 === 0)).toEqual([
    ...[first, first + 16, first + 64, first + 80, first + 128, first + 144],
    ...[OUTSIDE, OUTSIDE],
  ]);
  expect(tensorBytes.subarray(64).every(offset => offset === OUTSIDE)).toBe(true);
  expect([0, 8, 64, 72, 73].map(element => sharedAddresses[element])).toEqual([0, 16, 144, 128, 130]);
});

test('outside are zeros, or a NaN of equal halves', () => {
  expect(fillBytes({ type: 'f32', oobFill: 'zero' })).toEqual([0, 0, 0, 0]);
  expect(fillBytes({ type: 'bf16', oobFill: 'nan' })).toEqual([0xf7, 0x7f]);
  const f64 = Uint8Array.from(fillBytes({ type: 'f64', oobFill: 'nan' }));
  expect(new DataView(f64.buffer).getBigUint64(0, true)).toBe(0x7ff7_7ff7_7ff7_7ff7n);
  expect(new DataView(f64.buffer).getFloat64(0, true)).toBeNaN();
});

test('dense strides', () => {
  expect(denseStrides({ type: 'f32', dims: [7, 5, 3], interleave: 'none' })).toEqual([28, 140]);
  expect(denseStrides({ type: 'f32', dims: [7, 5, 3], interleave: '16B' })).toEqual([112, 560]);
  expect(denseStrides({ type: 'f32', dims: [7], interleave: 'none' })).toEqual([]);
});
