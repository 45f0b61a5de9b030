/**
 * What every strategy costs over a set of permutations. It runs in steps, so that the caller can report progress, pause
 * and stop. The result is plain data. Blocks that are the same to the strategies are computed once.
 */
import { LINE_BYTES } from '../../../base/hardware.ts';
import { type Block, fittingBlock, moveOf, SCALARS } from '../block.ts';
import type { BlockLayout } from '../block-layout.ts';
import { canonicalForm, isCopy, keepsRows } from '../canonical.ts';
import { type Permutation, product } from '../permutation.ts';
import type { SideCost } from '../placement.ts';
import { planPermutation } from '../plan.ts';
import type { NamedCase } from './case-set.ts';

export interface StatisticsOptions {
  readonly elementBytes: number;
  /**
   * How many elements both inner blocks should have at least; null = as many as a warp has lanes, or a whole line of
   * smaller elements.
   */
  readonly targetElements: number | null;
  /** Shared memory that a CTA may use [bytes]. */
  readonly sharedBytes: number;
}

export interface LayoutFigures {
  readonly strategy: string;
  readonly store: SideCost;
  readonly load: SideCost;
  readonly sharedBytes: number;
  readonly fits: boolean;
  readonly proved: boolean;
  /** The first strategy that puts every element in the same place; null for that strategy itself. */
  readonly sameAs: string | null;
}

export interface BlockFigures {
  /** Bytes of its elements alone. */
  readonly bytes: number;
  readonly chosen: string;
  readonly layouts: readonly LayoutFigures[];
}

export interface CaseFigures extends NamedCase {
  /** Index of its block; null if shared memory is not needed, since memory moves as it is or in whole lines. */
  readonly block: number | null;
}

export interface Statistics {
  readonly options: StatisticsOptions;
  readonly cases: readonly CaseFigures[];
  readonly blocks: readonly BlockFigures[];
}

export interface StatisticsStep {
  readonly done: number;
  readonly total: number;
  /** Statistics of the cases that are done. */
  soFar(): Statistics;
}

/** Each step computes one case. */
export function* statisticsOf(
  cases: readonly NamedCase[],
  options: StatisticsOptions,
): Generator<StatisticsStep, Statistics> {
  const blocks: BlockFigures[] = [];
  const known = new Map<string, number>();
  const figures: CaseFigures[] = [];
  const soFar = (): Statistics => ({ options, cases: [...figures], blocks: [...blocks] });
  for (const each of cases) {
    figures.push({ ...each, block: blockOfCase(each, options, blocks, known) });
    yield { done: figures.length, total: cases.length, soFar };
  }
  return soFar();
}

/** Computes all cases without a pause. */
export function statisticsAtOnce(cases: readonly NamedCase[], options: StatisticsOptions): Statistics {
  const steps = statisticsOf(cases, options);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

function blockOfCase(
  permutation: Permutation,
  options: StatisticsOptions,
  blocks: BlockFigures[],
  known: Map<string, number>,
): number | null {
  const canonical = canonicalForm(permutation);
  if (isCopy(canonical) || movesLines(canonical, options.elementBytes)) return null;
  const key = blockKey(canonical, options);
  let index = known.get(key);
  if (index === undefined) {
    index = blocks.push(blockFigures(canonical, options)) - 1;
    known.set(key, index);
  }
  return index;
}

/** Whether rows stay whole, and each is at least a line of global memory. */
export const movesLines = (canonical: Permutation, elementBytes: number): boolean =>
  keepsRows(canonical) && canonical.shape.at(-1)! * elementBytes >= LINE_BYTES;

/** A key with everything of a block that strategies use: its modes of more than one element, in both orders. */
function blockKey(canonical: Permutation, options: StatisticsOptions): string {
  const { elementBytes, sharedBytes, targetElements } = options;
  const block: Block = fittingBlock(canonical, elementBytes, sharedBytes, targetElements ?? undefined);
  const modes = block.modes.filter(({ extent }) => extent > 1);
  const { loadOrder } = moveOf(modes, canonical.perm, { elementBytes, sharedBytes, vectors: SCALARS });
  return JSON.stringify([modes.map(({ extent, inRead, inWrite }) => [extent, inRead, inWrite]), loadOrder]);
}

function blockFigures(canonical: Permutation, options: StatisticsOptions): BlockFigures {
  const { elementBytes, sharedBytes, targetElements } = options;
  const target = targetElements === null ? {} : { targetElements };
  const plan = planPermutation({ ...canonical, elementBytes, sharedBytes, ...target });
  // The sets hold only permutations that the planner accepts.
  if (!plan.ok) throw new Error(plan.error.message);
  const { block, layouts, chosen } = plan.value;
  return { bytes: product(block.shape) * elementBytes, chosen, layouts: layouts.map(figuresOf) };
}

/** A callback for `map`. @param all the layouts of the same block, in the planner's order. */
export const figuresOf = (layout: BlockLayout, _: number, all: readonly BlockLayout[]): LayoutFigures => {
  const { strategy, store, load, sharedBytes, fits, proved } = layout;
  const first = all.find(other => other.strategy === strategy || isLaidLike(other, layout));
  return { strategy, store, load, sharedBytes, fits, proved, sameAs: first === layout ? null : first!.strategy };
};

/** An exchange has no places. */
const isLaidLike = (a: BlockLayout, b: BlockLayout): boolean =>
  a.exchange === null && b.exchange === null && placementKey(a) === placementKey(b);

const placementKey = ({ strides, xor, table }: BlockLayout): string =>
  JSON.stringify([strides, xor, table === null ? null : [...table]]);
