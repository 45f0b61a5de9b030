/**
 * One row of attention in doubles; then the same as PyTorch does it in 16 bits, whose loss is the measure of what a version may
 * lose. `cuda/kernels/attention/reference.cu` has both, to the last bit: no operation may change places.
 */
import { decodeFloat, encodeFloat, type FloatFormat } from '../../base/float-formats.ts';
import { binaryLogarithm, powerOfTwo } from './power-of-two.ts';

/** A query, and the keys that it sees with their values, row by row. */
export interface RowOperands {
  readonly q: Float64Array;
  readonly k: Float64Array;
  readonly v: Float64Array;
  readonly scaleLog2: number;
}

export interface AttentionRow {
  /** The largest of all scores, times `scaleLog2`; minus infinity without keys. */
  readonly largest: number;
  /** Sum of the weights, the largest of which is 1. */
  readonly sum: number;
  /** Weighed values, not divided by the sum. */
  readonly output: Float64Array;
}

export interface JudgedRow {
  readonly o: Float64Array;
  /** Greatest error allowed for each element of `o`. */
  readonly bound: number;
  readonly lse: number;
  readonly lseBound: number;
}

/** 8-bit weights are up to this, as `NarrowSoftmax` has them: e4m3 has no more than 448, and little below 2^-6. */
const NARROW_TOP = 256;

export function attentionRow({ q, k, v, scaleLog2 }: RowOperands): AttentionRow {
  const scores = scoresOf(q, k).map(score => score * scaleLog2);
  const largest = largestOf(scores);
  const weights = scores.map(score => powerOfTwo(score - largest));
  return { largest, sum: sumOf(weights), output: weighed(weights, v, q.length) };
}

/**
 * FlashAttention's rule (hopper/test_flash_attn.py): at most twice what 16-bit PyTorch loses, plus twice what rounding to 16 bits
 * costs, here taken row by row, which is stricter than over all of O. PyTorch rounds the scaled query, the scores, the weights
 * and the output. @param narrow what weights become instead, before they are divided; null for the format of all.
 */
export function roundedRow(operands: RowOperands, format: FloatFormat, narrow: FloatFormat | null = null): JudgedRow {
  const { q, k, v, scaleLog2 } = operands;
  const { largest, sum, output } = attentionRow(operands);
  const o = output.map(value => (sum === 0 ? 0 : value / sum));
  const lse = sum === 0 ? Number.NEGATIVE_INFINITY : (largest + binaryLogarithm(sum)) * Math.LN2;

  const round = rounderTo(format);
  const scaled = q.map(value => round(value * scaleLog2 * Math.LN2));
  const scores = scoresOf(scaled, k).map(score => round(score) * Math.LOG2E);
  const ownLargest = largestOf(scores);
  const powers = scores.map(score => powerOfTwo(score - ownLargest));
  const ownSum = sumOf(powers);
  const inBytes = narrow === null ? null : rounderTo(narrow);
  const weights = powers.map(power =>
    inBytes === null ? round(power / ownSum) : inBytes(power * NARROW_TOP) / NARROW_TOP / ownSum,
  );
  const inShort = weighed(weights, v, q.length);

  let [lost, rounding] = [0, 0];
  for (let i = 0; i < o.length; i++) {
    const rounded = round(o[i]);
    lost = Math.max(lost, Math.abs(round(inShort[i]) - o[i]));
    rounding = Math.max(rounding, Math.abs(round(round(rounded + 0.3) - 0.3) - rounded));
  }
  const precision = narrow === null ? 2 ** -20 : 2 ** -13;
  return { o, bound: 2 * lost + 2 * rounding, lse, lseBound: lseBoundOf(largest, operands, precision) };
}

const rounderTo =
  (format: FloatFormat) =>
  (value: number): number =>
    decodeFloat(format, encodeFloat(format, Math.fround(value)));

/** Scores of the keys, in their order. */
function scoresOf(q: Float64Array, k: Float64Array): Float64Array {
  const scores = new Float64Array(k.length / q.length);
  for (let key = 0; key < scores.length; key++) {
    let score = 0;
    for (let i = 0; i < q.length; i++) score += q[i] * k[key * q.length + i];
    scores[key] = score;
  }
  return scores;
}

const largestOf = (scores: Float64Array): number =>
  scores.reduce((largest, score) => Math.max(largest, score), Number.NEGATIVE_INFINITY);

const sumOf = (weights: Float64Array): number => weights.reduce((sum, weight) => sum + weight, 0);

function weighed(weights: Float64Array, v: Float64Array, columns: number): Float64Array {
  const sums = new Float64Array(columns);
  for (let key = 0; key < weights.length; key++)
    for (let i = 0; i < columns; i++) sums[i] += weights[key] * v[key * columns + i];
  return sums;
}

/**
 * A score in f32 is off by at most some 2^-20 of the sum of its products' magnitudes, of which this has no more than the
 * operands' largest numbers give; the logarithm adds its own 2^-22. Products of 8 bits are cut to 13 bits behind the largest one's first.
 */
function lseBoundOf(largest: number, { q, scaleLog2 }: RowOperands, precision: number): number {
  const magnitude = q.reduce((sum, value) => sum + Math.abs(value), 0) * scaleLog2;
  return largest === Number.NEGATIVE_INFINITY ? 0 : (magnitude + Math.abs(largest) + 16) * precision;
}
