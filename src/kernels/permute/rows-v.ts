/** Rows that stay whole, in blocks: the closed form of `rows-v.cu`, its launch, and when it applies. */
import { isCopy, keepsRows } from '../../model/permute/canonical.ts';
import { ROWS_HELD, type RowBlock, type RowLengths, rowBlock } from '../../model/permute/time/row-blocks.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Launch } from '../../trace/launch.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { type PlanSources, planBuild, planParams } from './compiled-plan.ts';
import { divisorWords } from './divisor-words.ts';
import { type PermuteJob, perJob } from './job.ts';
import type { Mover } from './mover.ts';
import { ctasOf, type RowGrid, rowGrid, rowGridWords, rowStart } from './row-grid.ts';
import { type TensorDim, tensorDims } from './tensor-dims.ts';
import { tensorsOf } from './tensors.ts';

/** `sources` have the arguments of `rows-v.cu`, and of `rows-v-constants.cu`. */
export const wideRowsMover = (sources: PlanSources): Mover => ({
  refusal: refusalOf,
  build: job => planBuild(sources, job, refusalOf(job) === null ? wordsOf : null),
  launch: job => launchOf(sources, job),
  predict: (job, cta) => predict(job, cta, bufferAddresses(launchOf(sources, job))),
  demand: job => rowsOf(job).block.demand,
});

function refusalOf({ canonical }: PermuteJob): string | null {
  if (isCopy(canonical)) return 'Nothing changes place: there are no rows to put into another order.';
  if (keepsRows(canonical)) return null;
  return 'The fastest dimension changes: rows do not stay whole. They would if the order ended as the shape does.';
}

/** Everything counts vectors. */
interface Rows {
  readonly block: RowBlock;
  readonly grid: RowGrid;
  readonly dims: readonly TensorDim[];
  readonly vectorBytes: number;
  /** Of a block. */
  readonly lengths: RowLengths;
}

const rowsOf = perJob(({ canonical, request: { elementBytes } }: PermuteJob): Rows => {
  const block = rowBlock({ canonical, elementBytes });
  const { sides, vector } = block;
  const [across, acrossNext, downNext] = block.lengths;
  const dims = tensorDims(canonical).map(
    (dim, i): TensorDim =>
      i === sides[0]
        ? { extent: dim.extent / vector, inStride: 1, outStride: 1 }
        : { extent: dim.extent, inStride: dim.inStride / vector, outStride: dim.outStride / vector },
  );
  const lengths: RowLengths = [across / vector, acrossNext, downNext];
  return { block, grid: rowGrid(dims, sides, lengths), dims, vectorBytes: vector * elementBytes, lengths };
});

function launchOf(sources: PlanSources, job: PermuteJob): Launch {
  const rows = rowsOf(job);
  return {
    entry: 'permute',
    grid: [ctasOf(rows.grid), 1, 1],
    block: [rows.block.threads, 1, 1],
    buffers: tensorsOf(job),
    params: planParams(sources, job, wordsOf(job)),
  };
}

/** `Rows` of wide.hpp. */
function wordsOf(job: PermuteJob): number[] {
  const { vectorBytes, lengths, block, dims, grid } = rowsOf(job);
  const [across, acrossNext, downNext] = lengths;
  const vectors = across * downNext * acrossNext;
  const strides = (of: 'inStride' | 'outStride') => block.sides.map(side => (side === null ? 0 : dims[side][of]));
  const divisors = [across, downNext].flatMap(divisorWords);
  return [vectorBytes, vectors, ...divisors, ...strides('inStride'), ...strides('outStride'), ...rowGridWords(grid)];
}

function predict(job: PermuteJob, cta: number, buffers: ReadonlyMap<string, number>): Prediction {
  const rows = rowsOf(job);
  const { input, output, left } = rowStart(rows.grid, cta);
  const access = (kind: 'load' | 'store', i: number): CtaAccess => {
    const [buffer, first, stride] =
      kind === 'load' ? (['in', input, 'inStride'] as const) : (['out', output, 'outStride'] as const);
    return {
      ...{ space: 'global', kind, widthBytes: rows.vectorBytes, interval: 0 },
      addressOf: thread => {
        const cell = cellOf(rows, i * rows.block.threads + thread);
        if (cell === null || cell.some((at, side) => at >= left[side])) return null;
        const unit = cell.reduce((sum, at, side) => sum + at * strideOf(rows, side, stride), first);
        return buffers.get(buffer)! + unit * rows.vectorBytes;
      },
    };
  };
  const held = Array.from({ length: ROWS_HELD }, (_, i) => i);
  const accesses = [...held.map(i => access('load', i)), ...held.map(i => access('store', i))];
  return { trace: ctaTrace(cta, rows.block.threads, accesses), tile: null, sharedBytes: 0 };
}

function strideOf({ block, dims }: Rows, side: number, stride: 'inStride' | 'outStride'): number {
  const dim = block.sides[side];
  return dim === null ? 0 : dims[dim][stride];
}

/** Index on each side; null beyond the block. */
function cellOf({ lengths: [across, acrossNext, downNext] }: Rows, number: number): readonly number[] | null {
  const row = Math.floor(number / across);
  const cell = [number % across, Math.floor(row / downNext), row % downNext];
  return cell[1] < acrossNext ? cell : null;
}
