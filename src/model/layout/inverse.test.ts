import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStrides, compactLayouts, layouts, tableOf } from './fixtures/arbitrary-layouts.ts';
import { layoutFromText } from './fixtures/layout-text.ts';
import { leftInverse, rightInverse } from './inverse.ts';
import { offsetAt, sizeOf } from './layout.ts';
import { printLayout } from './notation.ts';

const right = (text: string): string => printLayout(rightInverse(layoutFromText(text)));
const left = (text: string): string => {
  const result = leftInverse(layoutFromText(text));
  return result.ok ? printLayout(result.value) : result.error.message;
};
const numbersBelow = (n: number) => Array.from({ length: n }, (_, i) => i);

describe('inverses', () => {
  it("give the results of CuTe's documentation", () => {
    expect(right('(2,4,6):(4,1,8)')).toBe('(4,2,6):(2,1,8)');
    expect(left('(2,4,6):(4,1,8)')).toBe('(4,2,6):(2,1,8)');
    expect(right('(4,8):(1,4)')).toBe('32:1');
    expect(right('(4,8):(1,5)')).toBe('4:1');
    expect(left('4:2')).toBe('(2,4):(4,1)');
  });

  it('pass over stride 0, and answer 1:0 where nothing starts at 1', () => {
    expect(right('(3,4):(0,1)')).toBe('4:3');
    expect(right('4:2')).toBe('1:0');
    expect(left('1:7')).toBe('1:0');
  });

  it('read offsets back by quotients where a complement does not tile', () => {
    expect(left('(4,8):(1,5)')).toBe('(5,8):(1,4)');
    expect(left('(2,2):(2,6)')).toBe('(2,3,2):(4,1,2)');
  });

  it('are refused where no layout can be one', () => {
    expect(left('(2,2):(1,0)')).toContain('many coordinates have one offset');
    expect(left('(4,4):(1,2)')).toContain('strides overlap');
    expect(left('(2,2):(1,-2)')).toContain('two signs');
    expect(left('(2,2):(2,5)')).toContain('stride 2 does not divide the next stride 5');
  });

  it('from the right: A(R(i)) = i', () => {
    fc.assert(
      fc.property(fc.oneof(layouts(anyStrides), compactLayouts), layout => {
        const inverse = rightInverse(layout);
        const back = tableOf(inverse).map(index => offsetAt(layout, index));
        expect(back).toEqual(numbersBelow(sizeOf(inverse)));
      }),
      { numRuns: 500 },
    );
  });

  it('from the left: L(A(i)) = i; and every compact layout has both, of its own size', () => {
    fc.assert(
      fc.property(fc.oneof(layouts(anyStrides), layouts(fc.constantFrom(1, 2, 3, 6, 8, 24))), layout => {
        const inverse = leftInverse(layout);
        if (!inverse.ok) return;
        expect(tableOf(layout).map(offset => offsetAt(inverse.value, offset))).toEqual(numbersBelow(sizeOf(layout)));
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(compactLayouts, layout => {
        const inverse = leftInverse(layout);
        expect(inverse).toEqual({ ok: true, value: rightInverse(layout) });
        expect(inverse.ok && sizeOf(inverse.value)).toBe(sizeOf(layout));
      }),
    );
  });
});
