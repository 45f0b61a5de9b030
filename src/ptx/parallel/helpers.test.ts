import { expect, test } from 'vitest';
import { type HelpQuestion, helpersWorthAsking } from './helpers.ts';

const progress = { done: false, ctasDone: 100, ctasTotal: 1000, warpInstructions: 1e6 };
const question: HelpQuestion = {
  progress,
  elapsedMs: 100,
  prepareMs: 5,
  startMs: 50,
  arenaBytes: 2 ** 20,
  processors: 4,
};

test('as many as there are other processors', () => {
  expect(helpersWorthAsking(question)).toBe(3);
  expect(helpersWorthAsking({ ...question, processors: 64 })).toBe(7);
});

test('nobody where the rest is short, or nothing is known of it', () => {
  expect(helpersWorthAsking({ ...question, elapsedMs: 10 })).toBe(0);
  expect(helpersWorthAsking({ ...question, prepareMs: 500 })).toBe(0);
  expect(helpersWorthAsking({ ...question, progress: { ...progress, ctasDone: 0 } })).toBe(0);
});

test('nobody where there is no processor, no memory or no CTA for them', () => {
  expect(helpersWorthAsking({ ...question, processors: 1 })).toBe(0);
  expect(helpersWorthAsking({ ...question, arenaBytes: 2 ** 30 })).toBe(0);
  expect(helpersWorthAsking({ ...question, arenaBytes: 2 ** 26, processors: 64 })).toBe(2);
  expect(helpersWorthAsking({ ...question, elapsedMs: 1e6, progress: { ...progress, ctasDone: 999 } })).toBe(0);
});
