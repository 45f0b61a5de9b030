/** Tests what `lanescape verify` prints; `verify-cases.sampled.test.ts` of each kernel tests that its cases are as expected. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../src/kernels/catalog.ts';
import { runsOf } from './case-run.ts';
import { isOneLine, lanescape } from './fixtures/in-process.ts';

describe('lanescape verify', () => {
  it('runs all cases of a kernel, and gives them as JSON', async () => {
    const { code, stdout, stderr } = await lanescape(['verify', 'reduction', '--arch', 'sm_90', '--json']);
    const { ok, runs } = JSON.parse(stdout);
    expect({ code, stderr, ok }).toEqual({ code: 0, stderr: '', ok: true });
    expect(runs).toHaveLength([...runsOf([catalog.get('reduction')!], arch => arch === 'sm_90')].length);
    expect(runs[0]).toMatchObject({ kernel: 'reduction', arch: 'sm_90', expected: true });
  });

  it.each([
    { words: ['transpos'], says: /no kernel 'transpos'; expected one of transpose/ },
    { words: ['transpose', '--arch', 'sm_1'], says: /--arch sm_1: expected one of sm_/ },
  ])('exits 2 with one line for $says', async ({ words, says }) => {
    const { code, stdout, stderr } = await lanescape(['verify', ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
    expect(isOneLine(stderr)).toBe(true);
  });
});
