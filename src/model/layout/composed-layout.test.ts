import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composedOffsetAt, composedOffsetOf, onLayout, parseComposed, printComposed } from './composed-layout.ts';
import { composition } from './composition.ts';
import { layouts, smallStrides, tableOf } from './fixtures/arbitrary-layouts.ts';
import { swizzledBig, swizzles } from './fixtures/arbitrary-swizzles.ts';
import { layoutFromText } from './fixtures/layout-text.ts';

describe('composed layouts', () => {
  it('are the swizzle of the constant plus the offset', () => {
    fc.assert(
      fc.property(swizzles(20), fc.nat(5000), layouts(smallStrides), (swizzle, offset, layout) => {
        const composed = { swizzle, offset, layout };
        const expected = tableOf(layout).map(inner => ({
          ok: true,
          value: Number(swizzledBig(swizzle, offset + inner)),
        }));
        expect(expected.map((_, index) => composedOffsetAt(composed, index))).toEqual(expected);
        expect(parseComposed(printComposed(composed))).toEqual({ ok: true, value: composed });
      }),
    );
  });

  it('take functions from the right on their layout', () => {
    const parsed = parseComposed('Swizzle<2,0,3> ∘ _4 ∘ (8,8):(8,1)');
    if (!parsed.ok) throw new Error(parsed.error.message);
    const column = onLayout(parsed.value, layout => composition(layout, layoutFromText('8:8')));
    expect(column.ok && printComposed(column.value)).toBe('Sw<2,0,3> o 4 o 8:1');
    expect(composedOffsetOf(parsed.value, [1, 2])).toEqual(composedOffsetAt(parsed.value, 17));
    expect(onLayout(parsed.value, layout => composition(layout, layoutFromText('3:3'))).ok).toBe(false);
  });

  it('refuse offsets below 0 and other notations', () => {
    const below = parseComposed('S<1,0,1> o 0 o 4:-1');
    expect(below.ok && composedOffsetAt(below.value, 1)).toMatchObject({ ok: false, error: { code: 'range' } });
    expect(parseComposed('Sw<1,0> o 0 o 4:1')).toMatchObject({ ok: false, error: { code: 'notation' } });
    expect(parseComposed('Sw<1,0,1> o 9007199254740993 o 4:1')).toMatchObject({ ok: false, error: { code: 'range' } });
    expect(parseComposed('Sw<3,0,1> o 0 o 4:1')).toMatchObject({ ok: false, error: { code: 'inadmissible' } });
  });
});
