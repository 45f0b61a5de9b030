import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsets, swizzledBig, swizzles } from './fixtures/arbitrary-swizzles.ts';
import { swizzleOf, swizzler } from './swizzle.ts';
import { BIT, BYTE, inUnits } from './swizzle-units.ts';

describe('swizzles', () => {
  it("are CuTe's definition, to 2^53, with S of either sign", () => {
    fc.assert(
      fc.property(swizzles(), offsets, (swizzle, offset) => {
        expect(BigInt(swizzler(swizzle)(offset))).toBe(swizzledBig(swizzle, offset));
      }),
      { numRuns: 3000 },
    );
  });

  it('are their own inverse', () => {
    fc.assert(
      fc.property(swizzles(), fc.maxSafeNat(), (swizzle, offset) => {
        const apply = swizzler(swizzle);
        expect(apply(apply(offset))).toBe(offset);
      }),
    );
  });

  it('refuse what CuTe refuses, and bits that are not exact', () => {
    expect(swizzleOf(3, 4, -3).ok).toBe(true);
    expect(swizzleOf(0, 60, 9).ok).toBe(true);
    expect(swizzleOf(3, 4, 2)).toMatchObject({ ok: false, error: { code: 'inadmissible' } });
    expect(swizzleOf(-1, 4, 3)).toMatchObject({ ok: false, error: { code: 'inadmissible' } });
    expect(swizzleOf(1, 0.5, 3)).toMatchObject({ ok: false, error: { code: 'inadmissible' } });
    expect(swizzleOf(3, 40, 12)).toMatchObject({ ok: false, error: { code: 'range' } });
    expect(swizzleOf(3, 38, 12).ok).toBe(true);
  });
});

describe('units', () => {
  it('give one pattern its numbers in bits, bytes and elements', () => {
    const onBytes = { bits: 3, base: 4, shift: 3 };
    const base = (to: number) => {
      const converted = inUnits(onBytes, BYTE, to);
      return converted.ok ? converted.value.base : converted.error.message;
    };
    expect([BIT, 8, 16, 32, 64, 128].map(base)).toEqual([7, 4, 3, 2, 1, 0]);
    expect(base(256)).toContain('units of at most 128 bits would do');
    expect(base(24)).toContain('expected powers of two');
    expect(inUnits({ bits: 0, base: 4, shift: 3 }, BYTE, 1024)).toEqual({
      ok: true,
      value: { bits: 0, base: 0, shift: 3 },
    });
  });

  it('move the same bytes', () => {
    fc.assert(
      fc.property(swizzles(20), fc.constantFrom(8, 16, 32, 64), fc.nat(2 ** 20), (onElements, bits, element) => {
        const onBytes = inUnits(onElements, bits, BYTE);
        if (!onBytes.ok) throw new Error(onBytes.error.message);
        expect(swizzler(onBytes.value)((element * bits) / 8)).toBe((swizzler(onElements)(element) * bits) / 8);
        expect(inUnits(onBytes.value, BYTE, bits)).toEqual({ ok: true, value: onElements });
      }),
    );
  });
});
