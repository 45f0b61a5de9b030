import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStrides, layouts } from './fixtures/arbitrary-layouts.ts';
import { layoutFromText } from './fixtures/layout-text.ts';
import { errorText } from './layout-error.ts';
import { parseCoordinate, parseIntTuple, parseLayout, printLayout, printTuple } from './notation.ts';

const refusal = (text: string): string => {
  const result = parseLayout(text);
  return result.ok ? 'accepted' : errorText(result.error);
};

describe('notation', () => {
  it('is read back as it was written, plain or static', () => {
    fc.assert(
      fc.property(layouts(anyStrides), fc.constantFrom('plain' as const, 'static' as const), (layout, spelling) => {
        expect(parseLayout(printLayout(layout, spelling))).toEqual({ ok: true, value: layout });
      }),
    );
  });

  it('is read with spaces, static integers and trailing commas', () => {
    expect(printLayout(layoutFromText(' ( _4 , (2,_2) ) : ( _1 , (4,-8) ) '))).toBe('(4,(2,2)):(1,(4,-8))');
    expect(printLayout(layoutFromText('(4,):(1,)'))).toBe('(4):(1)');
    expect(printLayout(layoutFromText('(4,(2,3))'))).toBe('(4,(2,3)):(1,(4,8))');
    expect(printLayout(layoutFromText('8'))).toBe('8:1');
    expect(printLayout(layoutFromText('():()'))).toBe('():()');
    expect(printLayout(layoutFromText('(4,2):(_1,_-8)'), 'static')).toBe('(_4,_2):(_1,_-8)');
  });

  it('has underscores in coordinates only', () => {
    const parsed = parseCoordinate('(0,(_,_3),_)');
    expect(parsed).toEqual({ ok: true, value: [0, [null, 3], null] });
    expect(parsed.ok && printTuple(parsed.value)).toBe('(0,(_,3),_)');
    expect(parseIntTuple('(0,_)')).toMatchObject({ ok: false, error: { code: 'notation' } });
  });

  it('says what is wrong', () => {
    expect(refusal('(4,2')).toContain('expected "," or ")", got the end');
    expect(refusal('(4,2)):(1,4)')).toContain('expected the end, got ")"');
    expect(refusal('')).toContain('expected an integer, "_" or "("');
    expect(refusal('4:1:2')).toContain('more than one ":"');
    expect(refusal('(4,x):(1,2)')).toContain('unexpected "x"');
    expect(refusal('(4,2):(1,(2))')).toContain('different profiles');
    expect(refusal('(4,0):(1,4)')).toContain('a length of 0');
    expect(refusal('(4,2):1')).toContain('different profiles');
    expect(refusal('99999999999999999999')).toContain('exceeds 2^53');
    expect(refusal('(4294967296,4294967296)')).toContain('exceed 2^53');
    expect(refusal('('.repeat(100_000))).toContain('nested deeper than 64');
  });
});
