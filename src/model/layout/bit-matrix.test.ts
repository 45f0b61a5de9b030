import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BitMatrix,
  composedMatrix,
  identityMatrix,
  invertedMatrix,
  matrixMap,
  matrixOf,
  swizzleOfMatrix,
} from './bit-matrix.ts';
import { offsets, swizzledBig, swizzles } from './fixtures/arbitrary-swizzles.ts';
import { swizzler } from './swizzle.ts';

const productOf = (matrices: readonly BitMatrix[]): BitMatrix => matrices.reduce(composedMatrix, identityMatrix(0));

describe('bit matrices', () => {
  it('show the XORs', () => {
    expect(matrixOf({ bits: 2, base: 1, shift: 2 })).toEqual([[0], [1, 3], [2, 4], [3], [4]]);
    expect(matrixOf({ bits: 1, base: 0, shift: -2 })).toEqual([[0], [1], [0, 2]]);
  });

  it('do what the swizzles do, one after another', () => {
    fc.assert(
      fc.property(fc.array(swizzles(), { maxLength: 4 }), fc.maxSafeNat(), (chain, offset) => {
        const expected = chain.reduceRight((value, swizzle) => swizzler(swizzle)(value), offset);
        expect(matrixMap(productOf(chain.map(swizzle => matrixOf(swizzle))))(offset)).toBe(expected);
      }),
    );
    fc.assert(
      fc.property(swizzles(), offsets, (swizzle, offset) => {
        expect(BigInt(matrixMap(matrixOf(swizzle))(offset))).toBe(swizzledBig(swizzle, offset));
      }),
    );
  });

  it('are inverted, whatever the chain; a map that loses a bit is not', () => {
    fc.assert(
      fc.property(fc.array(swizzles(16), { maxLength: 4 }), chain => {
        const matrix = productOf(chain.map(swizzle => matrixOf(swizzle, 16)));
        const inverse = invertedMatrix(matrix);
        expect(inverse).not.toBeNull();
        expect(composedMatrix(inverse!, matrix)).toEqual(identityMatrix(matrix.length));
      }),
    );
    expect(invertedMatrix([[0], [0]])).toBeNull();
  });

  it('are recognised as one swizzle where they are one', () => {
    fc.assert(
      fc.property(swizzles(), swizzle => {
        const again = swizzleOfMatrix(matrixOf(swizzle));
        expect(again).toEqual(swizzle.bits === 0 ? { bits: 0, base: 0, shift: 0 } : swizzle);
      }),
    );
    const upper = matrixOf({ bits: 1, base: 5, shift: 3 });
    const lower = matrixOf({ bits: 1, base: 4, shift: 3 });
    expect(swizzleOfMatrix(composedMatrix(upper, lower))).toEqual({ bits: 2, base: 4, shift: 3 });
    const chained = composedMatrix(matrixOf({ bits: 1, base: 0, shift: 1 }), matrixOf({ bits: 1, base: 1, shift: 1 }));
    expect(chained).toEqual([[0, 1, 2], [1, 2], [2]]);
    expect(swizzleOfMatrix(chained)).toBeNull();
    expect(swizzleOfMatrix([[0, 1], [1, 2], [2]])).toBeNull();
    expect(swizzleOfMatrix([[0, 2], [1], [2], [3, 4], [4]])).toBeNull();
  });
});
