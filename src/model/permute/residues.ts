/** Whether any padding has no bank conflict, however many bytes it takes; if none has, why not. */
import { popcount32 } from '../../base/bits.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import type { BlockMove } from './block.ts';
import { type LaneGroup, laneGroups, lanesWithBit, type PaddingScope } from './lane-groups.ts';
import { perMove } from './once-per-move.ts';
import { ResidueSearch } from './residue-search.ts';
import { bankStepElements, lanesPerPhase, residueElements, stridesOf, withResidue } from './strides.ts';

export type ResidueVerdict =
  | { readonly answer: 'yes'; readonly strides: readonly number[] }
  | { readonly answer: 'no'; readonly proof: 'counting argument' | 'exhausted search'; readonly argument: string }
  | { readonly answer: 'open' };

/** Every `no` holds for all paddings of the scope, however much memory there is. */
export const conflictFreeResidues = perMove((move, scope: PaddingScope): ResidueVerdict => {
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
});

function classWords(modulus: number, banks: number, nodes: number): string {
  if (modulus === 2)
    return 'whichever strides are odd, some request has more than half of its lanes in odd banks, or in even ones';
  const crowd =
    modulus === banks
      ? 'two lanes in one bank'
      : `more than ${banks / modulus} lanes in banks that are equal modulo ${modulus}`;
  return `whatever residues modulo ${modulus} the strides have, some request has ${crowd} (${nodes} choices followed, bit by bit)`;
}

/**
 * Lanes whose indices agree modulo 2^k stay in one class of banks under any strides. Says which class has too many lanes;
 * null if none has.
 */
function crowdOf(groups: readonly LaneGroup[], banks: number): string | null {
  const crowds = groups.map(group => largestCrowds(group, Math.log2(banks)));
  for (let bits = Math.log2(banks); bits > 0; bits--) {
    const group = crowds.findIndex(lanes => lanes[bits - 1] > banks >>> bits);
    if (group >= 0) return crowdWords(crowds[group][bits - 1], groups[group].side, 2 ** bits, banks);
  }
  return null;
}

/** For 1, 2, … bits: the most lanes whose indices agree in that many of the lowest bits. */
function largestCrowds(group: LaneGroup, mostBits: number): number[] {
  let crowds = [2 ** group.lanes - 1];
  return Array.from({ length: mostBits }, (_, bit) => {
    for (const mode of group.differing)
      if (crowds.length < group.lanes) crowds = splitBy(lanesWithBit(group, mode, bit), crowds);
    return Math.max(...crowds.map(popcount32));
  });
}

/** Sets of lanes, as masks. A set is split in two if only some of its lanes are in `mask`. */
function splitBy(mask: number, sets: readonly number[]): number[] {
  const parts: number[] = [];
  for (const lanes of sets) {
    if ((lanes & mask) !== 0) parts.push(lanes & mask);
    if ((lanes & ~mask) !== 0) parts.push(lanes & ~mask);
  }
  return parts;
}

function crowdWords(lanes: number, side: AccessSide, classes: number, banks: number): string {
  const agree = `${lanes} lanes of one ${side} request have indices that agree modulo ${classes}`;
  if (classes === banks) return `${agree}, so they meet in one bank whatever the strides`;
  return `${agree}, so their banks agree too, whatever the strides, and these banks serve only ${banks / classes} lanes at once`;
}

/** The least strides that have these residues. Null leaves a stride free, except that it is whole words. */
function paddedTo(residues: readonly (number | null)[], move: BlockMove, scope: PaddingScope): number[] {
  const step = bankStepElements(move.elementBytes);
  const line = residueElements(move.elementBytes);
  return stridesOf(move, (mode, least) => {
    if (scope === 'rows' && mode === move.storeOrder[0]) return least;
    const residue = residues[mode];
    return residue === null ? withResidue(least, 0, step) : withResidue(least, residue * step, line);
  });
}
