/** The plan of a permutation: its canonical form, the block that moves, every layout with its cost, and the choice. */
import { STATIC_SHARED_BYTES } from '../../base/hardware.ts';
import { ok, type Result } from '../../base/result.ts';
import { keepsAlignment } from './alignment.ts';
import {
  type Block,
  type BlockMove,
  elementsOf,
  fittingBlock,
  moveOf,
  type Spillover,
  spilloverOf,
  type Vectors,
} from './block.ts';
import type { BlockLayout } from './block-layout.ts';
import { canonicalForm, fusedDims, isCopy, keepsRows } from './canonical.ts';
import { type ConflictFree, conflictFreeOf, excessOf, isFormula } from './conflict-free.ts';
import { checkedRequest, type Permutation, type PermutationError, type PermutationRequest } from './permutation.ts';
import type { Placement, SideCost } from './placement.ts';
import { sideCost } from './side-cost.ts';
import { placedSpan } from './span.ts';
import { STRATEGIES, type Strategy } from './strategies.ts';
import { vectorsFor } from './vectors.ts';

export interface Plan {
  readonly canonical: Permutation;
  /** For each canonical dimension, the dimensions of the input that were fused into it. */
  readonly fused: readonly (readonly number[])[];
  /** Whether one dimension or none remains, so that memory is copied as it is. */
  readonly isCopy: boolean;
  readonly block: Block;
  /** The canonical dimensions of which a CTA takes only a piece. */
  readonly spillover: readonly Spillover[];
  /** The block in the form that layouts need. */
  readonly move: BlockMove;
  /** Elements per access to global memory. */
  readonly vectors: Vectors;
  readonly layouts: readonly BlockLayout[];
  /**
   * Name of the strategy whose layout costs the fewest wavefronts, and then the fewest bytes, among those that fit and
   * have a formula (neither a table nor an exchange).
   */
  readonly chosen: string;
  readonly why: string;
  readonly conflictFree: ConflictFree;
}

export function planPermutation(request: PermutationRequest): Result<Plan, PermutationError> {
  const checked = checkedRequest(request);
  if (!checked.ok) return checked;
  const { elementBytes, sharedBytes = STATIC_SHARED_BYTES, targetElements, access } = request;
  const canonical = canonicalForm(request);
  const block = fittingBlock(canonical, elementBytes, sharedBytes, targetElements);
  const vectors = vectorsFor(access, canonical, block, elementBytes);
  const move = moveOf(block.modes, canonical.perm, { elementBytes, sharedBytes, vectors });
  const layouts = [...STRATEGIES.values()].flatMap(strategy => layoutOf(strategy, move) ?? []);
  // `none` always fits, since the block was made small enough for it.
  const best = layouts.filter(layout => layout.fits && isFormula(layout)).reduce((a, b) => (isBetter(b, a) ? b : a));
  return ok({
    canonical,
    fused: fusedDims(request),
    isCopy: isCopy(canonical),
    block,
    spillover: spilloverOf(canonical.shape, block),
    move,
    vectors,
    layouts,
    chosen: best.strategy,
    why: `${kindWords(canonical, elementBytes)}${choiceWords(best, layouts)}`,
    conflictFree: conflictFreeOf(move, layouts),
  });
}

/** The layout of a strategy; its costs are exact for a whole block. Null if the strategy has no layout for the block. */
export function layoutOf(strategy: Strategy, move: BlockMove): BlockLayout | null {
  const proposal = strategy.propose(move);
  if (proposal === null) return null;
  const { xor, table, exchange, why, proved } = proposal;
  const common = { strategy: strategy.name, strides: proposal.strides, xor, table, exchange, why, proved };
  return { ...common, ...(exchange === null ? costsOf(move, proposal) : NO_SHARED_MEMORY) };
}

type Costs = Pick<BlockLayout, 'sharedBytes' | 'waste' | 'fits' | 'keepsAlignment' | 'store' | 'load'>;

function costsOf(move: BlockMove, placement: Placement): Costs {
  const sharedBytes = placedSpan(move, placement) * move.elementBytes;
  return {
    sharedBytes,
    waste: sharedBytes - elementsOf(move.modes) * move.elementBytes,
    fits: sharedBytes <= move.sharedBytes,
    keepsAlignment: keepsAlignment(move, placement),
    store: sideCost('store', move, placement),
    load: sideCost('load', move, placement),
  };
}

const NOTHING: SideCost = { wavefronts: 0, ideal: 0, worst: 0 };
const NO_SHARED_MEMORY: Costs = {
  sharedBytes: 0,
  waste: 0,
  fits: true,
  keepsAlignment: false,
  store: NOTHING,
  load: NOTHING,
};

const wavefrontsOf = ({ store, load }: BlockLayout): number => store.wavefronts + load.wavefronts;

const isBetter = (a: BlockLayout, b: BlockLayout): boolean =>
  wavefrontsOf(a) < wavefrontsOf(b) || (wavefrontsOf(a) === wavefrontsOf(b) && a.sharedBytes < b.sharedBytes);

function kindWords(canonical: Permutation, elementBytes: number): string {
  if (isCopy(canonical)) return 'Nothing changes place: a plain copy does it without shared memory. ';
  if (!keepsRows(canonical)) return '';
  return `Rows of ${canonical.shape.at(-1)! * elementBytes} bytes stay whole and can be copied as they are. `;
}

function choiceWords(layout: BlockLayout, layouts: readonly BlockLayout[]): string {
  const excess = excessOf(layout);
  const padding = `with ${layout.waste} bytes of padding`;
  const exchange = layouts.some(other => other.exchange !== null) ? " 'register exchange' takes no shared memory." : '';
  if (excess === 0) return `'${layout.strategy}' has no bank conflict on either side, ${padding}.${exchange}`;
  return `'${layout.strategy}' has the fewest wavefronts of all formulas, ${excess} above the ideal, ${padding}; 'table' has no conflict, but every place is looked up.${exchange}`;
}
