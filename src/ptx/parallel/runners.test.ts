import { expect, test } from 'vitest';
import { type RunnersQuestion, runnersWorthStarting } from './runners.ts';

const progress = { done: false, ctasDone: 100, ctasTotal: 1000, warpInstructions: 1e6 };
const question: RunnersQuestion = {
  progress,
  elapsedMs: 100,
  prepareMs: 5,
  startMs: 50,
  arenaBytes: 2 ** 20,
  processors: 4,
};

test('as many as there are other processors', () => {
  expect(runnersWorthStarting(question)).toBe(3);
  expect(runnersWorthStarting({ ...question, processors: 64 })).toBe(7);
});

test('nobody where the rest is short, or nothing is known of it', () => {
  expect(runnersWorthStarting({ ...question, elapsedMs: 10 })).toBe(0);
  expect(runnersWorthStarting({ ...question, prepareMs: 500 })).toBe(0);
  expect(runnersWorthStarting({ ...question, progress: { ...progress, ctasDone: 0 } })).toBe(0);
});

test('nobody where there is no processor, no memory or no CTA for them', () => {
  expect(runnersWorthStarting({ ...question, processors: 1 })).toBe(0);
  expect(runnersWorthStarting({ ...question, arenaBytes: 2 ** 30 })).toBe(0);
  expect(runnersWorthStarting({ ...question, arenaBytes: 2 ** 26, processors: 64 })).toBe(2);
  expect(runnersWorthStarting({ ...question, elapsedMs: 1e6, progress: { ...progress, ctasDone: 999 } })).toBe(0);
});
