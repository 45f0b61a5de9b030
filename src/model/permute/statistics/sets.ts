/** The sets of permutations for which statistics are made. */
import type { CaseSet } from './case-set.ts';
import { cuttBench7, cuttPicks, cuttTest1, cuttTest2 } from './cutt.ts';
import { randomCases, randomPowerCases } from './random-cases.ts';
import { ttcCases } from './ttc.ts';

const SETS: readonly CaseSet[] = [
  {
    id: 'ttc',
    title: 'TTC benchmark',
    about: '57 permutations of ranks 2 to 6, about 200 MB each in 4-byte elements.',
    source: 'Springer, Hammond, Bientinesi: TTC; the same list is bench6 of cuTT.',
    cases: ttcCases,
  },
  {
    id: 'cutt-test1',
    title: 'cuTT test1',
    about: 'Every permutation of one smallish tensor of each rank from 2 to 7.',
    source: 'Hynninen: cuTT, test1, from its rule.',
    cases: () => cuttTest1(),
  },
  {
    id: 'cutt-test2',
    title: 'cuTT test2',
    about: '100 random permutations of each rank from 2 to 12, of at most 200 million elements.',
    source: 'Hynninen: cuTT, test2, from its rule; the random numbers are ours, and ranks 13 to 15 are left out.',
    cases: cuttTest2,
  },
  {
    id: 'cutt-picks',
    title: 'cuTT test3 and test4',
    about: 'Nine permutations picked by hand, some of which leave everything in place.',
    source: 'Hynninen: cuTT, test3 and test4.',
    cases: cuttPicks,
  },
  {
    id: 'cutt-bench7',
    title: 'cuTT bench7',
    about: 'Ranks 8 and 12: four large dimensions among small ones, inverted and in 500 random orders each.',
    source: 'Hynninen: cuTT, bench7, from its rule; the random orders are ours.',
    cases: cuttBench7,
  },
  {
    id: 'random',
    title: 'Random extents',
    about: '500 permutations of ranks 2 to 6 with extents from 2 to 32.',
    source: 'Ours, from a seed.',
    cases: randomCases,
  },
  {
    id: 'random-powers',
    title: 'Random powers of two',
    about: '500 permutations of ranks 2 to 6 whose extents are powers of two, up to 32.',
    source: 'Ours, from a seed.',
    cases: randomPowerCases,
  },
];

export const CASE_SETS: ReadonlyMap<string, CaseSet> = new Map(SETS.map(set => [set.id, set]));
