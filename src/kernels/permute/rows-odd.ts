/** Rows that stay whole, and are no whole vectors: the closed form of `rows-odd.cu`, its launch, and when it applies. */
import { WIDEST_ACCESS_BYTES } from '../../base/hardware.ts';
import { isCopy, keepsRows } from '../../model/permute/canonical.ts';
import { oddRows } from '../../model/permute/time/odd-rows.ts';
import { widestVector } from '../../model/permute/time/wide-accesses.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Launch } from '../../trace/launch.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { type PlanSources, planBuild, planParams } from './compiled-plan.ts';
import { divisorWords } from './divisor-words.ts';
import { type PermuteJob, perJob } from './job.ts';
import type { Mover } from './mover.ts';
import { tensorDims } from './tensor-dims.ts';
import { tensorsOf } from './tensors.ts';
import { gridWords, rowsGrid, tileStart, upTo } from './tile-grid.ts';

/** `sources` have the arguments of `rows-odd.cu`, and of `rows-odd-constants.cu`. */
export const oddRowsMover = (sources: PlanSources): Mover => ({
  refusal: refusalOf,
  build: job => planBuild(sources, job, refusalOf(job) === null ? wordsOf : null),
  launch: job => launchOf(sources, job),
  predict: (job, cta) => predict(job, cta, bufferAddresses(launchOf(sources, job))),
  demand: job => rowsOf(job).rows.demand,
});

function refusalOf({ canonical, request: { elementBytes } }: PermuteJob): string | null {
  if (isCopy(canonical)) return 'Nothing changes place: there are no rows to put into another order.';
  if (!keepsRows(canonical))
    return 'The fastest dimension changes: rows do not stay whole. They would if the order ended as the shape does.';
  if (widestVector([canonical.shape.at(-1)!], elementBytes) * elementBytes < WIDEST_ACCESS_BYTES) return null;
  return 'Rows are whole vectors of sixteen bytes: rows in blocks move them faster.';
}

/** As if no row ended within a vector: wrong only where rows hold one. */
export function uncutRowsMover(sources: PlanSources): Mover {
  const mover = oddRowsMover(sources);
  return {
    ...mover,
    refusal(job) {
      const refusal = mover.refusal(job);
      if (refusal !== null || rowsOf(job).rows.length >= rowsOf(job).rows.vector) return refusal;
      return 'Rows are shorter than sixteen bytes: their elements are moved one by one.';
    },
  };
}

const rowsOf = perJob(({ canonical, request: { elementBytes } }: PermuteJob) => ({
  rows: oddRows({ canonical, elementBytes }),
  grid: rowsGrid(tensorDims(canonical)),
}));

/** `UnalignedRows` of odd.hpp. */
function wordsOf(job: PermuteJob): number[] {
  const { rows, grid } = rowsOf(job);
  return [job.elements, ...divisorWords(rows.length), ...gridWords(grid)];
}

function launchOf(sources: PlanSources, job: PermuteJob): Launch {
  const { rows } = rowsOf(job);
  return {
    entry: 'permute',
    grid: [rows.demand.ctas, 1, 1],
    block: [rows.threads, 1, 1],
    buffers: tensorsOf(job),
    params: planParams(sources, job, wordsOf(job)),
  };
}

/** A thread's vector of the output: where it lies, and where its elements come from. */
interface RowsVector {
  readonly output: number;
  /** Where its first `count` elements begin in the input, and where the others would begin if they were whole. */
  readonly input: number;
  readonly count: number;
  readonly other: number;
  /** Whether it is written at once. */
  readonly isWhole: boolean;
}

function vectorOf(job: PermuteJob, number: number): RowsVector | null {
  const { length, vector, word } = rowsOf(job).rows;
  const output = number * vector;
  if (output >= job.elements) return null;
  const count = Math.min(vector, length - (output % length));
  const input = inputOf(job, output);
  const other = count < vector ? inputOf(job, output + count) - count : input;
  const areTwoRows = length >= vector && output + vector <= job.elements;
  const isInside = word === 1 || Math.max(input, other) + vector + word - 1 <= job.elements;
  return { output, input, count, other, isWhole: areTwoRows && isInside };
}

/** Where element `output` of the output lies in the input. */
function inputOf(job: PermuteJob, output: number): number {
  const { rows, grid } = rowsOf(job);
  return tileStart(grid, Math.floor(output / rows.length)).input + (output % rows.length);
}

function predict(job: PermuteJob, cta: number, buffers: ReadonlyMap<string, number>): Prediction {
  const { threads, vector, word } = rowsOf(job).rows;
  const vectors = upTo(threads).map(thread => vectorOf(job, cta * threads + thread));
  const elementBytes = job.request.elementBytes;
  /** `elements` of those vectors that take part, from the given element on. */
  const access = (kind: 'load' | 'store', elements: number, of: (vector: RowsVector) => number | null): CtaAccess => ({
    ...{ space: 'global', kind, widthBytes: elements * elementBytes, interval: 0 },
    addressOf: thread => {
      const asked = vectors[thread];
      const element = asked === null ? null : of(asked);
      return element === null ? null : buffers.get(kind === 'load' ? 'in' : 'out')! + element * elementBytes;
    },
  });
  const words = (of: (vector: RowsVector) => number | null): CtaAccess[] =>
    upTo(vector / word + 1).map(k =>
      access('load', word, asked => {
        const from = of(asked);
        // The last one is needed only where the first one begins before the vector.
        return from === null || (k * word === vector && from % word === 0) ? null : from - (from % word) + k * word;
      }),
    );
  const loads =
    word === 1
      ? upTo(vector).map(k =>
          access('load', 1, ({ isWhole, count, input, other }) => (isWhole ? (k < count ? input : other) + k : null)),
        )
      : [
          ...words(({ isWhole, input }) => (isWhole ? input : null)),
          ...words(({ isWhole, count, other }) => (isWhole && count < vector ? other : null)),
        ];
  const whole = access('store', vector, ({ output, isWhole }) => (isWhole ? output : null));
  const pieces = upTo(vector).flatMap(k => {
    const isThere = ({ isWhole, output }: RowsVector) => !isWhole && output + k < job.elements;
    return [
      access('load', 1, asked => (isThere(asked) ? inputOf(job, asked.output + k) : null)),
      access('store', 1, asked => (isThere(asked) ? asked.output + k : null)),
    ];
  });
  return { trace: ctaTrace(cta, threads, [...loads, whole, ...pieces]), tile: null, sharedBytes: 0 };
}
