/** Every computing row of the table against an independent reference: edge values first, then random ones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWhole } from '../../../scripts/fixtures/sweep.ts';
import { ATOMIC_CASES } from './reference/atomic-cases.ts';
import { COMPARE_CASES } from './reference/compare-cases.ts';
import { CONVERT_CASES } from './reference/convert-cases.ts';
import { decode, type FloatName } from './reference/exact-float.ts';
import { FLOAT_CASES } from './reference/float-cases.ts';
import { edgeRows, run } from './reference/harness.ts';
import { bitsOf, type InstructionCase } from './reference/instruction-case.ts';
import { INTEGER_CASES } from './reference/integer-cases.ts';
import { INTEGER_VARIANT_CASES } from './reference/integer-variant-cases.ts';
import { TABLE } from './table.ts';

const CASES = [
  ...INTEGER_CASES,
  ...INTEGER_VARIANT_CASES,
  ...FLOAT_CASES,
  ...COMPARE_CASES,
  ...CONVERT_CASES,
  ...ATOMIC_CASES,
];

/** Rows that move data, change the flow or involve several lanes: each has tests of its own, in the file named. */
const TESTED_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'carry.test.ts': ['addc', 'subc', 'madc'],
  'memory.test.ts': [
    'ld',
    'ldu',
    'st',
    'atom',
    'red',
    'cvta',
    'isspacep',
    'createpolicy',
    'prefetch',
    'prefetchu',
    'discard',
    'applypriority',
    'membar',
    'fence',
  ],
  'bulk-copy.test.ts': ['tensormap'],
  'cluster.test.ts': ['mapa', 'getctarank'],
  'control.test.ts': [
    'bra',
    'brx',
    'call',
    'ret',
    'exit',
    'trap',
    'brkpt',
    'nanosleep',
    'pmevent',
    'bar',
    'barrier',
    'alloca',
    'stacksave',
    'stackrestore',
    'griddepcontrol',
  ],
  'matrix-move.test.ts': ['ldmatrix', 'stmatrix', 'movmatrix'],
  'cp-async.test.ts': ['cp'],
  'launch-control.test.ts': ['clusterlaunchcontrol'],
  'mbarrier.test.ts': ['mbarrier'],
  'mma.test.ts': ['mma'],
  'textures.test.ts': ['tex', 'tld4', 'txq', 'suq', 'suld', 'sust'],
  'wgmma.sampled.test.ts': ['wgmma', 'setmaxnreg'],
  'wmma.test.ts': ['wmma'],
  'tcgen05.test.ts': ['tcgen05'],
  'warp.test.ts': ['shfl', 'vote', 'match', 'redux', 'elect', 'activemask'],
};

const RANDOM_ROWS = isWhole ? 160 : 16;
const EDGE_ROWS = isWhole ? 2500 : 400;

function randomRows(item: InstructionCase): bigint[][] {
  const values = item.from.map(domain => fc.bigInt({ min: 0n, max: (1n << BigInt(bitsOf(domain))) - 1n }));
  return fc.sample(fc.tuple(...values), { numRuns: RANDOM_ROWS, seed: 20_26 });
}

const numberOf = (type: FloatName, pattern: bigint): number => {
  const v = decode(type, pattern);
  if (v.kind !== 'finite') return v.kind === 'nan' ? Number.NaN : v.sign * Number.POSITIVE_INFINITY;
  return Number(v.integer) * 2 ** v.exponent;
};

function agrees({ to, tolerance }: InstructionCase, actual: bigint, expected: bigint): boolean {
  if (actual === expected) return true;
  if (!tolerance) return false;
  const [x, y] = [numberOf(to as FloatName, actual), numberOf(to as FloatName, expected)];
  return Math.abs(x - y) <= Math.max(Math.abs(y) * tolerance.relative, tolerance.absolute);
}

function check(item: InstructionCase): void {
  const rows = [...edgeRows(item, EDGE_ROWS), ...randomRows(item)];
  const actual = run(item, rows);
  rows.forEach((row, i) => {
    const expected = item.expected(...row);
    if (expected === null || agrees(item, actual[i], expected)) return;
    const hex = (v: bigint) => `0x${v.toString(16)}`;
    expect.fail(`${item.ptx}(${row.map(hex).join(', ')}) = ${hex(actual[i])}, expected ${hex(expected)}`);
  });
}

describe('each form computes what the manual says', () => {
  test.each(CASES.map(item => [item.ptx + (item.suffix ?? ''), item] as const))('%s', (_name, item) => check(item));
});

test('every row of the table has a reference case', () => {
  const covered = new Set([...CASES.map(c => c.ptx.split('.')[0]), ...Object.values(TESTED_ELSEWHERE).flat()]);
  expect([...TABLE.keys()].filter(opcode => !covered.has(opcode))).toEqual([]);
});

test('a wrong result is noticed', () => {
  const wrong = { ...INTEGER_CASES[0], expected: (a: bigint, b: bigint) => BigInt.asUintN(16, a + b + 1n) };
  expect(() => check(wrong)).toThrow('expected');
});
