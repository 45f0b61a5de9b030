import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isOneLine, lanescape } from './fixtures/in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'lanescape-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ONE = ['--shape', '28,48,28', '--perm', '2,0,1', '--element-bytes', '4'];

it('writes the library, which includes none of our files', async () => {
  const out = join(folder, 'lanescape_permute.hpp');
  expect(await lanescape(['export', 'permute', '--library', '--out', out])).toMatchObject({ code: 0, stdout: '' });
  const text = readFileSync(out, 'utf8');
  expect(text).toMatch(/^\/\/ Tensor permutations on NVIDIA GPUs/);
  expect(text).toContain('inline PermutePlan planPermute(');
  expect(text).not.toMatch(/#include "|#pragma once/);
});

it('writes one permutation with its check', async () => {
  const { code, stdout } = await lanescape(['export', 'permute', ...ONE]);
  expect(code).toBe(0);
  expect(stdout).toContain('permute<<<CTAS, THREADS, SHARED_BYTES>>>(device_out, device_in);');
  expect(stdout).toContain('  lanescape::moveTiles(out, in, NUMBERS);');
  expect(stdout).toContain('constexpr int ASKED_PERM[ASKED_RANK] = {2, 0, 1};');
});

it('counts in 64 bits above 2^31 elements', async () => {
  const words = ['--shape', '70000,80000', '--perm', '1,0', '--element-bytes', '4'];
  const { code, stdout } = await lanescape(['export', 'permute', ...words]);
  expect(code).toBe(0);
  expect(stdout).toContain('// More than 2^31 elements: offsets in global memory have 64 bits.');
  expect(stdout).toContain('const unsigned long long offset = input_offset(from, n);');
});

it.each([
  { words: [], says: /expected the kernel 'permute', got none/ },
  { words: ['gemm', '--library'], says: /got 'gemm'/ },
  { words: ['permute'], says: /either --library, or --shape/ },
  { words: ['permute', '--library', '--shape', '3'], says: /either --library, or --shape/ },
  { words: ['permute', '--shape', '4,5', '--perm', '1,0'], says: /--element-bytes together/ },
  { words: ['permute', '--shape', '4,5', '--perm', '1,1', '--element-bytes', '4'], says: /--perm expected each of/ },
  { words: ['permute', '--shape', '4,5', '--perm', '1,0', '--element-bytes', '3'], says: /--element-bytes expected/ },
  { words: ['permute', '--shape', '4,5', '--perm', '0,1', '--element-bytes', '4'], says: /nothing changes place/ },
  {
    words: ['permute', '--library', '--out', '/no/such/folder/x'],
    says: /\/no\/such\/folder\/x: no such file or directory; expected a writable file/,
  },
])('$words is bad input', async ({ words, says }) => {
  const { code, stdout, stderr } = await lanescape(['export', ...words]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(says);
  expect(isOneLine(stderr)).toBe(true);
});
