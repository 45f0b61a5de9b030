/**
 * Tests where the numbers of a quad pair's product lie: the model's layouts against a GPU's products of operands that are
 * numbered by lane and value.
 */
import { expect, test } from 'vitest';
import { MMA_ATOMS, type MmaAtom } from '../../src/model/layout/atoms.ts';
import { type Layout, modeAt, offsetAt } from '../../src/model/layout/layout.ts';
import { quadPairEvidence } from './evidence.ts';

const { products } = quadPairEvidence();
const VARIANTS = Object.keys(products);

const VALUES = 8;
const QUAD_PAIRS = 4;
const THREADS = 8;
const FIRST_OF_B = 128;

/** Operand as in the program: from -8 to 7. */
const operand = (first: number, lane: number, value: number): number =>
  (Math.imul(first + 4 * lane + value, 2_654_435_761) >>> 28) - 8;

const atomOf = (variant: string): MmaAtom => {
  const [layouts, sum] = variant.split(' ');
  return MMA_ATOMS.find(({ name }) => name === `mma.m8n8k4.${layouts} f16, C ${sum}`)!;
};

const laneOf = ({ threads }: MmaAtom, pair: number, thread: number): number => 4 * pair + offsetAt(threads, thread);

/** Threads and values of a fragment, each with the index in its tile that it holds. */
function* placesOf(layout: Layout, values: number) {
  for (let thread = 0; thread < THREADS; thread++)
    for (let value = 0; value < values; value++)
      yield { thread, value, at: offsetAt(modeAt(layout, 0), thread) + offsetAt(modeAt(layout, 1), value) };
}

/** Operands by index in the tile of A or B that the pair multiplies. */
function operands(atom: MmaAtom, layout: Layout, first: number, pair: number): number[] {
  const tile: number[] = [];
  for (const { thread, value, at } of placesOf(layout, atom.k))
    tile[at] = operand(first, laneOf(atom, pair, thread), value);
  return tile;
}

/** Prediction by lane and value. */
function predicted(atom: MmaAtom): number[] {
  const { a, b, c, m, n, k } = atom;
  const held: number[] = [];
  for (let pair = 0; pair < QUAD_PAIRS; pair++) {
    const [rows, columns] = [operands(atom, a, 0, pair), operands(atom, b, FIRST_OF_B, pair)];
    for (const { thread, value, at } of placesOf(c, VALUES)) {
      const [row, column] = [at % m, Math.floor(at / m)];
      let sum = 0;
      for (let i = 0; i < k; i++) sum += rows[row + m * i] * columns[column + n * i];
      held[laneOf(atom, pair, thread) * VALUES + value] = sum;
    }
  }
  return held;
}

test('all variants were tried', () => {
  expect(VARIANTS.length).toBe(8);
  expect(
    MMA_ATOMS.filter(({ name }) => name.startsWith('mma.m8n8k4.'))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(VARIANTS.map(variant => atomOf(variant).name).sort());
});

test.each(VARIANTS)('%s: every lane holds what the layouts say', variant => {
  expect(predicted(atomOf(variant))).toEqual(products[variant]);
});

test('the layouts of no variant are those of another', () => {
  for (const one of VARIANTS)
    for (const other of VARIANTS) if (one !== other) expect(predicted(atomOf(one))).not.toEqual(products[other]);
});
