/** Checks the cause to which the sentence about other orders attributes a difference. */
import { expect, test } from 'vitest';
import { ordersWords, raceFound } from './other-orders.ts';

const differing = (found: string | null, takesTurns = false) => ({
  tried: 3,
  differs: { schedule: 2, message: 'out[0] is 1 instead of 2', found, takesTurns },
});

test.each([
  ['fault' as const, null, 'the race that is named here is the cause'],
  [
    'hazard' as const,
    null,
    'the race that is named here may be the cause, or atomics or reductions may take turns in another order',
  ],
  [null, 'line 3: both touch out.', 'the checkers find in that order: line 3: both touch out'],
  [null, null, 'no race was found: atomics or reductions may take turns in another order'],
  [null, 'out[0] is 1 instead of 2', 'other orders do not end so'],
])('with a race that is a %s, and %s found in the order that differs', (race, found, words) => {
  expect(ordersWords(differing(found), race)).toContain(`in order 2, out[0] is 1 instead of 2; ${words}`);
});

test('a race beside sums of floats may be the cause, no more', () => {
  expect(ordersWords(differing(null, true), 'fault')).toContain(
    'the race that is named here may be the cause, or atomics',
  );
});

test('of several races the gravest counts', () => {
  const [fault, hazard] = [
    { kind: 'race', rank: 'fault' },
    { kind: 'race', rank: 'hazard' },
  ];
  expect([
    raceFound([hazard, fault]),
    raceFound([hazard]),
    raceFound([{ kind: 'outOfBounds', rank: 'fault' }]),
  ]).toEqual(['fault', 'hazard', null]);
});
