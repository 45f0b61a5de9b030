/** Rows that stay whole, and are no whole vectors: the closed form of `rows-odd.cu`, its launch, and when it applies. */
import { WIDEST_ACCESS_BYTES } from '../../base/hardware.ts';
import { isCopy, keepsRows } from '../../model/permute/canonical.ts';
import { oddRows } from '../../model/permute/time/odd-rows.ts';
import { widestVector } from '../../model/permute/time/wide-accesses.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Launch } from '../../trace/launch.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { divisorWords } from './divisor-words.ts';
import { type PermuteJob, perJob } from './job.ts';
import { elementBuild, type Mover } from './mover.ts';
import { tensorDims, unsignedStruct } from './tensor-dims.ts';
import { tensorsOf } from './tensors.ts';
import { gridWords, rowsGrid, tileStart, upTo } from './tile-grid.ts';

/** `source` has the arguments of `rows-odd.cu`. */
export const oddRowsMover = (source: string): Mover => ({
  refusal({ canonical, request: { elementBytes } }) {
    if (isCopy(canonical)) return 'Nothing changes place: there are no rows to put into another order.';
    if (!keepsRows(canonical))
      return 'The fastest dimension changes: rows do not stay whole. They would if the order ended as the shape does.';
    if (widestVector([canonical.shape.at(-1)!], elementBytes) * elementBytes < WIDEST_ACCESS_BYTES) return null;
    return 'Rows are whole vectors of sixteen bytes: rows in blocks move them faster.';
  },
  build: elementBuild(source),
  launch: launchOf,
  predict,
  demand: job => rowsOf(job).rows.demand,
});

/** As if no row began within a vector: wrong only where rows hold one. */
export function uncutRowsMover(source: string): Mover {
  const mover = oddRowsMover(source);
  return {
    ...mover,
    refusal(job) {
      const refusal = mover.refusal(job);
      if (refusal !== null || rowsOf(job).rows.length > rowsOf(job).rows.vector) return refusal;
      return 'Rows are shorter than sixteen bytes: none is written where it does not lie.';
    },
  };
}

const rowsOf = perJob(({ canonical, request: { elementBytes } }: PermuteJob) => ({
  rows: oddRows({ canonical, elementBytes }),
  grid: rowsGrid(tensorDims(canonical)),
}));

function launchOf(job: PermuteJob): Launch {
  const { rows, grid } = rowsOf(job);
  const words = [job.elements, rows.length, rows.all, ...divisorWords(rows.vectors), ...gridWords(grid)];
  return {
    entry: 'permute',
    grid: [Math.ceil(rows.all / rows.threads), 1, 1],
    block: [rows.threads, 1, 1],
    buffers: tensorsOf(job),
    params: [{ kind: 'pointer', buffer: 'out' }, { kind: 'pointer', buffer: 'in' }, unsignedStruct(words)],
  };
}

/** A thread's vector: the element of its row that it begins with, and where that lies on either side; and whether it is whole. */
interface RowVector {
  readonly first: number;
  readonly input: number;
  readonly output: number;
  readonly isWhole: boolean;
}

function vectorOf(job: PermuteJob, number: number): RowVector | null {
  const { rows, grid } = rowsOf(job);
  const { length, vector, word, vectors, all } = rows;
  if (number >= all) return null;
  const start = tileStart(grid, Math.floor(number / vectors));
  const first = (number % vectors) * vector - (start.output % vector);
  const input = start.input + first;
  const isWhole = first >= 0 && first + vector <= length && input + vector + word - 1 <= job.elements;
  return { first, input, output: start.output + first, isWhole };
}

function predict(job: PermuteJob, cta: number): Prediction {
  const { rows } = rowsOf(job);
  const buffers = bufferAddresses(launchOf(job));
  const vectors = upTo(rows.threads).map(thread => vectorOf(job, cta * rows.threads + thread));
  const elementBytes = job.request.elementBytes;
  /** `elements` of those vectors that take part, from the given element on. */
  const access = (kind: 'load' | 'store', elements: number, of: (vector: RowVector) => number | null): CtaAccess => ({
    ...{ space: 'global', kind, widthBytes: elements * elementBytes, interval: 0 },
    addressOf: thread => {
      const vector = vectors[thread];
      const element = vector === null ? null : of(vector);
      return element === null ? null : buffers.get(kind === 'load' ? 'in' : 'out')! + element * elementBytes;
    },
  });
  const { vector, word, length } = rows;
  const words = upTo(vector / word).map(k =>
    access('load', word, ({ input, isWhole }) => (isWhole ? input - (input % word) + k * word : null)),
  );
  const oneMore = access('load', word, ({ input, isWhole }) =>
    isWhole && input % word > 0 ? input - (input % word) + vector : null,
  );
  const whole = access('store', vector, ({ output, isWhole }) => (isWhole ? output : null));
  const pieces = upTo(vector).flatMap(k => {
    const pieceOf = (of: 'input' | 'output') => (piece: RowVector) => {
      const at = piece.first + k;
      return piece.isWhole || at < 0 || at >= length ? null : piece[of] + k;
    };
    return [access('load', 1, pieceOf('input')), access('store', 1, pieceOf('output'))];
  });
  const accesses = [...words, oneMore, whole, ...pieces];
  return { trace: ctaTrace(cta, rows.threads, accesses), tile: null, sharedBytes: 0 };
}
