/** The page's whole state as a flat record of strings. What does not fit falls back to its default. */
import { BINS } from '../../model/permute/statistics/bins.ts';
import { CASE_SETS } from '../../model/permute/statistics/sets.ts';
import type { StatisticsOptions } from '../../model/permute/statistics/statistics.ts';
import type { Quantity } from '../../model/permute/statistics/summary.ts';
import { STRATEGIES } from '../../model/permute/strategies.ts';
import type { FlatSearch } from '../../state/exhibit-search.ts';

/** Cases to list: all that a strategy has a layout for, or those of one bar. */
export interface Listed {
  readonly strategy: string;
  readonly bar: { readonly quantity: Quantity; readonly bin: number } | null;
}

export interface StatisticsState {
  readonly set: string;
  readonly elementBytes: number;
  /** Elements; 0 = as the element's size asks for, as in the exhibit. */
  readonly target: number;
  readonly sharedKiB: number;
  readonly listed: Listed | null;
  /** Name of the case whose times are shown. */
  readonly pinned: string | null;
}

/** Values of the exhibit's parameters, so that its links lead to the same block. */
export const ELEMENT_BYTES = [1, 2, 4, 8, 16] as const;
export const TARGETS = [0, 32, 64] as const;
export const SHARED_KIB = [16, 48, 64, 99, 163, 227] as const;

const DEFAULTS: StatisticsState = { set: 'ttc', elementBytes: 4, target: 0, sharedKiB: 48, listed: null, pinned: null };

const choice = (text: string | undefined, values: readonly number[], fallback: number): number =>
  values.find(value => String(value) === text) ?? fallback;

export const decodeStatistics = (search: FlatSearch): StatisticsState => ({
  set: CASE_SETS.has(search.set ?? '') ? search.set : DEFAULTS.set,
  elementBytes: choice(search.elementBytes, ELEMENT_BYTES, DEFAULTS.elementBytes),
  target: choice(search.target, TARGETS, DEFAULTS.target),
  sharedKiB: choice(search.sharedKiB, SHARED_KIB, DEFAULTS.sharedKiB),
  listed: decodeListed(search.list),
  pinned: search.case ?? DEFAULTS.pinned,
});

/** `odd-row`, or `odd-row:load:2`. */
function decodeListed(text = ''): Listed | null {
  const [strategy, quantity, bin] = text.split(':');
  if (!STRATEGIES.has(strategy)) return null;
  if (quantity === undefined) return { strategy, bar: null };
  if (!Object.hasOwn(BINS, quantity) || !/^\d$/.test(bin) || BINS[quantity as Quantity][Number(bin)] === undefined)
    return null;
  return { strategy, bar: { quantity: quantity as Quantity, bin: Number(bin) } };
}

export function encodeStatistics(state: StatisticsState): FlatSearch {
  const { set, elementBytes, target, sharedKiB, listed, pinned } = state;
  const options = {
    set,
    elementBytes: String(elementBytes),
    target: String(target),
    sharedKiB: String(sharedKiB),
    ...(pinned === null ? {} : { case: pinned }),
  };
  if (listed === null) return options;
  const bar = listed.bar === null ? [] : [listed.bar.quantity, listed.bar.bin];
  return { ...options, list: [listed.strategy, ...bar].join(':') };
}

export const optionsOf = ({ elementBytes, target, sharedKiB }: StatisticsState): StatisticsOptions => ({
  elementBytes,
  targetElements: target === 0 ? null : target,
  sharedBytes: sharedKiB * 1024,
});
