/**
 * The sets of the evidence table, and what an independent brute-force simulation counted for them before this planner was
 * written.
 */
import { blockOf, elementsOf, type TensorMode } from '../../src/model/permute/block.ts';
import type { Permutation } from '../../src/model/permute/permutation.ts';
import type { NamedCase } from '../../src/model/permute/statistics/case-set.ts';
import { cuttTest1 } from '../../src/model/permute/statistics/cutt.ts';
import { randomPowerCases } from '../../src/model/permute/statistics/random-cases.ts';
import { movesLines } from '../../src/model/permute/statistics/statistics.ts';
import { ttcCases } from '../../src/model/permute/statistics/ttc.ts';

/** Conflict-free on both sides, store, load and bytes (mean and worst), as that simulation printed them. */
export type PlanCounts = readonly [conflictFree: string, store: string, load: string, bytes: string];

export interface Part {
  readonly cases: () => readonly NamedCase[];
  readonly target: number;
  readonly modesOf: (canonical: Permutation, target: number) => readonly TensorMode[];
  /** Which of the permutations that are no copies go through shared memory. */
  readonly takes: (canonical: Permutation, modes: readonly TensorMode[]) => boolean;
  readonly counted: Readonly<Record<string, PlanCounts>>;
  /** Leaves out the strategies that the simulation did not count. */
  readonly countedOnly?: true;
}

export const ELEMENT_BYTES = 4;
const byPlanner: Part['modesOf'] = (canonical, target) => blockOf(canonical, target).modes;
const inNoLines: Part['takes'] = canonical => !movesLines(canonical, ELEMENT_BYTES);
const ofTwoWarps: Part['takes'] = (_, modes) => elementsOf(modes) >= 64;

/** The prefix of a list of dimensions that holds `target` elements: how much of each dimension. */
function prefixOf(shape: readonly number[], order: readonly number[], target: number): number[] {
  const prefix = shape.map(() => 1);
  let elements = 1;
  for (const dim of order) {
    prefix[dim] = Math.min(shape[dim], Math.ceil(target / elements));
    elements *= prefix[dim];
  }
  return prefix;
}

/** Builds blocks as the independent simulation did: a dimension of both prefixes stays one index, with the longer length. */
function oneIndexEach({ shape, perm }: Permutation, target: number): TensorMode[] {
  const dims = shape.map((_, dim) => dim);
  const read = prefixOf(shape, dims.toReversed(), target);
  const write = prefixOf(shape, perm.toReversed(), target);
  return dims.map(dim => ({
    dim,
    extent: Math.max(read[dim], write[dim]),
    inRead: read[dim] > 1,
    inWrite: write[dim] > 1,
  }));
}

const ttc = { cases: ttcCases, modesOf: byPlanner, takes: inNoLines };
const TEST1_COUNTED: Part['counted'] = {
  none: ['1', '1', '12.3 / 32', '1'],
  'odd-row': ['55', '1.05', '3.0 / 8', '1.02'],
  'write-order residue': ['137', '1.96 / 4', '1.36 / 2', '6.6 / 17'],
};
const test1 = { cases: () => cuttTest1(6), target: 32, takes: ofTwoWarps, counted: TEST1_COUNTED };

export const PARTS: Readonly<Record<string, Part>> = {
  'TTC, target 32': {
    ...ttc,
    target: 32,
    counted: {
      none: ['0', '1 / 1', '30.7 / 32', '1'],
      'odd-row': ['45', '1 / 1', '1.04 / 2', '1.03'],
      'write-order residue': ['47', '1 / 1', '1 / 1', '1.04 / 1.25'],
    },
  },
  'TTC, target 64': {
    ...ttc,
    target: 64,
    counted: {
      'write-order residue': ['41', '2.97 / 32', '1.0 / 1', '3.0 / 32'],
      'without the first read dim': ['43', '1.01 / 1.33', '1.01 / 1.33', '1.05 / 1.35'],
    },
  },
  'cuTT test1, ranks 2 to 6': { ...test1, modesOf: byPlanner },
  'the same, one index a dimension': { ...test1, modesOf: oneIndexEach, countedOnly: true },
  'random powers of two': {
    cases: randomPowerCases,
    target: 32,
    modesOf: byPlanner,
    takes: ofTwoWarps,
    countedOnly: true,
    counted: {
      'write-order residue': ['170 of 317', '2.94 / 16', '1.00 / 1', '4.1 / 17'],
      xor: ['317 of 317', '1 / 1', '1 / 1', '1.00'],
    },
  },
};
