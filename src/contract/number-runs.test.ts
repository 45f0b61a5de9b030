import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberRuns, numbersOfRuns } from './number-runs.ts';

describe('runs of numbers', () => {
  it('are first, step and count', () => {
    expect(numberRuns([0, 1, 2, 3, 64, 65, 66, 7])).toEqual([0, 1, 4, 64, 1, 3, 7, 0, 1]);
    expect(numberRuns([5, 5, 5])).toEqual([5, 0, 3]);
    expect(numberRuns([])).toEqual([]);
  });

  it('give back every list of whole numbers', () => {
    const numbers = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: -(2 ** 52) + 1, max: 2 ** 52 - 1 }));
    fc.assert(
      fc.property(fc.array(numbers), values => {
        expect(numbersOfRuns(numberRuns(values))).toEqual(values);
      }),
    );
  });

  it.each([[[0.5, 1]], [['1', '2']], [[2 ** 52]], [[Number.NaN]]])('do not stand for %j', values => {
    expect(numberRuns(values)).toBeNull();
  });

  it.each([
    [[0, 1]],
    [[0, 1, 0]],
    [[0, 1, -1]],
    [[0, 1, 1.5]],
    [[0, 1, 1e15]],
    [new Array(9).fill([0, 0, 2 ** 18]).flat()],
    ['0,1,4'],
    [null],
  ])('are not %j', runs => {
    expect(numbersOfRuns(runs)).toBeNull();
  });
});
