import fc from 'fast-check';
import { expect, it } from 'vitest';
import { onlineSoftmax } from './online-softmax.ts';

const row = fc.array(fc.tuple(fc.double({ min: -20, max: 20, noNaN: true }), fc.integer({ min: -9, max: 9 })), {
  minLength: 1,
  maxLength: 24,
});

/** The mean of the values by their softmax, from all scores at once. */
function whole(pairs: readonly (readonly [number, number])[]): number {
  const most = Math.max(...pairs.map(([score]) => score));
  const weights = pairs.map(([score]) => Math.exp(score - most));
  return pairs.reduce((all, [, value], i) => all + weights[i] * value, 0) / weights.reduce((a, b) => a + b, 0);
}

it('is the softmax of what has come, after every block, whatever its size', () => {
  fc.assert(
    fc.property(row, fc.integer({ min: 1, max: 8 }), (pairs, block) => {
      const steps = onlineSoftmax(
        pairs.map(([score]) => score),
        pairs.map(([, value]) => value),
        block,
      );
      for (const [i, { sum, output }] of steps.entries())
        expect(output / sum).toBeCloseTo(whole(pairs.slice(0, (i + 1) * block)), 9);
    }),
    { numRuns: 60 },
  );
});

it('without the rescale is another mean where a larger score comes late', () => {
  const [first, second] = onlineSoftmax([0, 0, 2, 0], [1, 1, 5, 1], 2);
  expect(second.rescale).toBeCloseTo(Math.exp(-2), 12);
  const forgotten = first.output + second.weights[0] * 5 + second.weights[1];
  const sum = first.sum + second.weights[0] + second.weights[1];
  expect(Math.abs(forgotten / sum - second.output / second.sum)).toBeGreaterThan(0.5);
});

it('begins with nothing to scale', () => {
  expect(onlineSoftmax([3, 1], [1, 1], 2)).toEqual([
    {
      scores: [3, 1],
      before: -Infinity,
      largest: 3,
      rescale: 0,
      weights: [1, Math.exp(-2)],
      sum: 1 + Math.exp(-2),
      output: 1 + Math.exp(-2),
    },
  ]);
});
