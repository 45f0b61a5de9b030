import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countSteps, type Step } from '../../trace/scenario.ts';
import { foldedSteps } from './folded-steps.ts';

const unrolled = (steps: readonly Step[]): Step[] =>
  steps.flatMap(step =>
    step.do === 'loop' ? Array.from({ length: step.times }, () => unrolled(step.steps)).flat() : [step],
  );

const next = (at: string): Step => ({ do: 'next', at });

test('rounds become a loop, and loops of loops', () => {
  const round = [next('a'), { do: 'commit' }, next('b')] as const;
  expect(foldedSteps([next('c'), ...round, ...round, ...round, next('c')])).toEqual([
    next('c'),
    { do: 'loop', times: 3, steps: round },
    next('c'),
  ]);
});

test('what does not repeat stays as it is: a known-wrong fold would lose it', () => {
  const steps = [next('a'), next('b'), next('c'), next('a'), next('c'), next('b')];
  expect(foldedSteps(steps)).toEqual(steps);
});

test('unrolled again, the steps are those of before, and never more', () => {
  const steps = fc.array(fc.constantFrom('a', 'b').map(next), { maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 5 }), (round, times) => {
      const all = Array.from({ length: times }, () => round).flat();
      const folded = foldedSteps(all);
      expect(unrolled(folded)).toEqual(all);
      expect(folded.length).toBeLessThanOrEqual(all.length);
      expect(countSteps(unrolled(folded))).toBe(all.length);
    }),
  );
});
