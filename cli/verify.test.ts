import { describe, expect, it } from 'vitest';
import { catalog } from '../src/kernels/catalog.ts';
import { runsOf } from './case-run.ts';
import { isOneLine, lanescape } from './fixtures/spawned.ts';

describe('lanescape verify', () => {
  it('finds every shipped kernel as expected', { timeout: 120_000 }, async () => {
    const { code, stdout, stderr } = await lanescape(['verify', '--arch', 'sm_90', '--json']);
    const { ok, runs } = JSON.parse(stdout);
    expect(runs.filter((run: { expected: boolean }) => !run.expected)).toEqual([]);
    expect({ code, stderr, ok }).toEqual({ code: 0, stderr: '', ok: true });
    expect(runs).toHaveLength([...runsOf(catalog.values(), arch => arch === 'sm_90')].length);
  });

  it('names the cases that only a GPU can run, and what makes them so large', { timeout: 60_000 }, async () => {
    const { code, stdout } = await lanescape(['verify', 'gemm', '--arch', 'sm_80']);
    expect(stdout).toMatch(/^gemm: not emulated are 1024-128x128, .*, 8192-128x256; k: M × N × K is above 2\^28/m);
    expect(code).toBe(0);
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
