/** Tests the model of the tensor copy engine against a GPU's: which byte went where, what was counted, what was refused. */
import { describe, expect, test } from 'vitest';
import type { TensorMap } from '../../src/trace/launch.ts';
import { tmaEvidence } from './evidence.ts';
import type { TmaCase } from './tma/case.ts';
import { tmaCases } from './tma/job.ts';
import { outcomeOf, predictedAnswer, tableOf } from './tma/outcome.ts';

const { outcomes, tables } = tmaEvidence();
const CASES = tmaCases();

/** The driver's documentation demands swizzle 32B, and so do the rules; this driver does not. */
const TAKEN_ALL_THE_SAME = ['none', '64B', '128B'].map(mode => `encode: interleaved by 32 bytes, ${mode}`);

const differing = (predicted: (one: TmaCase) => string): string[] =>
  CASES.filter(one => predicted(one) !== outcomes[one.id]).map(({ id }) => id);
const predicted = (one: TmaCase): string => outcomeOf(predictedAnswer(one));

test('every case was tried', () => {
  expect(Object.keys(outcomes)).toEqual(CASES.map(({ id }) => id));
  const copied = Object.values(outcomes).filter(outcome => outcome.startsWith('ok '));
  expect(copied.length).toBeGreaterThan(400);
  expect(copied.every(outcome => outcome.split(' ')[2] === '1')).toBe(true);
});

test('the model says of each what the GPU did, but for maps that the documentation forbids', () => {
  expect(differing(predicted)).toEqual(TAKEN_ALL_THE_SAME);
  for (const id of TAKEN_ALL_THE_SAME) expect(outcomes[id]).toBe('encode 0');
});

test('the tables for people are those of the model', () => {
  const shown = CASES.filter(({ id }) => id in tables);
  expect(shown.length).toBe(8);
  for (const one of shown) expect(tables[one.id]).toEqual(tableOf(predictedAnswer(one).bytes!));
});

/** Replaces each copied map by another. */
const mutant = (change: (one: TmaCase) => Partial<TensorMap>) => (one: TmaCase) =>
  predicted(one.start === null ? one : { ...one, map: { ...one.map, ...change(one) } });

describe('a wrong model is noticed', () => {
  test.each<[string, (one: TmaCase) => string, least: number]>([
    ['without swizzles', mutant(() => ({ swizzle: 'none' })), 100],
    ['64B for 128B', mutant(({ map: { swizzle } }) => ({ swizzle: swizzle === '128B' ? '64B' : swizzle })), 50],
    ['zeros for NaN', mutant(() => ({ oobFill: 'zero' })), 40],
    ['no element strides', mutant(({ map: { dims } }) => ({ elementStrides: dims.map(() => 1) })), 50],
    ['a pattern that follows the tile', one => predicted({ ...one, base: 0 }), 60],
  ])('%s', (_, wrong, least) => {
    expect(differing(wrong).length).toBeGreaterThan(least);
  });
});
