/** Tests of chains of swizzles: as text, as matrix, as code. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { swizzles } from '../layout/fixtures/arbitrary-swizzles.ts';
import { printSwizzle, swizzler } from '../layout/swizzle.ts';
import { matrixCode, matrixText } from '../layout-text/matrix-code.ts';
import { readChain } from '../layout-text/read-chain.ts';
import { swizzleChain } from './swizzle-chain.ts';

const chain = (text: string) => {
  const read = readChain(text);
  if (!read.ok) throw new Error(read.error.message);
  return swizzleChain(read.value);
};

describe('a chain', () => {
  test('is one swizzle where it is one', () => {
    expect(chain('Sw<3,4,3> o Sw<2,4,3>').one).toEqual({ bits: 1, base: 6, shift: 3 });
    expect(chain('Swizzle<3,4,3>{} ∘ cute::Swizzle<3,4,3>').one).toEqual({ bits: 0, base: 0, shift: 0 });
    expect(chain('Sw<1,0,1> o Sw<1,1,1>')).toMatchObject({ one: null, matrix: [[0, 1, 2], [1, 2], [2]] });
  });

  test('agrees with its swizzles on every offset, and comes back', () => {
    fc.assert(
      fc.property(fc.array(swizzles(10), { minLength: 1, maxLength: 4 }), parts => {
        const { checks } = swizzleChain(parts);
        expect(checks.map(({ verdict }) => verdict.kind)).toEqual(['agree', 'agree']);
        expect(readChain(parts.map(printSwizzle).join(' o '))).toEqual({ ok: true, value: parts });
      }),
    );
  });

  test('of more bits than can be tried is not checked, and says so', () => {
    const [first] = chain('Sw<3,20,3>').checks;
    expect(first.verdict).toEqual({ kind: 'skipped', why: expect.stringContaining('131,072') });
  });
});

describe('a text', () => {
  const messageOf = (text: string) => {
    const read = readChain(text);
    return read.ok ? '' : [read.error.code, read.error.mode, read.error.message];
  };
  test('is refused by the number of its swizzle', () => {
    expect(messageOf('')).toEqual(['notation', [], expect.stringContaining('swizzle 1')]);
    expect(messageOf('Sw<3,4,3> o Sw<3,4>')).toEqual(['notation', [], expect.stringContaining('swizzle 2')]);
    expect(messageOf('Sw<3,4,3> o Sw<3,4,2>')).toEqual(['inadmissible', [1], expect.stringContaining('at least B')]);
    expect(messageOf(Array(17).fill('Sw<1,0,1>').join(' o '))).toEqual(['range', [], expect.stringContaining('16')]);
  });
});

describe('code', () => {
  test('has a shift for each distance', () => {
    expect(matrixCode(chain('Sw<3,4,3>').matrix)).toBe('x ^ ((x & 0x380) >> 3)');
    expect(matrixCode(chain('Sw<1,0,1> o Sw<1,1,1>').matrix)).toBe('x ^ ((x & 0x4) >> 2) ^ ((x & 0x6) >> 1)');
    expect(matrixCode(chain('Sw<2,1,-2>').matrix, 'a')).toBe('a ^ ((a & 0x6) << 2)');
    expect(matrixCode([[1], [0]])).toBe('x ^ ((x & 0x2) >> 1) ^ (x & 0x3) ^ ((x & 0x1) << 1)');
    expect(matrixCode([[0]])).toBe('x');
  });

  test('has words beside it', () => {
    expect(matrixText(chain('Sw<2,4,3>').matrix)).toBe('b4 = b4 ⊕ b7, b5 = b5 ⊕ b8');
    expect(matrixText(chain('Sw<2,4,3> o Sw<2,4,3>').matrix)).toBe('every bit stays');
  });

  test('does what the swizzles do', () => {
    fc.assert(
      fc.property(fc.array(swizzles(12), { minLength: 1, maxLength: 3 }), fc.nat(2 ** 12 - 1), (parts, offset) => {
        const run = new Function('x', `return ${matrixCode(swizzleChain(parts).matrix)}`);
        expect(run(offset)).toBe(parts.reduceRight((value, part) => swizzler(part)(value), offset));
      }),
    );
  });
});
