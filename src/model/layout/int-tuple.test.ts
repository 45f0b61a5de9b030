import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crd2idx } from './coordinate.ts';
import { layoutFromText } from './fixtures/layout-text.ts';
import {
  compatible,
  congruent,
  exactSum,
  type IntTuple,
  innerProduct,
  prefixProduct,
  product,
  shapeDiv,
} from './int-tuple.ts';
import { cosizeOf } from './layout.ts';

const divided = (a: IntTuple, b: IntTuple) => {
  const result = shapeDiv(a, b);
  return result.ok ? result.value : result.error.message;
};

describe('int tuples', () => {
  it('multiply and compare', () => {
    expect(product([2, [3, 4], []])).toBe(24);
    expect(prefixProduct([2, [3, 4], 5])).toEqual([1, [2, 6], 24]);
    expect(prefixProduct(4, 3)).toBe(3);
    expect(innerProduct([1, [2, 3]], [4, [5, 6]])).toEqual({ ok: true, value: 32 });
    expect(innerProduct([1, 2], [1, [2]])).toMatchObject({ ok: false, error: { code: 'profile' } });
    expect([congruent([1, [2]], [3, [4]]), congruent([1, [2]], [3, 4]), congruent(1, [1])]).toEqual([
      true,
      false,
      false,
    ]);
    expect([compatible(24, [4, 6]), compatible([4, 6], 24), compatible([4, 6], [[2, 2], 6])]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('divide as shapes: exactly, or up to 1', () => {
    expect(divided([4, 5, 6], 40)).toEqual([1, 1, 3]);
    expect(divided([6, 2], 12)).toEqual([1, 1]);
    expect(divided([3, 6, 2, 8], 72)).toEqual([1, 1, 1, 4]);
    expect(divided([12, [4, 6]], [3, [8, 3]])).toEqual([4, [1, 2]]);
    expect(divided(24, [2, 3])).toBe(4);
    expect(divided(2, 6)).toBe(1);
    expect(divided(-2, 6)).toBe(-1);
    expect(divided(6, 4)).toContain('neither is a multiple of the other');
    expect(divided(6, 0)).toBe('6 / 0');
    expect(divided([6, 5], [3, 2])).toContain('5 / 2');
    expect(divided([6, 5], [3])).toContain('a tuple of 2 by one of 1');
    expect(divided([4, 6], 10)).toContain('4 / 10');
  });
});

describe('sums', () => {
  const M = Number.MAX_SAFE_INTEGER;
  it('are exact, or refused where a part or a sum on the way is not', () => {
    expect(innerProduct([1, [2, 3]], [4, [5, 6]])).toEqual({ ok: true, value: 32 });
    expect(innerProduct([M, -M], [3, 2])).toMatchObject({ ok: false, error: { code: 'range' } });
    expect(innerProduct([M, 1, -1], [1, 1, 1])).toMatchObject({ ok: false, error: { code: 'range' } });
    expect(innerProduct([M, -1, 1], [1, 1, 1])).toEqual({ ok: true, value: M });
    expect(crd2idx([M, M], layoutFromText('(4,4):(3,-2)'))).toMatchObject({ ok: false, error: { code: 'range' } });
    const sum = fc.array(fc.maxSafeInteger(), { maxLength: 5 });
    fc.assert(
      fc.property(sum, parts => {
        const found = exactSum(parts);
        const whole = parts.reduce((all, part) => all + BigInt(part), 0n);
        if (found.ok) expect(BigInt(found.value)).toBe(whole);
        else expect(parts.reduce((most, part) => most + Math.abs(part), 0)).toBeGreaterThan(M);
      }),
    );
  });
});

describe('cosize', () => {
  it('spans the offsets, whatever their signs', () => {
    expect(cosizeOf(layoutFromText('(4,(3,2)):(2,(8,1))'))).toBe(24);
    expect(cosizeOf(layoutFromText('(4,2):(1,-8)'))).toBe(12);
    expect(cosizeOf(layoutFromText('(4,2):(0,0)'))).toBe(1);
  });
});
