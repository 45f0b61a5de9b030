import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalog } from './catalog.ts';
import { firstBeyondBound } from './output-check.ts';

const numbers = fc.array(fc.record({ value: fc.integer({ min: -1e6, max: 1e6 }), bound: fc.nat(1000) }), {
  minLength: 1,
  maxLength: 20,
});
const bytesOf = (values: readonly number[]) => new Uint8Array(Float32Array.from(values).buffer);

function checked(cells: readonly { value: number; bound: number }[], found: readonly number[]) {
  const [values, bounds] = (['value', 'bound'] as const).map(name => Float64Array.from(cells, cell => cell[name]));
  return firstBeyondBound(new Map([['c', { type: 'f32', values, bounds }]]), new Map([['c', bytesOf(found)]]));
}

test('an element may be off by its bound and no more', () => {
  fc.assert(
    fc.property(numbers, fc.nat(), fc.boolean(), (cells, chosen, isUp) => {
      const sign = isUp ? 1 : -1;
      const found = cells.map(({ value, bound }) => value + sign * bound);
      expect(checked(cells, found)).toBeNull();
      const at = chosen % cells.length;
      found[at] += sign;
      expect(checked(cells, found)).toMatchObject({ buffer: 'c', byteOffset: 4 * at });
    }),
  );
});

test('infinity is as far from itself as is allowed, and from nothing else', () => {
  const cell = { value: Number.NEGATIVE_INFINITY, bound: 0 };
  expect(checked([cell], [Number.NEGATIVE_INFINITY])).toBeNull();
  expect(checked([cell], [Number.POSITIVE_INFINITY])).not.toBeNull();
  expect(checked([cell], [0])).not.toBeNull();
});

test('no number is within no bound, and a buffer that is short or not there is wrong', () => {
  const cell = { value: 1, bound: Number.MAX_VALUE };
  expect(checked([cell], [Number.NaN])?.at).toBe(`buffer c, element 0: expected 1 ± ${Number.MAX_VALUE}, got NaN`);
  expect(checked([cell, cell], [1])?.at).toBe('buffer c: expected 8 B, got 4 B');
  expect(checked([cell], [])?.at).toBe('buffer c: expected 4 B, got 0 B');
});

const kernels = [...catalog.values()].filter(({ reals }) => reals !== null);

test('some kernel has real numbers', () => expect(kernels.map(({ id }) => id)).toContain('gemm'));

test.each(kernels)(
  'the real numbers of $id go with cases that it has, and with its launch but for what they are',
  kernel => {
    const { cases, launch } = kernel.reals!;
    for (const id of cases) {
      const { params } = kernel.cases.find(each => each.id === id)!;
      for (const { id: variant } of kernel.variants.filter(each => kernel.refusal(each.id, params) === null)) {
        const [ours, theirs] = [launch(variant, params), kernel.launch(variant, params)].map(each => ({
          ...each,
          buffers: each.buffers.map(({ init: _, ...shape }) => shape),
        }));
        expect(ours).toEqual(theirs);
      }
    }
  },
);
