/** Rows that stay whole, in blocks: the closed form of `rows-v.cu`, its launch, and when it applies. */
import { isCopy, keepsRows } from '../../model/permute/canonical.ts';
import { type WideBlock, type WideMover, wideBlock } from '../../model/permute/time/wide-blocks.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Launch } from '../../trace/launch.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { type PermuteJob, perJob } from './job.ts';
import type { Mover } from './mover.ts';
import { blockStart, ctasOf, divisorWords, type Pieces, piecesOf, piecesWords } from './pieces.ts';
import { type TensorDim, tensorDims, unsignedStruct } from './tensor-dims.ts';
import { tensorsOf } from './tensors.ts';

// Same values as in rows-v.cu.
const MOST_THREADS = 256;
const HELD = 2;

/** Instructions as compiled for sm_90. */
const ROWS: WideMover = {
  mostThreads: MOST_THREADS,
  held: HELD,
  keepsRows: true,
  registers: () => 32,
  instructions: (_, dims) => 40 + 20 * dims + 22 * HELD,
};

export const wideRowsMover: Mover = {
  refusal({ plan: { canonical } }) {
    if (isCopy(canonical)) return 'Nothing changes place: there are no rows to put into another order.';
    if (keepsRows(canonical)) return null;
    return 'The fastest dimension changes: rows do not stay whole. They would if the order ended as the shape does.';
  },
  build: ({ request }) => ({
    source: 'permute/rows-v.cu',
    entry: 'permute',
    defines: { ELEMENT_BYTES: request.elementBytes },
  }),
  launch: launchOf,
  predict,
  demand: job => rowsOf(job).block.demand,
};

/** Everything counts vectors. */
interface Rows {
  readonly block: WideBlock;
  readonly pieces: Pieces;
  readonly dims: readonly TensorDim[];
  readonly vectorBytes: number;
  /** Vectors along the row, along the next dimension of the output, and along the next one of the input. */
  readonly counts: readonly [across: number, downNext: number, acrossNext: number];
}

const rowsOf = perJob(({ plan: { canonical }, request: { elementBytes }, params }: PermuteJob): Rows => {
  const block = wideBlock({ canonical, elementBytes }, ROWS, params.sharedKiB * 1024);
  const { sides, lengths, vector } = block;
  const [across, acrossNext, , downNext] = lengths;
  const dims = tensorDims(canonical).map(
    (dim, i): TensorDim =>
      i === sides[0]
        ? { extent: dim.extent / vector, inStride: 1, outStride: 1 }
        : { extent: dim.extent, inStride: dim.inStride / vector, outStride: dim.outStride / vector },
  );
  const pieces = piecesOf(dims, sides, [across / vector, acrossNext, 1, downNext]);
  return { block, pieces, dims, vectorBytes: vector * elementBytes, counts: [across / vector, downNext, acrossNext] };
});

function launchOf(job: PermuteJob): Launch {
  const rows = rowsOf(job);
  return {
    entry: 'permute',
    grid: [ctasOf(rows.pieces), 1, 1],
    block: [rows.block.threads, 1, 1],
    buffers: tensorsOf(job),
    params: [
      { kind: 'pointer', buffer: 'out' },
      { kind: 'pointer', buffer: 'in' },
      unsignedStruct([...rowsWords(rows), ...piecesWords(rows.pieces)]),
    ],
  };
}

/** `Rows` of rows-v.cu, without its pieces. */
function rowsWords({ vectorBytes, counts, block, dims }: Rows): number[] {
  const [across, downNext, acrossNext] = counts;
  const vectors = across * downNext * acrossNext;
  const strides = (of: 'inStride' | 'outStride') => block.sides.map(side => (side === null ? 0 : dims[side][of]));
  const divisors = [across, downNext].flatMap(divisorWords);
  return [vectorBytes, vectors, ...divisors, ...strides('inStride'), ...strides('outStride')];
}

function predict(job: PermuteJob, cta: number): Prediction {
  const rows = rowsOf(job);
  const buffers = bufferAddresses(launchOf(job));
  const { input, output, left } = blockStart(rows.pieces, cta);
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
  const held = Array.from({ length: HELD }, (_, i) => i);
  const accesses = [...held.map(i => access('load', i)), ...held.map(i => access('store', i))];
  return { trace: ctaTrace(cta, rows.block.threads, accesses), tile: null, sharedBytes: 0 };
}

function strideOf({ block, dims }: Rows, side: number, stride: 'inStride' | 'outStride'): number {
  const dim = block.sides[side];
  return dim === null ? 0 : dims[dim][stride];
}

/** Index on each side; null beyond the block. */
function cellOf({ counts: [across, downNext, acrossNext] }: Rows, number: number): readonly number[] | null {
  const row = Math.floor(number / across);
  const cell = [number % across, Math.floor(row / downNext), 0, row % downNext];
  return cell[1] < acrossNext ? cell : null;
}
