/** Divergence, calls, spins and address spaces, on kernels compiled by nvcc, against the same computation in JavaScript. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ARCHS, int, type KernelRun, parsed, runKernel, traceKernel, wordsOf } from '../checks/kernel-run.ts';
import { postDominator } from './post-dominator.ts';

const COUNT = 150;
const GRID = [3, 1, 1] as const;

function breaks(i: number): number {
  let sum = 0;
  for (let a = 0; a < 9; a++) {
    if (((i >> 1) + a) % 5 === 4) continue;
    for (let b = 0; b < 7; b++) {
      sum += a * b + i;
      if (sum % 11 === 3) break;
      if (sum % 13 === 5) return sum;
    }
    sum ^= a;
  }
  return sum;
}

function earlyReturn(i: number): number {
  let last = -1;
  for (let k = 0; k < 40; k++) {
    if ((i * 7 + k) % 17 === 0) return last;
    last = k;
  }
  return last;
}

function switches(i: number): number {
  let v = i;
  for (let k = 0; k < 6; k++) {
    const choice = (v + k) % 7;
    if (choice === 0) v = (v * 3 + 1) | 0;
    else if (choice === 1) v = (v - 5) ^ 0x55;
    else if (choice === 2) v ^= 0x55;
    else if (choice === 3) v += k;
    else if (choice === 4) {
      if (k > 2) return v;
      v = -v;
    } else if (choice === 5) v = v >>> 1;
    else v += 100;
  }
  return v;
}

function collatz(t: number): number {
  let steps = 0;
  for (let v = t + 1; v !== 1; v = v & 1 ? 3 * v + 1 : v / 2) steps++;
  return steps;
}
const rejoin = (i: number): number => collatz((i % 64) ^ 33);

const squareSum = (a: number, b: number): number => (a > b ? a * a : a * a + b * b);
function calls(i: number): number {
  const v = i & 1 ? squareSum(i, 3) : squareSum(3, i);
  return i % 3 === 0 ? v + squareSum(v & 7, i & 7) : v;
}

const KERNELS: Readonly<Record<string, (i: number) => number>> = { breaks, earlyReturn, switches, rejoin, calls };

describe.each(ARCHS)('%s', arch => {
  const module = parsed(readFileSync(new URL(`../checks/fixtures/flow.${arch}.ptx`, import.meta.url), 'utf8'));
  const kernel = (entry: string): KernelRun => ({ entry, words: COUNT, grid: GRID, params: [int(COUNT)] });

  test.each(Object.entries(KERNELS))('%s computes what the source says', (entry, expected) => {
    const result = runKernel(module, kernel(entry));
    expect(result.faults).toEqual([]);
    expect(wordsOf(result)).toEqual(Array.from({ length: COUNT }, (_, i) => expected(i)));
  });

  test.each(['breaks', 'earlyReturn', 'switches', 'rejoin'])(
    '%s: the trace does not depend on the reconvergence policy',
    entry => {
      const first = traceKernel(module, kernel(entry));
      const second = traceKernel(module, kernel(entry), { reconvergence: postDominator });
      expect(wordsOf(second.result)).toEqual(wordsOf(first.result));
      if (entry === 'rejoin') expect(second.trace).toEqual(first.trace);
    },
  );

  test('lanes of one warp take turns at a lock', () => {
    const result = runKernel(module, { entry: 'locks', words: 65, params: [int(64)] });
    expect(result.faults).toEqual([]);
    expect(wordsOf(result)[0]).toBe(64);
  });

  test('a CTA that waits for a later one gets it as company', () => {
    const result = runKernel(module, { entry: 'backwards', words: 192 + 3, grid: GRID, params: [int(192)] });
    expect(result.faults).toEqual([]);
    expect(wordsOf(result).slice(0, 192)).toEqual(Array.from({ length: 192 }, (_, i) => Math.floor(i / 64)));
  });

  test('a CTA that waits for one that is not run is a deadlock', () => {
    const run = { entry: 'backwards', words: 192 + 3, grid: GRID, params: [int(192)] };
    expect(runKernel(module, run, { ctas: [0] }).faults.map(f => f.kind)).toEqual(['deadlock']);
  });

  test('constant, module and local variables, structs, generic addresses', () => {
    const result = runKernel(module, {
      entry: 'spaces',
      launch: {
        symbols: [{ name: 'weights', type: 's32', init: { kind: 'values', values: [10, 20, 30, 40] } }],
        params: [
          {
            kind: 'struct',
            sizeBytes: 16,
            fields: [
              { kind: 'pointer', buffer: 'out', offset: 0 },
              { kind: 'scalar', type: 's16', value: -3, offset: 8 },
              { kind: 'scalar', type: 's16', value: 1000, offset: 10 },
            ],
          },
          int(64),
        ],
      },
    });
    const expected = (i: number) => (i & 1 ? (i & 7) ** 2 - 3 : i) + [10, 20, 30, 40][i & 3] + 40 + 1000;
    expect(result.faults).toEqual([]);
    expect(wordsOf(result)).toEqual(Array.from({ length: 64 }, (_, i) => expected(i)));
  });

  test('shuffles, ballots, atomics and a counting barrier', () => {
    const result = runKernel(module, { entry: 'reduce', params: [int(64)] });
    const threads = Array.from({ length: 64 }, (_, i) => i);
    const ballot = (warp: number) =>
      threads.slice(warp * 32, warp * 32 + 32).reduce((m, i) => (i % 3 === 1 ? m | (1 << (i & 31)) : m), 0);
    expect(result.faults).toEqual([]);
    expect(wordsOf(result).slice(0, 3)).toEqual([
      threads.reduce((sum, i) => sum + ((i * i) % 97), 0),
      11,
      ballot(0) ^ ballot(1),
    ]);
    expect(new Set(wordsOf(result).slice(3))).toEqual(new Set([32]));
  });
});
