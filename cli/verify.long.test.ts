import { expect, it } from 'vitest';
import { lanescape } from './fixtures/in-process.ts';

it('lanescape verify names the cases that only a GPU can run, and what makes them so large', async () => {
  const { code, stdout } = await lanescape(['verify', 'gemm', '--arch', 'sm_80']);
  expect(stdout).toMatch(/^gemm: not emulated are 1024-128x128, .*, 8192-128x256; k: M × N × K is above 2\^28/m);
  expect(code).toBe(0);
});
