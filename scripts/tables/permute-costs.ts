/**
 * Compares the costs of each strategy over TTC's and cuTT's permutations with the counts of an independent brute-force
 * simulation that was made before this planner was written.
 */
import { STATIC_SHARED_BYTES } from '../../src/base/hardware.ts';
import { type BlockMove, elementsOf, moveOf, SCALARS } from '../../src/model/permute/block.ts';
import type { BlockLayout } from '../../src/model/permute/block-layout.ts';
import { canonicalForm, isCopy } from '../../src/model/permute/canonical.ts';
import { conflictFreeOf } from '../../src/model/permute/conflict-free.ts';
import type { Permutation } from '../../src/model/permute/permutation.ts';
import { layoutOf } from '../../src/model/permute/plan.ts';
import { figuresOf, type Statistics } from '../../src/model/permute/statistics/statistics.ts';
import { type Spread, type StrategySummary, summaries } from '../../src/model/permute/statistics/summary.ts';
import { STRATEGIES } from '../../src/model/permute/strategies.ts';
import { ELEMENT_BYTES, PARTS, type Part, type PlanCounts } from './permute-cost-sets.ts';
import { tableOf, type WrittenTable } from './written-table.ts';

const OPTIONS = { elementBytes: ELEMENT_BYTES, sharedBytes: STATIC_SHARED_BYTES };

interface LaidMove {
  readonly move: BlockMove;
  readonly layouts: readonly BlockLayout[];
}

/** Null if it does not go through shared memory. */
function laidMove(each: Permutation, { target, modesOf, takes }: Part): LaidMove | null {
  const canonical = canonicalForm(each);
  const modes = modesOf(canonical, target);
  if (isCopy(canonical) || !takes(canonical, modes)) return null;
  const move = moveOf(modes, canonical.perm, { ...OPTIONS, vectors: SCALARS });
  return { move, layouts: [...STRATEGIES.values()].flatMap(strategy => layoutOf(strategy, move) ?? []) };
}

function statisticsOf(part: Part, laid: readonly (LaidMove | null)[]): Statistics {
  const blocks = laid.flatMap(each => {
    if (each === null) return [];
    return { bytes: elementsOf(each.move.modes) * ELEMENT_BYTES, chosen: '', layouts: each.layouts.map(figuresOf) };
  });
  let block = 0;
  const cases = part.cases().map((each, i) => ({ ...each, block: laid[i] === null ? null : block++ }));
  return { options: { ...OPTIONS, targetElements: part.target }, cases, blocks };
}

const ratioText = (ratio: number): string => String(Number(ratio.toFixed(2)));
const spreadText = ({ mean, worst }: Spread): string => `${ratioText(mean)} / ${ratioText(worst)}`;

const FIGURES = ['conflict-free', 'store', 'load', 'bytes'];
const HEAD: readonly string[] = ['set', 'strategy', 'cases', ...FIGURES, ...FIGURES];
/** How many columns hold text; the others hold numbers. */
const TEXTS = 2;
const NOT_COUNTED: PlanCounts = ['—', '—', '—', '—'];

const cellsOf = (set: string, summary: StrategySummary, counted: PlanCounts = NOT_COUNTED): string[] => {
  const { strategy, cases, conflictFree, store, load, bytes } = summary;
  const ours = [`${cases}`, `${conflictFree}`, spreadText(store), spreadText(load), spreadText(bytes)];
  return [set, strategy, ...ours, ...counted];
};

/** How many blocks have a padding without conflicts, of any size, and how many provably have none. */
function paddingCells(set: string, laid: readonly (LaidMove | null)[]): string[] {
  const answers = laid.flatMap(each => (each === null ? [] : conflictFreeOf(each.move, each.layouts).padding.answer));
  const count = (answer: string) => answers.filter(other => other === answer).length;
  const figures = [`${count('yes')}, never ${count('no')}`, '—', '—', '—'];
  return [set, 'any padding', `${answers.length}`, ...figures, ...NOT_COUNTED];
}

/** Rows of a set: first our counts, then those of the simulation. */
export function rowsOf(name: string): string[][] {
  const part = PARTS[name];
  const laid = part.cases().map(each => laidMove(each, part));
  const rows = summaries(statisticsOf(part, laid))
    .filter(({ strategy }) => !part.countedOnly || strategy in part.counted)
    .map(row => cellsOf(name, row, part.counted[row.strategy]));
  return part.countedOnly ? rows : [...rows, paddingCells(name, laid)];
}

export const PERMUTE_COSTS: WrittenTable = {
  path: 'src/model/permute/README.md',
  name: 'costs',
  lines: () => tableOf(HEAD, TEXTS, Object.keys(PARTS).flatMap(rowsOf)),
};
