import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coalesce } from './coalesce.ts';
import { complement } from './complement.ts';
import { compactLayouts, layouts, smallStrides, tableOf } from './fixtures/arbitrary-layouts.ts';
import { layoutFromText } from './fixtures/layout-text.ts';
import { flatten } from './int-tuple.ts';
import { concatenated, cosizeOf, type Layout, sizeOf } from './layout.ts';
import { printLayout } from './notation.ts';

const complementOf = (layout: string, cotarget?: number): string => {
  const result = complement(layoutFromText(layout), cotarget);
  return result.ok ? printLayout(result.value) : result.error.message;
};

/** The modes whose stride is not 0, by ascending stride, each with how far the mode before it reaches. */
function chainOf(layout: Layout): { readonly stride: number; readonly filled: number }[] {
  const flat = coalesce(layout);
  const strides = flatten(flat.stride);
  const modes = flatten(flat.shape)
    .map((length, i) => ({ length, stride: strides[i] }))
    .filter(({ stride }) => stride !== 0)
    .sort((a, b) => a.stride - b.stride);
  return modes.map(({ stride }, i) => ({ stride, filled: i === 0 ? 1 : modes[i - 1].stride * modes[i - 1].length }));
}

const overlaps = (layout: Layout): boolean => chainOf(layout).some(({ stride, filled }) => stride < filled);
const tiles = (layout: Layout): boolean => chainOf(layout).every(({ stride, filled }) => stride % filled === 0);

describe('complement', () => {
  it("gives the results of CuTe's documentation", () => {
    expect(complementOf('4:1', 24)).toBe('6:4');
    expect(complementOf('6:4', 24)).toBe('4:1');
    expect(complementOf('(4,6):(1,4)', 24)).toBe('1:0');
    expect(complementOf('4:2', 24)).toBe('(2,3):(1,8)');
    expect(complementOf('(2,4):(1,6)', 24)).toBe('3:2');
    expect(complementOf('(2,2):(1,6)', 24)).toBe('(3,2):(2,12)');
  });

  it('passes over stride 0 and refuses what has no complement', () => {
    expect(complementOf('(4,3):(1,0)', 8)).toBe('2:4');
    expect(complementOf('(4,4):(1,2)', 24)).toMatch(
      /strides overlap: 4:1 fills up to 4.* a stride of 4 or more would do$/,
    );
    expect(complementOf('4:-1', 24)).toContain('use its absolute value');
    expect(complementOf('4:1', 0)).toContain('a cotarget of 0');
  });

  it('ascends, keeps clear of A, and reaches the cotarget', () => {
    fc.assert(
      fc.property(layouts(smallStrides), fc.integer({ min: 1, max: 200 }), (layout, cotarget) => {
        const result = complement(layout, cotarget);
        expect(result.ok).toBe(!overlaps(layout));
        if (!result.ok) return;
        const offsets = tableOf(result.value);
        const taken = new Set(tableOf(layout));
        expect(offsets.every((offset, i) => i === 0 || offset > offsets[i - 1])).toBe(true);
        expect(offsets.slice(1).filter(offset => taken.has(offset))).toEqual([]);
        const reach = cosizeOf(concatenated([layout, result.value]));
        if (tiles(layout)) expect(reach).toBeGreaterThanOrEqual(cotarget);
        expect(reach + cosizeOf(layout)).toBeGreaterThan(cotarget);
      }),
      { numRuns: 500 },
    );
  });

  it('tiles a range together with a layout whose strides chain', () => {
    fc.assert(
      fc.property(
        compactLayouts,
        fc.constantFrom(1, 2, 3, 5),
        fc.integer({ min: 1, max: 300 }),
        (whole, gap, cotarget) => {
          const layout = { shape: [whole.shape], stride: [scaled(whole, gap)] };
          const result = complement(layout, cotarget);
          if (!result.ok) throw new Error(result.error.message);
          const filled = tableOf(concatenated([layout, result.value])).sort((a, b) => a - b);
          expect(filled).toEqual(filled.map((_, i) => i));
          expect(filled.length).toBe(sizeOf(layout) * sizeOf(result.value));
        },
      ),
    );
  });
});

const scaled = (layout: Layout, by: number): Layout['stride'] => {
  const all = (t: Layout['stride']): Layout['stride'] => (typeof t === 'number' ? t * by : t.map(all));
  return all(layout.stride);
};
