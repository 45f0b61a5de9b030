import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { permutedBytes } from '../src/model/permute/reference.ts';
import { STRATEGIES } from '../src/model/permute/strategies.ts';
import { answerTo } from './ops/answer.ts';
import { wrongElements } from './ops/permute-apply.ts';

const answer = (request: object) => answerTo(JSON.stringify(request));

/** Little-endian bytes of the element that holds number i. */
function bytesOf(i: number, elementBytes: number): number[] {
  const low = Array.from({ length: 8 }, (_, byte) => Number((BigInt(i) >> BigInt(8 * byte)) & 0xffn));
  return elementBytes === 16 ? [...low, ...low.map(byte => 255 - byte)] : low.slice(0, elementBytes);
}

/** The output in order, transposed with nested lists as numpy would do it, without strides. */
function transposed(shape: readonly number[], perm: readonly number[]): number[] {
  const indices = perm.reduce<number[][]>(
    (all, dim) => all.flatMap(index => Array.from({ length: shape[dim] }, (_, i) => [...index, i])),
    [[]],
  );
  return indices.map(out => shape.reduce((sum, extent, dim) => sum * extent + out[perm.indexOf(dim)], 0));
}

const permutations = fc
  .array(fc.integer({ min: 1, max: 7 }), { maxLength: 4 })
  .chain(shape => fc.tuple(fc.constant(shape), fc.shuffledSubarray([...shape.keys()], { minLength: shape.length })));

const BLOCK_STRATEGIES = [...STRATEGIES.keys()].filter(name => name !== 'register exchange');

describe('permute.apply', () => {
  it('hashes what the permutation makes of numbered elements', () => {
    fc.assert(
      fc.property(permutations, fc.constantFrom(1, 2, 4, 8, 16), ([shape, perm], elementBytes) => {
        const bytes = transposed(shape, perm).flatMap(i => bytesOf(i, elementBytes));
        const sha256 = createHash('sha256').update(Uint8Array.from(bytes)).digest('hex');
        const reply = answer({ op: 'permute.apply', shape, perm, elementBytes, engine: 'reference' });
        expect(reply).toEqual({ ok: true, value: { sha256, wrong: 0 } });
      }),
    );
  });

  it('goes on over the end of a chunk', () => {
    const shape = [300, 400];
    const bytes = Uint32Array.from(transposed(shape, [1, 0]));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const request = { op: 'permute.apply', shape, perm: [1, 0], elementBytes: 4, engine: 'reference' };
    expect(answer(request)).toEqual({ ok: true, value: { sha256, wrong: 0 } });
    expect(answer({ ...request, strategy: 'xor' })).toEqual({ ok: true, value: { sha256, wrong: 0 } });
  });

  it('runs the compiled kernel, by the strategy that is named or the one that is chosen', () => {
    const strategies = fc.constantFrom(undefined, ...BLOCK_STRATEGIES);
    const ran = new Map<string | undefined, number>();
    fc.assert(
      fc.property(
        permutations,
        fc.constantFrom(1, 2, 4, 8, 16),
        strategies,
        ([shape, perm], elementBytes, strategy) => {
          const request = { op: 'permute.apply', shape, perm, elementBytes, strategy };
          const reply = answer({ ...request, engine: 'emulated' });
          if (!reply.ok) {
            expect(reply.error).toMatchObject({ code: 'cannotMove', field: 'strategy' });
            return;
          }
          expect(reply).toEqual(answer({ ...request, engine: 'reference' }));
          ran.set(strategy, (ran.get(strategy) ?? 0) + 1);
        },
      ),
      { numRuns: 150 },
    );
    expect(ran.size).toBe(BLOCK_STRATEGIES.length + 1);
  });

  it('counts the elements that differ', () => {
    const request = { shape: [300, 300], perm: [1, 0], elementBytes: 2 };
    const output = Buffer.concat(Array.from(permutedBytes(request, 2), chunk => Buffer.from(chunk)));
    expect(wrongElements(request, output)).toBe(0);
    for (const byte of [10, 11, 2 * 299, 179_999]) output[byte] ^= 1;
    expect(wrongElements(request, output)).toBe(3);
  });

  it('exchanges registers where a dimension is skinny', () => {
    const request = {
      op: 'permute.apply',
      shape: [100, 3],
      perm: [1, 0],
      elementBytes: 2,
      strategy: 'register exchange',
    };
    expect(answer({ ...request, engine: 'emulated' })).toEqual(answer({ ...request, engine: 'reference' }));
  });

  it.each([
    { change: { engine: 'emulated', strategy: 'register exchange' }, code: 'cannotMove', field: 'strategy' },
    { change: { engine: 'emulated', shape: [4097, 4096] }, code: 'tooLarge', field: 'shape' },
    { change: { engine: 'gpu' }, code: 'wrongValue', field: 'engine' },
    { change: { engine: undefined }, code: 'missingField', field: 'engine' },
    { change: { strategy: 'magic' }, code: 'wrongValue', field: 'strategy' },
    { change: { perm: [0] }, code: 'perm', field: 'perm' },
    { change: { elementBytes: 3 }, code: 'elementBytes', field: 'elementBytes' },
  ])('refuses $change', ({ change, code, field }) => {
    const request = {
      op: 'permute.apply',
      shape: [16, 12],
      perm: [1, 0],
      elementBytes: 4,
      engine: 'reference',
      ...change,
    };
    expect(answer(request)).toMatchObject({ ok: false, error: { code, field } });
  });
});
