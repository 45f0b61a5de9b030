import { expect, test } from 'vitest';
import { ctaTrace } from '../kernels/cta-trace.ts';
import { type PictureStep, requestAt, stepOf, warpSteps } from './step-records.ts';

const step = (label: string, warps: readonly number[]): PictureStep => ({ label, name: label, warps });

/** Warp 1 leaves and comes back, as on a tree's way up and down. */
const STEPS = [step('a', [0, 1]), step('b', [0]), step('c', [0, 1])];

test('a warp’s requests skip the steps in which it has no thread', () => {
  expect([0, 1, 2].map(request => stepOf(STEPS, { warp: 0, request }))).toEqual([0, 1, 2]);
  expect([0, 1, 2].map(request => stepOf(STEPS, { warp: 1, request }))).toEqual([0, 2, 3]);
});

test('from the step back to the request, or to one that the warp has', () => {
  expect([0, 1, 2].map(at => requestAt(STEPS, 0, at))).toEqual([0, 1, 2]);
  expect([0, 1, 2].map(at => requestAt(STEPS, 1, at))).toEqual([0, 0, 1]);
  expect(requestAt([step('late', [1])], 0, 0)).toBe(0);
});

test('a trace’s requests fall into the steps of their side', () => {
  const store = (threads: number, word: number) => ({
    space: 'shared' as const,
    kind: 'store' as const,
    widthBytes: 4,
    interval: 0,
    addressOf: (thread: number) => (thread < threads ? 4 * word : null),
  });
  const load = { ...store(64, 9), kind: 'load' as const };
  const trace = ctaTrace(0, 64, [store(64, 0), store(32, 1), load, store(33, 2)]);
  const found = warpSteps(trace, STEPS, 'store').map(({ label, requests }) => [
    label,
    requests.map(({ access }) => [access.warp, access.address[0]]),
  ]);
  expect(found).toEqual([
    [
      'a',
      [
        [0, 0],
        [1, 0],
      ],
    ],
    ['b', [[0, 4]]],
    [
      'c',
      [
        [0, 8],
        [1, 8],
      ],
    ],
  ]);
  expect(warpSteps(trace, [], 'store')).toEqual([]);
});
