import { expect, it } from 'vitest';
import { remembered } from './remembered.ts';

it('what was asked for last is not computed again', () => {
  const asked: number[] = [];
  const half = remembered(2, ({ n }: { n: number }): number | undefined => {
    asked.push(n);
    return n % 2 === 0 ? n / 2 : undefined;
  });
  // 1 is asked for in between, and stays; 2 is then the oldest, and goes.
  expect([1, 2, 1, 3, 1, 2].map(n => half({ n }))).toEqual([undefined, 1, undefined, undefined, undefined, 1]);
  expect(asked).toEqual([1, 2, 3, 2]);
});
