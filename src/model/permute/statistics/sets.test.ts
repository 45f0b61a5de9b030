import { describe, expect, it } from 'vitest';
import { canonicalForm, isCopy, keepsRows } from '../canonical.ts';
import { checkedRequest, product } from '../permutation.ts';
import { permutedBytes } from '../reference.ts';
import { fromFastestFirst } from './case-set.ts';
import { CASE_SETS } from './sets.ts';

const casesOf = (id: string) => CASE_SETS.get(id)!.cases();

/** cuTT's definition, element by element: dimension 0 is the fastest, and output dimension i is input dimension perm[i]. */
function permutedFastestFirst(shape: readonly number[], perm: readonly number[]): number[] {
  const strides = shape.map((_, dim) => product(shape.slice(0, dim)));
  return Array.from({ length: product(shape) }, (_, element) => {
    let [rest, from] = [element, 0];
    for (const dim of perm) {
      from += (rest % shape[dim]) * strides[dim];
      rest = Math.floor(rest / shape[dim]);
    }
    return from;
  });
}

describe('the other convention', () => {
  it.each([
    { shape: [2, 3], perm: [1, 0] },
    { shape: [2, 3, 4], perm: [1, 2, 0] },
    { shape: [5, 3, 2, 4], perm: [2, 0, 3, 1] },
  ])('moves the same bytes: $shape by $perm', ({ shape, perm }) => {
    const bytes = [...permutedBytes(fromFastestFirst({ shape, perm }), 1)].flatMap(chunk => [...chunk]);
    expect(bytes).toEqual(permutedFastestFirst(shape, perm));
  });

  it('is read from the other end again', () => {
    const permutation = { shape: [7, 5, 3], perm: [2, 0, 1] };
    expect(fromFastestFirst(fromFastestFirst(permutation))).toEqual(permutation);
  });
});

describe('the sets', () => {
  it.each([...CASE_SETS.keys()])(
    '%s: the planner takes every case, each has a name, and they are the same again',
    id => {
      const cases = casesOf(id);
      for (const each of cases)
        expect(checkedRequest({ ...each, elementBytes: 4 }), each.name).toMatchObject({ ok: true });
      expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
      expect(casesOf(id)).toEqual(cases);
    },
  );

  it('hold as many cases as their rules make', () => {
    const counts = [...CASE_SETS.values()].map(({ id, cases }) => [id, cases().length]);
    expect(Object.fromEntries(counts)).toEqual({
      ttc: 57,
      'cutt-test1': 5912,
      'cutt-test2': 1100,
      'cutt-picks': 9,
      'cutt-bench7': 1002,
      random: 500,
      'random-powers': 500,
    });
  });
});

describe('the TTC benchmark', () => {
  it('has 3, 9, 15, 15 and 15 cases of ranks 2 to 6, of 202 to 242 MB in 4-byte elements', () => {
    const ranks = casesOf('ttc').map(({ shape }) => shape.length);
    expect([2, 3, 4, 5, 6].map(rank => ranks.filter(r => r === rank).length)).toEqual([3, 9, 15, 15, 15]);
    for (const { shape } of casesOf('ttc')) {
      const megabytes = (4 * product(shape)) / 1e6;
      expect(megabytes).toBeGreaterThan(202);
      expect(megabytes).toBeLessThan(242);
    }
  });

  it('keeps rows of a line and more in 10 cases, and never leaves everything in place', () => {
    const canonical = casesOf('ttc').map(canonicalForm);
    expect(canonical.filter(each => keepsRows(each) && each.shape.at(-1)! >= 32).length).toBe(10);
    expect(canonical.filter(isCopy).length).toBe(0);
  });

  it('is written as in numpy: case 43 is cuTT 16,32,15,32,15,15 | 0,3,2,5,4,1', () => {
    const listed = { shape: [16, 32, 15, 32, 15, 15], perm: [0, 3, 2, 5, 4, 1] };
    expect(casesOf('ttc')[42]).toEqual({ name: 'TTC 43', ...fromFastestFirst(listed) });
  });
});

describe("cuTT's tests", () => {
  it('take every order of each tensor of test1 once', () => {
    const orders = new Set(casesOf('cutt-test1').map(({ shape, perm }) => `${shape}|${perm}`));
    expect(orders.size).toBe(2 + 6 + 24 + 120 + 720 + 5040);
    expect(casesOf('cutt-test1').at(-1)!.shape).toEqual([14, 12, 10, 8, 6, 4, 2]);
  });

  it('stay below 200 million elements in test2', () => {
    for (const { shape, name } of casesOf('cutt-test2')) expect(product(shape), name).toBeLessThanOrEqual(200_000_000);
  });

  it('keep the volume of bench7', () => {
    const volumes = new Set(casesOf('cutt-bench7').map(({ shape }) => product(shape)));
    expect(volumes).toEqual(new Set([205_128_000, 328_458_240]));
  });
});
