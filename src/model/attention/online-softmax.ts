/**
 * Online softmax of one row, block by block: what `Softmax::update` of `cuda/kernels/attention/softmax.cuh` does, in doubles. What was
 * summed up is scaled to the largest score as it is now, so no score is looked at twice.
 */
export interface SoftmaxStep {
  /** Scores of this block. */
  readonly scores: readonly number[];
  /** Largest score of all blocks before (-Infinity before the first), and of these with this block. */
  readonly before: number;
  readonly largest: number;
  /** What the sums so far are worth now: e^(before - largest); 0 in the first block. */
  readonly rescale: number;
  /** e^(score - largest), at most 1. */
  readonly weights: readonly number[];
  /** Sum of all weights so far, and sum of weights times values. */
  readonly sum: number;
  readonly output: number;
}

/** @param values one for each score. @param block how many scores come at a time, at least 1. */
export function onlineSoftmax(scores: readonly number[], values: readonly number[], block: number): SoftmaxStep[] {
  const steps: SoftmaxStep[] = [];
  let [largest, sum, output] = [Number.NEGATIVE_INFINITY, 0, 0];
  for (let from = 0; from < scores.length; from += block) {
    const own = scores.slice(from, from + block);
    const before = largest;
    largest = Math.max(before, ...own);
    const shift = largest;
    const rescale = before === Number.NEGATIVE_INFINITY ? 0 : Math.exp(before - shift);
    const weights = own.map(score => Math.exp(score - shift));
    sum = sum * rescale + weights.reduce((all, weight) => all + weight, 0);
    output = output * rescale + weights.reduce((all, weight, i) => all + weight * values[from + i], 0);
    steps.push({ scores: own, before, largest, rescale, weights, sum, output });
  }
  return steps;
}
