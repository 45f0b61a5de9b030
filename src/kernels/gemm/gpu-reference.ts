/** C of the reals on a GPU, by a plain kernel, and the elements of it by which a CPU finds out whether that kernel is right. */
import type { Launch, LaunchParam } from '../../trace/launch.ts';
import { randomFrom } from '../../trace/launch-bytes-random.ts';
import type { BuildSpec } from '../kernel.ts';
import type { GpuReference, Spots } from '../real-numbers.ts';
import type { GemmElement } from './build.ts';
import { type GemmProblem, numbersOf, REALS } from './reference.ts';
import { type OperandLines, sumsOf } from './sums.ts';

/** Threads of a CTA along each side of C. */
const SIDE = 16;

/** Products that a CPU sums in a blink. A problem that has no more of them is checked as a whole. */
const MOST_PRODUCTS = 2 ** 24;
/** For a larger problem: number of rows of A and of columns of B; every pair of them gives one element to check. */
const LINES = 64;

export const gpuReference = (problem: GemmProblem): GpuReference => ({
  build: { source: 'gemm/reference.cu', entry: 'reference', defines: DEFINES[problem.elementType] },
  launch: launchOf(problem),
  spots: () => spotsOf(problem),
  judged: new Map([['c', { values: 'c', bounds: 'bounds' }]]),
});

const DEFINES: Readonly<Record<GemmElement, BuildSpec['defines']>> = {
  bf16: {},
  f16: { ELEMENT_F16: 1 },
  e4m3: { ELEMENT_E4M3: 1 },
};

function spotsOf(problem: GemmProblem): Spots[] {
  const rows = linesOf(problem, problem.m);
  const columns = linesOf(problem, problem.n);
  const [a, b] = [operandLines('a', rows, problem), operandLines('b', columns, problem)];
  const { c, bounds } = sumsOf(a, b, problem.elementType);
  const indices = Uint32Array.from(rows.flatMap(row => columns.map(column => row * problem.n + column)));
  return [
    { buffer: 'c', indices, values: c },
    { buffer: 'bounds', indices, values: bounds },
  ];
}

function launchOf({ m, n, k, elementType: type }: GemmProblem): Launch {
  const pointer = (buffer: string): LaunchParam => ({ kind: 'pointer', buffer });
  const doubles = (name: string) =>
    ({ name, type: 'f64', length: m * n, init: { kind: 'poison' }, output: true }) as const;
  return {
    entry: 'reference',
    grid: [Math.ceil(n / SIDE), Math.ceil(m / SIDE), 1],
    block: [SIDE, SIDE, 1],
    buffers: [
      doubles('c'),
      doubles('bounds'),
      { name: 'a', type, length: m * k, init: REALS.a },
      { name: 'b', type, length: n * k, init: REALS.b },
    ],
    params: [
      ...['c', 'bounds', 'a', 'b'].map(pointer),
      ...[m, n, k].map((value): LaunchParam => ({ kind: 'scalar', type: 's32', value })),
    ],
  };
}

/** All of `extent`; or the first, the last, and one from each of equal parts in between, in no step that a tile could have. */
function linesOf({ m, n, k }: GemmProblem, extent: number): number[] {
  if (m * n * k <= MOST_PRODUCTS || extent <= LINES) return Array.from({ length: extent }, (_, line) => line);
  const startOf = (part: number): number => Math.floor((part * extent) / LINES);
  const within = numbersOf({ kind: 'random', seed: extent }, 'bf16', LINES);
  const lines = Array.from(within, (where, i) => {
    const lines = startOf(i + 1) - startOf(i);
    return startOf(i) + Math.min(lines - 1, Math.floor(where * lines));
  });
  return [0, ...lines.slice(1, -1), extent - 1];
}

/** The numbers of these lines, made without those before them. */
function operandLines(operand: 'a' | 'b', lines: readonly number[], { k, elementType }: GemmProblem): OperandLines {
  const numbers = new Float64Array(lines.length * k);
  lines.forEach((line, i) => {
    numbers.set(numbersOf(randomFrom(REALS[operand], line * k), elementType, k), i * k);
  });
  return { numbers, k };
}
