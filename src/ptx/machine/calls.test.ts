/** Functions that stay calls, on kernels compiled by nvcc, against the same computation in JavaScript. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { int, type KernelRun, parsed, runKernel, traceKernel, wordsOf } from '../checks/kernel-run.ts';
import { postDominator } from './post-dominator.ts';

const fibonacci = (n: number): number => (n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2));

function spread(above: number[], depth: number, seed: number): number {
  const mine = [0, 1, 2, 3].map(i => (seed + i * depth) | 0);
  above[(seed + depth) & 3] += depth;
  if (depth === 0) return above[seed & 3];
  const below = spread(mine, depth - 1, seed * 3 + 1);
  return (below * 7 + mine[(seed ^ depth) & 3] + mine[seed & 3]) | 0;
}

function frames(t: number, n: number): number {
  const start = [1, 2, 3, 4];
  const sum = spread(start, t % 6, t);
  return (sum + start[t & 3] * n) | 0;
}

const ackermann = (m: number, n: number): number =>
  m === 0 ? n + 1 : ackermann(m - 1, n === 0 ? 1 : ackermann(m, n - 1));

const BINARY = [(a: number, b: number) => a + b, (a: number, b: number) => a - b, (a: number, b: number) => a * b];

function arrays(t: number, n: number): number {
  const last = t % 7;
  return last * last + 3 * (2 * last * last) + n;
}

const area = (isSquare: boolean, side: number, width: number, scale: number): number =>
  isSquare ? side * side * scale : side * width + scale;

function structs(t: number, n: number): number {
  const [x, y, z] = [n - 2 * 4, 2 * 3 - t * n, t * 4 - 3];
  return x * 100 + y * 10 + z + (t % 20) * (1 + t) + Number(t - 40 > n);
}

function sorts(t: number, n: number): number {
  const list = Array.from({ length: 16 }, (_, i) => (i * 7 + t * 3) % 17).sort((a, b) => a - b);
  return list.reduce((sum, value, i) => (sum * n + value * i) | 0, 0);
}

/** out[t] of each kernel. */
const KERNELS: Readonly<Record<string, (t: number, n: number) => number>> = {
  recursion: (t, n) => fibonacci(t % 11) + n,
  mutual: (t, n) => (t % 3 === 0 ? Number((t + n) % 2 === 0) + 10 : (t + n) % 2),
  frames,
  deep: (t, n) => ackermann(2, n + (t % 4)),
  pointers: (t, n) => BINARY[t % 3](t, n) * 100 + BINARY[t & 1 ? 0 : 1](t, 2),
  linked: (_, n) => [10, 20, 30].reduce((sum, value) => sum * 3 + value, 10) + n,
  arrays,
  virtuals: (t, n) => area((t & 2) !== 0, t, 5, n),
  structs,
  sorts,
  heap: (t, n) => area((t & 1) !== 0, t, 7, n) + Math.floor(t / 2),
};

/** Kernels that fault: the kind, and words of the message. */
const FAULTY: readonly [entry: string, kind: string, words: RegExp][] = [
  ['overflow', 'limit', /lane 0: the call of 'endless' would be \d{3} deep, and the stack of \d+ bytes is full/],
  ['nobody', 'invalidCall', /lane 5: calls 0x0, the address of no function/],
  ['freed', 'outOfBounds', /no block of the heap has them/],
];

/** Kernels in which diverged lanes access memory inside calls: the order of their accesses depends on the policy. */
const ORDER_VARIES = ['frames', 'heap', 'sorts'];

const FIXTURES = ['calls.sm_80', 'calls.sm_100a', 'calls.debug.sm_90a'];

describe.each(FIXTURES)('%s', fixture => {
  const module = parsed(readFileSync(new URL(`./fixtures/${fixture}.ptx`, import.meta.url), 'utf8'));
  const kernel = (entry: string): KernelRun => ({ entry, params: [int(2)] });

  test.each(Object.entries(KERNELS))('%s computes what the source says', (entry, expected) => {
    const { result, trace } = traceKernel(module, kernel(entry));
    expect(result.faults).toEqual([]);
    expect(wordsOf(result)).toEqual(Array.from({ length: 64 }, (_, t) => expected(t, 2)));
    const second = traceKernel(module, kernel(entry), { reconvergence: postDominator });
    expect(wordsOf(second.result)).toEqual(wordsOf(result));
    if (ORDER_VARIES.includes(entry)) expect(second.trace.rows).toBe(trace.rows);
    else expect(second.trace).toEqual(trace);
  });

  test.each(FAULTY)('%s', (entry, kind, words) => {
    const { faults } = runKernel(module, kernel(entry));
    expect(faults.map(f => f.kind)).toEqual([kind]);
    expect(faults[0].message).toMatch(words);
  });
});

test('a fault in a called function tells the calls that have led there, and their lines', () => {
  const text = `.version 9.0
.target sm_90
.address_size 64
.file 1 "a.cu"
.visible .func inner(.param .b64 p) { .reg .b64 %x; .loc 1 3 1
ld.param.u64 %x, [p]; st.global.u32 [%x+4096], 1; .loc 1 4 1
trap; }
.visible .func outer(.param .b64 p) { .reg .b64 %x; ld.param.u64 %x, [p];
{ .param .b64 a; st.param.b64 [a], %x; .loc 1 8 1
call.uni inner, (a); } ret; }
.visible .entry k(.param .u64 p) { .reg .b64 %x; ld.param.u64 %x, [p];
{ .param .b64 a; st.param.b64 [a], %x; .loc 1 12 1
call.uni outer, (a); } ret; }`;
  const { faults } = runKernel(parsed(text), { entry: 'k' }, { faults: 'all' });
  const calls = [
    { callee: 'inner', file: 'a.cu', line: 8 },
    { callee: 'outer', file: 'a.cu', line: 12 },
  ];
  expect(faults.map(({ kind, place }) => [kind, place.line, place.calls])).toEqual([
    ['outOfBounds', 3, calls],
    ['trap', 4, calls],
  ]);
});
