/** The closed form of `exchange.cu`: which address every lane of a CTA touches. What lanes exchange is not memory's business. */
import { LANES } from '../../base/hardware.ts';
import type { Exchange } from '../../model/permute/exchange.ts';
import { rowOf } from '../../model/permute/exchange-steps.ts';
import { product } from '../../model/permute/permutation.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { startOf, type TensorDim } from './tensor-dims.ts';

/** Warps of a CTA, as in exchange.cu. */
export const WARPS = 8;

/** Matrices with a skinny dimension across. */
export interface ExchangeMatrices {
  /** The side on which rows follow each other without a gap; on the other one columns lie apart. */
  readonly skinny: Exchange['skinny'];
  readonly columns: number;
  readonly rows: number;
  /** Elements from a column to the next, where columns lie apart. */
  readonly columnStride: number;
  /** All other dimensions, the output's fastest first: they count the matrices. */
  readonly others: readonly TensorDim[];
}

interface Exchanges {
  readonly matrices: ExchangeMatrices;
  readonly elementBytes: number;
  /** Addresses by name. */
  readonly buffers: ReadonlyMap<string, number>;
}

/** Each takes 32 rows. */
export const warpsPerMatrix = ({ rows }: ExchangeMatrices): number => Math.ceil(rows / LANES);

export function predictExchange(cta: number, exchanges: Exchanges): Prediction {
  const { columns } = exchanges.matrices;
  const registers = Array.from({ length: columns }, (_, register) => register);
  const accesses = (kind: 'load' | 'store'): CtaAccess[] =>
    registers.map(register => ({
      space: 'global',
      kind,
      widthBytes: exchanges.elementBytes,
      interval: 0,
      addressOf: thread => addressOf(exchanges, kind, register, cta * WARPS * LANES + thread),
    }));
  return {
    trace: ctaTrace(cta, WARPS * LANES, [...accesses('load'), ...accesses('store')]),
    tile: null,
    sharedBytes: 0,
  };
}

/** `thread` is one of the whole grid. Null beyond the end of the matrix, and of all of them. */
function addressOf(
  { matrices, elementBytes, buffers }: Exchanges,
  kind: 'load' | 'store',
  register: number,
  thread: number,
): number | null {
  const { skinny, columns, rows, columnStride, others } = matrices;
  const [warp, lane] = [Math.floor(thread / LANES), thread % LANES];
  const matrix = Math.floor(warp / warpsPerMatrix(matrices));
  const first = (warp % warpsPerMatrix(matrices)) * LANES;
  if (matrix >= product(others.map(dim => dim.extent))) return null;
  const start = startOf(others, matrix);
  const side = kind === 'load' ? 'input' : 'output';
  const at = (element: number) => buffers.get(kind === 'load' ? 'in' : 'out')! + (start[side] + element) * elementBytes;
  if (side === skinny) {
    const element = first * columns + register * LANES + lane;
    return element < rows * columns ? at(element) : null;
  }
  const row = first + rowOf(columns, lane, register);
  return row < rows ? at(register * columnStride + row) : null;
}
