import { expect, test } from 'vitest';
import type { Finding } from '../src/trace/finding.ts';
import { costLimitsOf, costsOver } from './cost-limits.ts';

const place = { file: 'a.cu', line: 3, ptxLine: 9, instruction: 'atom' };
const who = { cta: 0, warp: 0, lane: -1 };
const finding = (kind: Finding['kind'], actual: number, ideal: number): Finding => ({
  ...{ kind, rank: 'cost', place, who, other: null, message: 'it costs', fix: '', seen: '', count: 1 },
  cost: { unit: 'turns', actual, ideal },
});

const FOUND = [finding('atomicContention', 40, 8), finding('localMemory', 12, 0), finding('bankConflicts', 99, 1)];
const NONE = { 'max-local': undefined, 'max-divergence': undefined, 'max-contention': undefined };

function over(options: Partial<typeof NONE | Record<keyof typeof NONE, string>>) {
  const limits = costLimitsOf({ ...NONE, ...options });
  if (!limits.ok) throw new Error(limits.error);
  return costsOver(limits.value, FOUND).map(({ kind, message }) => `${kind}: ${message}`);
}

test('without a limit nothing is over it', () => {
  expect(over({})).toEqual([]);
});

test('each limit is about its own kind, above the ideal', () => {
  expect(over({ 'max-contention': '31' })).toEqual([
    'atomicContention: it costs (32 turns too many, at most 31 allowed)',
  ]);
  expect(over({ 'max-contention': '32' })).toEqual([]);
  expect(over({ 'max-local': '0' })).toHaveLength(1);
});

test('a limit is a count', () => {
  expect(costLimitsOf({ ...NONE, 'max-local': 'few' })).toEqual({
    ok: false,
    error: '--max-local few: expected a count of sectors',
  });
});
