import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coalescedModes } from './coalesce.ts';
import { composition } from './composition.ts';
import { anyStrides, layouts, smallStrides, tableOf } from './fixtures/arbitrary-layouts.ts';
import { compatible, flatten } from './int-tuple.ts';
import { cosizeOf, type Layout, offsetAt, sizeOf } from './layout.ts';
import { errorText, type LayoutError } from './layout-error.ts';
import { parseLayout, printLayout } from './notation.ts';

const read = (text: string): Layout => {
  const layout = parseLayout(text);
  if (!layout.ok) throw new Error(errorText(layout.error));
  return layout.value;
};
const composed = (a: string, b: string): string => {
  const result = composition(read(a), read(b));
  return result.ok ? printLayout(result.value) : errorText(result.error);
};

/** The white paper's conditions (20) and (21) for a mode s:d, over the prefix products of A as far as the mode reaches. */
function conditionsHold(a: Layout, size: number, stride: number): boolean {
  if (size === 1 || stride === 0) return true;
  const d = Math.abs(stride);
  const { lengths } = coalescedModes(a);
  return lengths
    .map((_, mode) => lengths.slice(0, mode).reduce((all, length) => all * length, 1))
    .filter(prefix => prefix < size * d)
    .every(prefix => d % prefix === 0 || (prefix % d === 0 && size % (prefix / d) === 0));
}

/** Whether A(B(c)) is the sum of A over the offsets of B's single modes. */
function additive(a: Layout, b: Layout): boolean {
  const shape = flatten(b.shape);
  const leaf = (i: number, d: number) => tableOf({ shape: shape[i], stride: d });
  const steps = shape.map((_, i) => leaf(i, flatten(b.stride)[i]));
  const images = steps.map(offsets => offsets.map(offset => offsetAt(a, offset)));
  const sums = (tables: number[][]) => tables.reduceRight((slow, fast) => slow.flatMap(s => fast.map(f => s + f)), [0]);
  const image = sums(images);
  return sums(steps).every((offset, i) => offsetAt(a, offset) === image[i]);
}

/** A borrow through modes in between may come out right by chance: no more is claimed of it. */
const isBorrow = (error: LayoutError): boolean => errorText(error).includes('strides of one sign would do');

describe('composition', () => {
  it("gives the results of CuTe's documentation", () => {
    expect(composed('(6,2):(8,2)', '(4,3):(3,1)')).toBe('((2,2),3):((24,2),8)');
    expect(composed('20:2', '(5,4):(4,1)')).toBe('(5,4):(8,2)');
    expect(composed('(10,2):(16,4)', '(5,4):(1,5)')).toBe('(5,(2,2)):(16,(80,4))');
    expect(composed('(3,6,2,8):(1,10,100,1000)', '16:9')).toBe('(2,2,4):(30,100,1000)');
    expect(composed('12:1', '(4,3):(1,4)')).toBe('(4,3):(1,4)');
  });

  it('writes beside a length of 1 what CuTe writes', () => {
    expect(composed('(4,2):(1,8)', '(1,1,1,2):(2,0,3,4)')).toBe('(1,1,1,2):(8,0,8,8)');
    expect(composed('8:3', '(1,8):(1,1)')).toBe('(1,8):(3,3)');
  });

  it('goes on along the last mode beyond its size', () => {
    expect(composed('4:1', '8:3')).toBe('8:3');
    expect(composed('1:5', '4:1')).toBe('4:5');
    expect(composed('(4,2):(1,8)', '32:1')).toBe('(4,8):(1,8)');
    // CuTe's own example of a mode that coalescing must keep: (_4,_1):(_1,_0) is not _4:_1.
    expect(composed('(4,1):(1,0)', '8:1')).toBe('(4,2):(1,0)');
    expect(composed('(4,3,(1)):(4,-2,(8))', '(1,6):(24,12)')).toBe('(1,6):(16,8)');
    expect(composed('(6,1):(2,1)', '2:4')).toBe('2:8');
  });

  it('says what does not divide, where, and what would do', () => {
    expect(composed('(5,3):(7,1)', '2:3')).toBe(
      '2:3 steps over mode 0 of the coalesced left layout: its stride 3 neither divides its length 5 nor is a multiple ' +
        'of it; a stride of 1 or 5 would do',
    );
    expect(composed('(5,3):(7,1)', '7:1')).toContain('a size of 5 or 10 would do');
    expect(composed('(4,2):(1,8)', '(2,(6,2)):(1,(1,8))')).toMatch(/^mode 1\.0: 6:1 takes 4 steps .* 4 or 8 would do$/);
    expect(composed('(12,2):(1,99)', '(2,2,2):(4,6,3)')).toContain('a carry that no stride can express');
    expect(composed('(4,2):(1,8)', '(2,2):(4,-1)')).toContain('strides of one sign would do');
    expect(composed('((4,4),6):((2,0),8)', '(2,6):(1,-16)')).toContain('strides of one sign would do');
  });

  it('is A(B(c)) on every coordinate and refines B, or B breaks a condition', () => {
    let answered = 0;
    fc.assert(
      fc.property(layouts(anyStrides), layouts(fc.oneof(smallStrides, anyStrides)), (a, b) => {
        const result = composition(a, b);
        if (result.ok) {
          answered++;
          expect(compatible(b.shape, result.value.shape)).toBe(true);
          expect(tableOf(result.value)).toEqual(tableOf(b).map(offset => offsetAt(a, offset)));
        } else if (cosizeOf(b) <= sizeOf(a) && !isBorrow(result.error)) {
          const stride = flatten(b.stride);
          const admissible = flatten(b.shape).every((size, i) => conditionsHold(a, size, stride[i]));
          expect(admissible && additive(a, b)).toBe(false);
        }
      }),
      { numRuns: 1500 },
    );
    expect(answered).toBeGreaterThan(300);
  });

  it('is answered wherever the conditions hold and nothing carries, for strides up', () => {
    fc.assert(
      fc.property(layouts(anyStrides), layouts(smallStrides), (a, b) => {
        fc.pre(cosizeOf(b) <= sizeOf(a));
        const stride = flatten(b.stride);
        fc.pre(flatten(b.shape).every((size, i) => conditionsHold(a, size, stride[i])) && additive(a, b));
        expect(composition(a, b).ok).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });
});
