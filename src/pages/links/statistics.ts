/** The link of the page of permutation statistics. */
import { BINS } from '../../model/permute/statistics/bins.ts';
import { CASE_SETS } from '../../model/permute/statistics/sets.ts';
import type { StatisticsOptions } from '../../model/permute/statistics/statistics.ts';
import type { Quantity } from '../../model/permute/statistics/summary.ts';
import { STRATEGIES } from '../../model/permute/strategies.ts';
import { choice, kept, linkCodec, named, optional, type StateOf, text, word } from '../../state/link-codec.ts';

/** Cases to list: all that a strategy has a layout for, or those of one bar. */
export interface Listed {
  readonly strategy: string;
  readonly bar: { readonly quantity: Quantity; readonly bin: number } | null;
}

/** Values of the exhibit's parameters, so that its links lead to the same block. */
export const ELEMENT_BYTES = [1, 2, 4, 8, 16] as const;
export const TARGETS = [0, 32, 64] as const;
export const SHARED_KIB = [16, 48, 64, 99, 163, 227] as const;

const isQuantity = (name: string): name is Quantity => Object.hasOwn(BINS, name);

const listed = word<Listed | null>({
  fallback: null,
  allowed: 'a strategy, or one and a bar of it, like odd-row:load:2',
  parse: typed => {
    const [strategy, quantity, bin] = typed.split(':');
    if (!STRATEGIES.has(strategy)) return undefined;
    if (quantity === undefined) return { strategy, bar: null };
    if (!isQuantity(quantity) || !/^\d$/.test(bin) || BINS[quantity][Number(bin)] === undefined) return undefined;
    return { strategy, bar: { quantity, bin: Number(bin) } };
  },
  textOf: value =>
    value && [value.strategy, ...(value.bar === null ? [] : [value.bar.quantity, value.bar.bin])].join(':'),
});

export const statisticsLink = linkCodec({
  set: kept(choice<string>([...CASE_SETS.keys()], 'ttc')),
  elementBytes: kept(choice<number>(ELEMENT_BYTES, 4)),
  /** Elements; 0 = as the element's size asks for, as in the exhibit. */
  target: kept(choice<number>(TARGETS, 0)),
  sharedKiB: kept(choice<number>(SHARED_KIB, 48)),
  /** Name of the case whose times are shown. */
  pinned: named('case', optional(text(''))),
  listed: named('list', listed),
});
export type StatisticsState = StateOf<typeof statisticsLink>;

export const optionsOf = ({ elementBytes, target, sharedKiB }: StatisticsState): StatisticsOptions => ({
  elementBytes,
  targetElements: target === 0 ? null : target,
  sharedBytes: sharedKiB * 1024,
});
