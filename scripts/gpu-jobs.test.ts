import { expect, test } from 'vitest';
import { problemWith } from './gpu-jobs.ts';

test('a job with its arguments is taken, with optional ones or without', () => {
  expect(problemWith(['tma-write', 'job'])).toBeNull();
  expect(problemWith(['replay-write', 'job'])).toBeNull();
  expect(problemWith(['replay-write', 'job', 'kernels=gemm'])).toBeNull();
});

test('another name is answered with the list, a missing argument with its name', () => {
  expect(problemWith([])).toMatch(/^Jobs:\n {2}replay-write FOLDER/);
  expect(problemWith(['tma'])).toMatch(/^There is no job "tma"\. Jobs:\n/);
  expect(problemWith(['sass-read', 'job'])).toBe('TOOLKIT is missing: npm run gpu-jobs -- sass-read FOLDER TOOLKIT');
});
