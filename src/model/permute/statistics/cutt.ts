/**
 * The tests of cuTT (Antti-Pekka Hynninen, github.com/ap-hynninen/cutt: cutt_test.cpp, and `bench7` of cutt_bench.cpp),
 * made by their rules. cuTT takes other random numbers in each run; here they come from a seed.
 */
import { product } from '../permutation.ts';
import { fromFastestFirst, type NamedCase } from './case-set.ts';
import { Seeded } from './seeded.ts';

/** Dimension 0 is the fastest here, as in cuTT. */
const caseOf = (name: string, shape: readonly number[], perm: readonly number[]): NamedCase => ({
  name,
  ...fromFastestFirst({ shape, perm }),
});

const upTo = (end: number): number[] => [...Array(end).keys()];

/** All permutations in lexicographic order, like `std::next_permutation`. */
function* permutationsOf(rest: readonly number[]): Generator<number[]> {
  if (rest.length === 0) yield [];
  for (const first of rest)
    for (const others of permutationsOf(rest.filter(dim => dim !== first))) yield [first, ...others];
}

const TEST1_RANKS = { least: 2, greatest: 7 };

/** Every permutation of one small tensor of each rank; extents are from 2 to 15. */
export function cuttTest1(greatestRank = TEST1_RANKS.greatest): NamedCase[] {
  const cases: NamedCase[] = [];
  for (let rank = TEST1_RANKS.least; rank <= greatestRank; rank++) {
    const shape = upTo(rank).map(dim => 2 + Math.floor((dim * (16 - 2)) / rank));
    let number = 0;
    for (const perm of permutationsOf(upTo(rank))) cases.push(caseOf(`test1 rank ${rank} #${++number}`, shape, perm));
  }
  return cases;
}

/** cuTT's test goes up to rank 15; the planner takes at most 12 dimensions. */
const TEST2 = { leastRank: 2, greatestRank: 12, perRank: 100, mostElements: 200_000_000, seed: 2 };

export function cuttTest2(): NamedCase[] {
  const numbers = new Seeded(TEST2.seed);
  const ranks = upTo(TEST2.greatestRank + 1).slice(TEST2.leastRank);
  return ranks.flatMap(rank =>
    upTo(TEST2.perRank).map(i =>
      caseOf(`test2 rank ${rank} #${i + 1}`, extentsNear(rank, numbers), numbers.shuffled(upTo(rank))),
    ),
  );
}

/**
 * Extents spread evenly about the root of a random volume, then scaled to it. The volume becomes at most 3.3 times as
 * large.
 */
function extentsNear(rank: number, numbers: Seeded): number[] {
  for (;;) {
    const volume = 3 ** rank + (TEST2.mostElements - 3 ** rank) * numbers.unit();
    const mean = volume ** (1 / rank);
    const drawn = upTo(rank).map(() => Math.trunc(mean + (mean - 2) * (2 * numbers.unit() - 1)));
    const scale = (volume / product(drawn)) ** (1 / rank);
    const extents = drawn.map(extent => Math.max(2, Math.round(extent * scale)));
    const elements = product(extents);
    if (elements <= TEST2.mostElements && Math.abs(elements - volume) / volume <= 2.3) return extents;
  }
}

/** test3, and the one case of test4, which runs in two streams at once. */
export const cuttPicks = (): NamedCase[] => [
  caseOf('test3 #1', [43, 67], [1, 0]),
  caseOf('test3 #2', [2_097_152, 2], [1, 0]),
  caseOf('test3 #3', [1305, 599, 88], [0, 2, 1]),
  caseOf('test3 #4', [24, 330, 64, 147], [1, 0, 2, 3]),
  caseOf('test3 #5', [2, 5, 9, 12], [0, 1, 2, 3]),
  caseOf('test3 #6', [2, 4, 6, 9, 11, 13], [0, 1, 2, 3, 4, 5]),
  caseOf('test3 #7', [5, 42, 75, 86, 57], [1, 3, 4, 2, 0]),
  caseOf('test3 #8', [5, 3, 2, 9, 14], [0, 1, 3, 2, 4]),
  caseOf('test4', [24, 32, 16, 36, 43, 9], [5, 1, 4, 2, 3, 0]),
];

const BENCH7 = {
  shapes: [
    [5, 3, 2, 4, 35, 33, 37, 40],
    [2, 3, 4, 3, 2, 2, 3, 2, 20, 18, 22, 24],
  ],
  perShape: 500,
  seed: 7,
};

/** Four large dimensions among small ones: the inverse order, then shuffled dimensions in shuffled orders. */
export function cuttBench7(): NamedCase[] {
  const numbers = new Seeded(BENCH7.seed);
  return BENCH7.shapes.flatMap(shape => {
    const dims = upTo(shape.length);
    const name = `bench7 rank ${shape.length}`;
    const random = upTo(BENCH7.perShape).map(i =>
      caseOf(`${name} #${i + 1}`, numbers.shuffled(shape), numbers.shuffled(dims)),
    );
    return [caseOf(`${name} inverse`, shape, dims.toReversed()), ...random];
  });
}
