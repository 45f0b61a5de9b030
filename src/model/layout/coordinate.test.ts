import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Coordinate, crd2idx, dice, idx2crd, slice } from './coordinate.ts';
import { anyStrides, compactLayouts, layouts, tableOf } from './fixtures/arbitrary-layouts.ts';
import { layoutFromText } from './fixtures/layout-text.ts';
import { prefixProduct } from './int-tuple.ts';
import { compact, offsetAt } from './layout.ts';
import { parseCoordinate, printLayout, printTuple } from './notation.ts';

const coordinate = (text: string): Coordinate => {
  const parsed = parseCoordinate(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
};
const crd = (text: string, layout: string) => crd2idx(coordinate(text), layoutFromText(layout));

describe('coordinates', () => {
  it('may stop at any level of the shape', () => {
    const layout = '(4,(2,3)):(3,(12,1))';
    for (const text of ['11', '(3,2)', '(3,(0,1))']) expect(crd(text, layout)).toEqual({ ok: true, value: 10 });
    expect(crd('(3,_)', layout)).toEqual({ ok: true, value: 9 });
    expect(crd('(1,2,3)', layout)).toMatchObject({ ok: false, error: { code: 'profile' } });
    expect(crd('(1,((0,1),0))', layout)).toMatchObject({ ok: false, error: { mode: [1, 0] } });
  });

  it('go on beyond the size along the last mode, and mirror below 0', () => {
    const layout = layoutFromText('(4,2):(1,8)');
    expect([8, 9, 17].map(i => offsetAt(layout, i))).toEqual([16, 17, 33]);
    fc.assert(
      fc.property(layouts(anyStrides), fc.nat(2000), (any, index) => {
        expect(offsetAt(any, -index) + offsetAt(any, index)).toBe(0);
      }),
    );
  });

  it('enumerate the offsets, whole or split by idx2crd', () => {
    fc.assert(
      fc.property(layouts(anyStrides), layout => {
        const table = tableOf(layout);
        expect(table.map((_, i) => offsetAt(layout, i))).toEqual(table);
        const split = table.map((_, i) => {
          const parts = idx2crd(i, layout.shape);
          return parts.ok ? crd2idx(parts.value, layout) : parts;
        });
        expect(split).toEqual(table.map(value => ({ ok: true, value })));
      }),
    );
  });

  it('come back from the offsets of a compact layout', () => {
    fc.assert(
      fc.property(compactLayouts, layout => {
        const back = tableOf(layout).map(offset => {
          const parts = idx2crd(offset, layout.shape, layout.stride);
          return parts.ok && crd2idx(parts.value, compact(layout.shape));
        });
        expect(back).toEqual(back.map((_, value) => ({ ok: true, value })));
      }),
    );
    expect(idx2crd(3, 4, 0)).toMatchObject({ ok: false, error: { code: 'inadmissible' } });
    expect(idx2crd([3, 5], [4, [2, 3]], prefixProduct([4, [2, 3]]))).toEqual({ ok: true, value: [3, [1, 0]] });
  });
});

describe('slice and dice', () => {
  const cut = (text: string, layout: string) => {
    const result = slice(coordinate(text), layoutFromText(layout));
    return result.ok ? [printLayout(result.value.layout), result.value.offset] : result.error.message;
  };
  const diced = (text: string, layout: string) => {
    const result = dice(coordinate(text), layoutFromText(layout));
    return result.ok ? printLayout(result.value) : result.error.message;
  };

  it('part the modes, nested ones moved up', () => {
    expect(cut('(0,_,1)', '(2,3,4):(1,2,6)')).toEqual(['(3):(2)', 6]);
    expect(diced('(0,_,1)', '(2,3,4):(1,2,6)')).toBe('(2,4):(1,6)');
    expect(cut('(0,(_,1))', '(2,(3,4)):(1,(2,6))')).toEqual(['(3):(2)', 6]);
    expect(cut('(_,(_,1))', '(2,(3,4)):(1,(2,6))')).toEqual(['(2,3):(1,2)', 6]);
    expect(cut('_', '(2,3):(1,2)')).toEqual(['(2,3):(1,2)', 0]);
    expect(cut('(1,1)', '(2,3):(1,2)')).toEqual(['():()', 3]);
    expect(diced('_', '(2,3):(1,2)')).toBe('():()');
    expect(cut('(_,1)', '(2,3,4):(1,2,6)')).toContain('a tuple of 2 for a mode of rank 3');
  });

  it('leave the offsets of the coordinates that fit', () => {
    fc.assert(
      fc.property(layouts(anyStrides), fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), (layout, keep) => {
        fc.pre(typeof layout.shape !== 'number');
        const parts = (layout.shape as readonly unknown[]).map((_, mode) => (keep[mode] ? null : 0));
        const result = slice(parts, layout);
        if (!result.ok) throw new Error(result.error.message);
        const others = dice(parts, layout);
        if (!others.ok) throw new Error(others.error.message);
        const all = tableOf(result.value.layout).flatMap(a => tableOf(others.value).map(b => a + b));
        expect(all.sort((a, b) => a - b)).toEqual(tableOf(layout).sort((a, b) => a - b));
        expect(printTuple(parts)).toBe(`(${parts.map(part => (part === null ? '_' : '0')).join(',')})`);
      }),
    );
  });
});
