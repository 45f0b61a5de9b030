import { expect, it } from 'vitest';
import { hiddenShares, hiddenSoftmax } from './hidden-softmax.ts';

const span = (role: string, kind: 'mma' | 'softmax', from: number, to: number, buffer = 'v') => ({
  ...{ role, kind, from, to },
  ...(kind === 'mma' && { buffer }),
});

it('tells what lies under own products, under others alone, and under none', () => {
  const told = hiddenSoftmax([
    span('a', 'softmax', 10, 30),
    span('a', 'mma', 0, 8, 'k'),
    span('a', 'mma', 5, 20),
    span('b', 'mma', 15, 25),
  ]);
  expect(told).toEqual([
    { role: 'a', number: 1, clk: 20, ownClk: 10, othersClk: 5, under: { number: 1, buffer: 'v', from: 10, to: 20 } },
  ]);
  expect(hiddenShares(told)).toEqual({ own: 0.5, others: 0.25, none: 0.25 });
});

it('counts overlapping products once, and numbers softmaxes by role', () => {
  const told = hiddenSoftmax([
    span('a', 'softmax', 0, 10),
    span('a', 'softmax', 20, 30),
    span('a', 'mma', 20, 28),
    span('a', 'mma', 22, 40),
  ]);
  expect(told.map(({ number, ownClk, under }) => [number, ownClk, under?.number ?? null])).toEqual([
    [1, 0, null],
    [2, 10, 1],
  ]);
});

it('of a run without softmax there are no shares', () => {
  expect(hiddenShares(hiddenSoftmax([span('a', 'mma', 0, 5)]))).toBeNull();
});
