/** Counts the tests of a finished run for its last line. */
import type { TestModule } from 'vitest/node';

export interface TestCount {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A file that failed outside its tests counts as one failure, and so does each error outside of any file. */
export function countTests(modules: readonly TestModule[], unhandledErrors: number): TestCount {
  const count = { passed: 0, failed: unhandledErrors, skipped: 0 };
  for (const module of modules) {
    const failedBefore = count.failed;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      count[state === 'pending' ? 'skipped' : state]++;
    }
    if (!module.ok() && count.failed === failedBefore) count.failed++;
  }
  return count;
}

export const closingLine = ({ passed, failed, skipped }: TestCount): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** Names of tests that failed first and passed when they were repeated. */
export const unsteadyTests = (modules: readonly TestModule[]): readonly string[] =>
  modules.flatMap(module =>
    [...module.children.allTests()].filter(test => test.diagnostic()?.flaky).map(test => test.fullName),
  );
