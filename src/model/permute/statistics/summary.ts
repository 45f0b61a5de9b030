/** Statistics in numbers: one row for each strategy, and how often each amount of waste and of conflicts occurred. */
import { STRATEGIES } from '../strategies.ts';
import type { BlockFigures, CaseFigures, LayoutFigures, Statistics } from './statistics.ts';

/** A case that goes through shared memory, with its block laid out by one strategy. */
export interface LaidCase {
  readonly case: CaseFigures;
  readonly block: BlockFigures;
  readonly layout: LayoutFigures;
}

/**
 * Measure of a block: wavefronts divided by the wavefronts without a conflict, or bytes divided by the bytes of its
 * elements.
 */
export type Quantity = 'store' | 'load' | 'bytes';

export const ratioOf = ({ block, layout }: LaidCase, quantity: Quantity): number =>
  quantity === 'bytes'
    ? layout.sharedBytes / block.bytes
    : // A block that does not use shared memory has no conflict there.
      layout[quantity].wavefronts / Math.max(1, layout[quantity].ideal) || 1;

export const isConflictFree = (laid: LaidCase): boolean => ratioOf(laid, 'store') === 1 && ratioOf(laid, 'load') === 1;

export interface Spread {
  readonly mean: number;
  readonly worst: number;
}

export interface StrategySummary {
  readonly strategy: string;
  /** How many cases it has a layout for. */
  readonly cases: number;
  readonly conflictFree: number;
  readonly store: Spread;
  readonly load: Spread;
  readonly bytes: Spread;
  /** How many cases need more shared memory than a CTA may use. */
  readonly exceeds: number;
  readonly chosen: number;
  /** In how many cases it is proved that no padding costs less. */
  readonly proved: number;
}

/** Every case for which `strategy` has a layout. */
export function laidCases({ cases, blocks }: Statistics, strategy: string): LaidCase[] {
  return cases.flatMap(each => {
    const block = each.block === null ? undefined : blocks[each.block];
    const layout = block?.layouts.find(found => found.strategy === strategy);
    return block === undefined || layout === undefined ? [] : [{ case: each, block, layout }];
  });
}

/** Names of the strategies that have a layout for some case, in the order of the planner. */
export function strategiesIn({ blocks }: Statistics): string[] {
  const found = new Set(blocks.flatMap(({ layouts }) => layouts.map(({ strategy }) => strategy)));
  return [...STRATEGIES.keys()].filter(name => found.has(name));
}

export const summaries = (statistics: Statistics): StrategySummary[] =>
  strategiesIn(statistics).map(strategy => summaryOf(strategy, laidCases(statistics, strategy)));

function summaryOf(strategy: string, laid: readonly LaidCase[]): StrategySummary {
  const count = (holds: (each: LaidCase) => boolean): number => laid.filter(holds).length;
  return {
    strategy,
    cases: laid.length,
    conflictFree: count(isConflictFree),
    store: spreadOf(laid, 'store'),
    load: spreadOf(laid, 'load'),
    bytes: spreadOf(laid, 'bytes'),
    exceeds: count(({ layout }) => !layout.fits),
    chosen: count(({ block }) => block.chosen === strategy),
    proved: count(({ layout }) => layout.proved),
  };
}

function spreadOf(laid: readonly LaidCase[], quantity: Quantity): Spread {
  const ratios = laid.map(each => ratioOf(each, quantity));
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  return { mean, worst: ratios.reduce((worst, ratio) => Math.max(worst, ratio), 0) };
}
