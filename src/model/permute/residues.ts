/** Whether any padding has no bank conflict, however many bytes it takes; and if none has, why. */
import type { BlockMove } from './block.ts';
import { type LaneGroup, laneGroups, type PaddingScope } from './lane-groups.ts';
import type { Side } from './placement.ts';
import { ResidueSearch } from './residue-search.ts';
import { bankStepElements, lanesPerPhase, residueElements, stridesOf, withResidue } from './strides.ts';

export type ResidueVerdict =
  | { readonly answer: 'yes'; readonly strides: readonly number[] }
  | { readonly answer: 'no'; readonly proof: 'counting argument' | 'exhausted search'; readonly argument: string }
  | { readonly answer: 'open' };

/** Every `no` holds for all paddings of the scope, whatever memory there is. */
export function conflictFreeResidues(move: BlockMove, scope: PaddingScope): ResidueVerdict {
  const groups = laneGroups(move, scope);
  const banks = lanesPerPhase(move.elementBytes);
  const crowd = crowdOf(groups, banks);
  if (crowd !== null) return { answer: 'no', proof: 'counting argument', argument: crowd };
  const isOne = move.modes.map((_, mode) => scope === 'rows' && mode === move.storeOrder[0]);
  const search = new ResidueSearch(groups, banks, isOne);
  const residues = search.found();
  if (residues !== null) return { answer: 'yes', strides: paddedTo(residues, move, scope) };
  if (search.stopped) return { answer: 'open' };
  const proof = search.deepest === 1 ? 'counting argument' : 'exhausted search';
  return { answer: 'no', proof, argument: classWords(2 * search.deepest, banks, search.nodes) };
}

function classWords(modulus: number, banks: number, nodes: number): string {
  if (modulus === 2)
    return 'whichever strides are odd, some request has more than half of its lanes in odd banks, or in even ones';
  const crowd =
    modulus === banks
      ? 'two lanes in one bank'
      : `more than ${banks / modulus} lanes in banks that are equal modulo ${modulus}`;
  return `whatever residues modulo ${modulus} the strides have, some request has ${crowd} (${nodes} choices followed, bit by bit)`;
}

/** Lanes whose indices agree modulo 2^k stay in one class of banks, whatever the strides; null where none has too many. */
function crowdOf(groups: readonly LaneGroup[], banks: number): string | null {
  for (let classes = banks; classes > 1; classes /= 2)
    for (const group of groups) {
      const lanes = largestCrowd(group, classes);
      if (lanes > banks / classes) return crowdWords(lanes, group.side, classes, banks);
    }
  return null;
}

/** The most lanes whose indices agree modulo `classes`, a power of two. */
function largestCrowd({ lanes, indices }: LaneGroup, classes: number): number {
  const modes = indices.length / lanes;
  const counts = new Map<string, number>();
  for (let lane = 0; lane < lanes; lane++) {
    const key = indices
      .subarray(modes * lane, modes * (lane + 1))
      .map(index => index & (classes - 1))
      .join();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}

function crowdWords(lanes: number, side: Side, classes: number, banks: number): string {
  const agree = `${lanes} lanes of one ${side} request have indices that agree modulo ${classes}`;
  if (classes === banks) return `${agree}, so they meet in one bank whatever the strides`;
  return `${agree}, so their banks do too whatever the strides, and such banks serve only ${banks / classes} lanes at once`;
}

/** The least strides that have the residues; null leaves a stride free, but for whole words. */
function paddedTo(residues: readonly (number | null)[], move: BlockMove, scope: PaddingScope): number[] {
  const step = bankStepElements(move.elementBytes);
  const line = residueElements(move.elementBytes);
  return stridesOf(move, (mode, least) => {
    if (scope === 'rows' && mode === move.storeOrder[0]) return least;
    const residue = residues[mode];
    return residue === null ? withResidue(least, 0, step) : withResidue(least, residue * step, line);
  });
}
