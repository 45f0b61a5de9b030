/** Histograms of conflicts and of wasted bytes: their bins, and the labels of these. */
import type { Quantity } from './summary.ts';

export interface Bin {
  /** The greatest ratio in the bin. */
  readonly end: number;
  /** The bin's label on an axis. */
  readonly label: string;
  readonly text: string;
  /** The conflict degree at the bin's end; null for bytes. */
  readonly degree: number | null;
}

const WAYS: readonly Bin[] = [1, 2, 4, 8, 16, 32].map(end => ({
  end,
  label: end === 1 ? '1' : `≤${end}`,
  text: end === 1 ? 'no conflict' : `above ${end / 2}, up to ${end}`,
  degree: end,
}));

const PERCENT = [0, 3, 10, 25, 50, 100, 300];
const WASTE: readonly Bin[] = [
  ...PERCENT.map((percent, i) => ({
    end: 1 + percent / 100,
    label: i === 0 ? '0 %' : `≤${percent} %`,
    text: i === 0 ? 'no waste' : `above ${PERCENT[i - 1]} %, up to ${percent} %`,
    degree: null,
  })),
  { end: Number.POSITIVE_INFINITY, label: 'more', text: 'above 300 %', degree: null },
];

export const BINS: Readonly<Record<Quantity, readonly Bin[]>> = { store: WAYS, load: WAYS, bytes: WASTE };

export const binOf = (ratio: number, quantity: Quantity): number => BINS[quantity].findIndex(({ end }) => ratio <= end);

export function histogramOf(ratios: readonly number[], quantity: Quantity): number[] {
  const counts = BINS[quantity].map(() => 0);
  for (const ratio of ratios) counts[binOf(ratio, quantity)]++;
  return counts;
}
