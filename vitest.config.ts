/**
 * Kinds of test, told by the file's name. `x.test.ts` belongs to the default tier, `x.long.test.ts` to the rest that
 * `npm test -- --all` adds; `x.sampled.test.ts` to both: a sample first, then the whole (`scripts/fixtures/sweep.ts`).
 * `.browser` tests drive a real Chromium; the long ones among them one after another, since some look at times.
 */
import { defineConfig } from 'vitest/config';

const NEVER = ['**/node_modules/**', '**/dist/**'];
const BROWSER = '**/*.browser.test.ts';
const LONG_BROWSER = '**/*.browser.long.test.ts';
const LONG = '**/*.long.test.{ts,tsx}';
const SAMPLED = '**/*.sampled.test.ts';

/** Asks what an import alone does, so that no test before it may have imported anything. */
const ALONE = ['src/pictures/cases/lazy-cases.test.ts'];

const patience = { testTimeout: 60_000, hookTimeout: 60_000 };
const longPatience = { testTimeout: 120_000, hookTimeout: 120_000 };
/** A page on a busy machine may miss a moment; `npm test` names each test that passed only when it was tried again. */
const browserPatience = { testTimeout: 60_000, hookTimeout: 120_000, retry: 1 };

export default defineConfig({
  test: {
    environment: 'node',
    provide: { sweeps: 'sampled' },
    exclude: NEVER,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...NEVER, BROWSER, LONG, ...ALONE],
          // Modules are loaded once a worker, not once a file: a third of the time was spent on loading.
          isolate: false,
          // One more than the cores of a small machine: tests of time limits sleep.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
          ...patience,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 }, ...patience },
      },
      {
        extends: true,
        test: { name: 'browser', include: [BROWSER], maxWorkers: 2, sequence: { groupOrder: 2 }, ...browserPatience },
      },
      {
        extends: true,
        test: {
          name: 'long',
          provide: { sweeps: 'whole' },
          include: [LONG, SAMPLED],
          exclude: [...NEVER, LONG_BROWSER],
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
          ...longPatience,
        },
      },
      {
        extends: true,
        test: {
          name: 'long browser',
          include: [LONG_BROWSER],
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
          ...browserPatience,
        },
      },
    ],
  },
});
