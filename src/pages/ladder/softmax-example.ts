/** The row whose online softmax the page goes through. */
import { onlineSoftmax, type SoftmaxStep } from '../../model/attention/online-softmax.ts';

/** The largest score of all comes late: what was summed up before must be scaled down then. */
const SCORES = [1, 0, 2, -1, 0, 1, 1, 2, 5, 0, 3, 1, 2, 4, 0, 1];
const VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8];
const BLOCK = 4;

export interface NumberedStep extends SoftmaxStep {
  /** From 1 on. */
  readonly number: number;
  readonly values: readonly number[];
}

export const softmaxExample = (): NumberedStep[] =>
  onlineSoftmax(SCORES, VALUES, BLOCK).map((step, i) => ({
    ...step,
    number: i + 1,
    values: VALUES.slice(BLOCK * i, BLOCK * (i + 1)),
  }));

export const BLOCKS = SCORES.length / BLOCK;
