/** Two kinds of test: plain Node ones, two at a time; and those that drive a real Chromium, one after another. */
import { defineConfig } from 'vitest/config';

const BROWSER_TESTS = '**/*.browser.test.ts';
const NEVER = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    environment: 'node',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...NEVER, BROWSER_TESTS],
          maxWorkers: 2,
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [BROWSER_TESTS],
          exclude: NEVER,
          maxWorkers: 1,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
