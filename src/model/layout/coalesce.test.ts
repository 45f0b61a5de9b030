import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coalesce, coalesceBy, filter, filterBy } from './coalesce.ts';
import { anyStrides, layouts, tableOf } from './fixtures/arbitrary-layouts.ts';
import { layoutFromText } from './fixtures/layout-text.ts';
import { flatten } from './int-tuple.ts';
import { concatenated, modesOf, sizeOf } from './layout.ts';
import { parseCoordinate, printLayout } from './notation.ts';

const by = (layout: string, profile: string): string => {
  const coordinate = parseCoordinate(profile);
  if (!coordinate.ok) throw new Error(coordinate.error.message);
  const result = coalesceBy(layoutFromText(layout), coordinate.value);
  return result.ok ? printLayout(result.value) : result.error.message;
};

describe('coalesce', () => {
  it("gives the results of CuTe's documentation", () => {
    expect(by('(2,(1,6)):(1,(6,2))', '1')).toBe('12:1');
    expect(by('(2,(1,6)):(1,(6,2))', '(1,1)')).toBe('(2,6):(1,2)');
    expect(by('(3,(4,5)):(8,(1,4))', '(1,1)')).toBe('(3,20):(8,1)');
    expect(by('(2,1,6,1):(1,7,8,0)', '1')).toBe('(2,6):(1,8)');
  });

  it('keeps the modes beyond a profile, and those at "_"', () => {
    expect(by('((2,2),(2,2)):((1,2),(4,8))', '(1)')).toBe('(4,(2,2)):(1,(4,8))');
    expect(by('((2,2),(2,2)):((1,2),(4,8))', '(_,1)')).toBe('((2,2),4):((1,2),4)');
    expect(by('4:1', '(1,1)')).toContain('a profile of 2 modes for a layout of rank 1');
  });

  it('is the same function in the fewest modes', () => {
    fc.assert(
      fc.property(layouts(anyStrides), layout => {
        const flat = coalesce(layout);
        expect(tableOf(flat)).toEqual(tableOf(layout));
        const [shape, stride] = [flatten(flat.shape), flatten(flat.stride)];
        expect(coalesce(flat)).toEqual(flat);
        for (let mode = 1; mode < shape.length; mode++)
          expect(stride[mode]).not.toBe(stride[mode - 1] * shape[mode - 1]);
      }),
    );
  });
});

describe('filter', () => {
  it('keeps the offsets, each as often as the strides other than 0 give it', () => {
    fc.assert(
      fc.property(layouts(anyStrides), layout => {
        const filtered = filter(layout);
        const [shape, stride] = [flatten(layout.shape), flatten(layout.stride)];
        const repeats = shape.reduce((all, length, i) => (stride[i] === 0 ? all * length : all), 1);
        expect(sizeOf(filtered) * repeats).toBe(sizeOf(layout));
        const sorted = tableOf(layout).sort((a, b) => a - b);
        expect(sorted.filter((_, i) => i % repeats === 0)).toEqual(tableOf(filtered).sort((a, b) => a - b));
      }),
    );
  });
});

describe('filterBy', () => {
  it('is filter, mode for mode, for a profile of one number a mode', () => {
    fc.assert(
      fc.property(layouts(anyStrides), layout => {
        const profile = modesOf(layout).map(() => 1);
        if (typeof layout.shape === 'number') expect(filterBy(layout, 1)).toEqual({ ok: true, value: filter(layout) });
        else expect(filterBy(layout, profile)).toEqual({ ok: true, value: concatenated(modesOf(layout).map(filter)) });
      }),
    );
  });

  it('refuses a profile longer than the layout', () => {
    expect(filterBy({ shape: [2, 3], stride: [1, 0] }, [1, 1, 1])).toMatchObject({ ok: false });
  });
});
