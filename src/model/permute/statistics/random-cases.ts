/** Random shapes in random orders: a sample without a person's choice. */
import type { NamedCase } from './case-set.ts';
import { Seeded } from './seeded.ts';

const CASES = 500;
const RANKS = { least: 2, greatest: 6 };

/** At most 32: the largest tensor has 2^30 elements. */
const anyExtent = (numbers: Seeded): number => 2 + numbers.below(31);
const powerOfTwo = (numbers: Seeded): number => 2 << numbers.below(5);

function cases(name: string, seed: number, extent: (numbers: Seeded) => number): NamedCase[] {
  const numbers = new Seeded(seed);
  return Array.from({ length: CASES }, (_, i) => {
    const rank = RANKS.least + (i % (RANKS.greatest - RANKS.least + 1));
    const shape = Array.from({ length: rank }, () => extent(numbers));
    return { name: `${name} ${i + 1}`, shape, perm: numbers.shuffled([...shape.keys()]) };
  });
}

export const randomCases = (): NamedCase[] => cases('random', 1, anyExtent);
export const randomPowerCases = (): NamedCase[] => cases('power of two', 3, powerOfTwo);
