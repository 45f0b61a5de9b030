/** Contents of Q, K and V: numbers whose sums are all exact, and numbers like those of a real model. */
import { assert } from '../../base/assert.ts';
import { remembered } from '../../base/remembered.ts';
import type { BufferInit } from '../../trace/launch.ts';
import { bufferBytes } from '../../trace/launch-bytes.ts';
import { type AttentionParams, headsOf } from './params.ts';

export interface AttentionInputs {
  readonly q: BufferInit;
  readonly k: BufferInit;
  readonly v: BufferInit;
  /** Factor of the scores, for powers of two: log2(e) times the usual scale. */
  readonly scaleLog2: number;
}

/** The same for both kinds of numbers. It is not 1, so that a version that forgets it is wrong. */
const SCALE_LOG2 = 1 / 4;

/** Numbers of a query that are not zero, each of either sign. */
const PLACES = 3;

/**
 * Scaled scores are integers from -6 to 6, weights powers of two from 2^-12 to 1, and values small integers: f32 holds all sums of weights,
 * and of weighed values, of up to 1024 keys, in whatever order they are added. Only the last division and rounding are left.
 */
export const exactInputs = (p: AttentionParams): AttentionInputs => ({
  q: { kind: 'values', values: sparseQueries({ rows: headsOf(p) * p.queries, headDim: p.headDim }) },
  ...(p.elementType === 'e4m3'
    ? {
        k: { kind: 'random', seed: 2, low: -1, high: 1, integers: true },
        v: { kind: 'values', values: sparseValues({ rows: p.kvHeads * p.keys, headDim: p.headDim }) },
      }
    : {
        k: { kind: 'random', seed: 2, low: -2, high: 2, integers: true },
        v: { kind: 'random', seed: 3, low: -4, high: 4, integers: true },
      }),
  scaleLog2: SCALE_LOG2,
});

/**
 * Sums of products of 8 bits keep some 13 bits behind the largest one: so weights go from 2^-6 to 1, and a column has a value, 1 or -1, for
 * one key in 64.
 */
const sparseValues = remembered(4, ({ rows, headDim }: { rows: number; headDim: number }): number[] => {
  const drawn = integers(rows * headDim, { seed: 3, low: 0, high: 127 });
  return Array.from(drawn, number => (number === 0 ? 1 : number === 127 ? -1 : 0));
});

const sparseQueries = remembered(4, ({ rows, headDim }: { rows: number; headDim: number }): number[] => {
  const values = new Array<number>(rows * headDim).fill(0);
  const places = integers(rows * PLACES, { seed: 1, low: 0, high: 2 * headDim - 1 });
  places.forEach((place, i) => {
    values[Math.floor(i / PLACES) * headDim + (place >> 1)] = place % 2 === 0 ? 1 / SCALE_LOG2 : -1 / SCALE_LOG2;
  });
  return values;
});

function integers(length: number, range: { seed: number; low: number; high: number }): Int32Array {
  const bytes = bufferBytes({ type: 's32', length, init: { kind: 'random', ...range, integers: true } }, 'places');
  assert(bytes.ok, 'the places can be made');
  return new Int32Array(bytes.value.slice().buffer);
}

/** Scaled scores spread over some ten, so that some keys count a lot and most of them little. */
export function realInputs({ headDim }: Pick<AttentionParams, 'headDim'>): AttentionInputs {
  const most = 48 / Math.sqrt(headDim);
  return {
    q: { kind: 'random', seed: 4, low: -most, high: most },
    k: { kind: 'random', seed: 5, low: -1, high: 1 },
    v: { kind: 'random', seed: 6, low: -1, high: 1 },
    scaleLog2: SCALE_LOG2,
  };
}
