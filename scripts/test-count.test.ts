import { expect, test } from 'vitest';
import type { TestModule } from 'vitest/node';
import { closingLine, countTests, unsteadyTests } from './test-count.ts';

/** The part of vitest's module that the count reads. */
const moduleOf = (ok: boolean, ...states: string[]) =>
  ({
    ok: () => ok,
    children: { allTests: () => states.map(state => ({ result: () => ({ state }) })) },
  }) as unknown as TestModule;

test('counts tests by their result', () => {
  const count = countTests([moduleOf(true, 'passed', 'skipped'), moduleOf(false, 'passed', 'failed', 'failed')], 0);
  expect(count).toEqual({ passed: 2, failed: 2, skipped: 1 });
});

test('a file that did not load is a failure, though none of its tests is', () => {
  expect(countTests([moduleOf(true, 'passed'), moduleOf(false)], 0)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('an error outside of any test is a failure', () => {
  expect(countTests([moduleOf(true, 'passed')], 1).failed).toBe(1);
});

test('the closing line names skipped tests where there are any', () => {
  expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
  expect(closingLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
});

test('names tests that passed only when they were tried again', () => {
  const testOf = (fullName: string, flaky: boolean) => ({ fullName, diagnostic: () => ({ flaky }) });
  const module = { children: { allTests: () => [testOf('page > opens', false), testOf('page > draws', true)] } };
  expect(unsteadyTests([module as unknown as TestModule])).toEqual(['page > draws']);
});
