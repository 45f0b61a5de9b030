/**
 * How fast the layout algebra is, compared with pycute's rates on a 2.6 GHz EPYC: 10.5 us per composition and 0.16 us per
 * swizzle. The goal is twenty times that. Medians of rounds over a few layouts like those in the documentation.
 */
import { composition } from '../../src/model/layout/composition.ts';
import type { Layout } from '../../src/model/layout/layout.ts';
import type { Refusable } from '../../src/model/layout/layout-error.ts';
import { parseLayout } from '../../src/model/layout/notation.ts';
import { swizzleOf, swizzler } from '../../src/model/layout/swizzle.ts';
import { logicalDivide } from '../../src/model/layout/tiler.ts';

const PYCUTE_COMPOSITION_US = 10.5;
const PYCUTE_SWIZZLE_US = 0.16;
const TIMES = 20;
const WARM_UP = 20;
const ROUNDS = 31;

const PAIRS = [
  ['(6,2):(8,2)', '(4,3):(3,1)'],
  ['20:2', '(5,4):(4,1)'],
  ['(10,2):(16,4)', '(5,4):(1,5)'],
  ['((4,2),(2,8)):((1,16),(8,32))', '(8,(4,4)):(4,(1,32))'],
  ['(8,(4,8)):(59,(13,1))', '((2,2),(4,8)):((1,4),(8,32))'],
];

function mustBe<T>(result: Refusable<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** Median rate [M/s] of `work`, which does `count` operations. */
function rate(count: number, work: () => void): number {
  const times = Array.from({ length: WARM_UP + ROUNDS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return count / times.slice(WARM_UP).sort((a, b) => a - b)[ROUNDS >> 1] / 1000;
}

/** All pairs, repeated until a round takes milliseconds. */
function pairsRate(apply: (a: Layout, b: Layout) => Refusable<Layout>): number {
  const pairs = PAIRS.map(([a, b]) => [mustBe(parseLayout(a)), mustBe(parseLayout(b))] as const);
  const repeats = 4000;
  return rate(repeats * pairs.length, () => {
    for (let i = 0; i < repeats; i++) for (const [a, b] of pairs) mustBe(apply(a, b));
  });
}

function swizzleRate(from: number): number {
  const apply = swizzler(mustBe(swizzleOf(3, 4, 3)));
  const offsets = Float64Array.from({ length: 2 ** 16 }, (_, i) => from + i * 16);
  const results = new Float64Array(offsets.length);
  return rate(offsets.length, () => {
    for (let i = 0; i < offsets.length; i++) results[i] = apply(offsets[i]);
  });
}

export function run() {
  const row = (name: string, value: number, pycuteUs: number) => ({
    name,
    value: Number(value.toPrecision(3)),
    unit: 'M/s',
    goal: `at least ${(TIMES / pycuteUs).toPrecision(3)}`,
  });
  return [
    row('compositions', pairsRate(composition), PYCUTE_COMPOSITION_US),
    row('swizzles of offsets below 2^31', swizzleRate(0), PYCUTE_SWIZZLE_US),
    row('swizzles of offsets beyond 2^40', swizzleRate(2 ** 40), PYCUTE_SWIZZLE_US),
    { name: 'logical divides', value: Number(pairsRate(logicalDivide).toPrecision(3)), unit: 'M/s' },
  ];
}
