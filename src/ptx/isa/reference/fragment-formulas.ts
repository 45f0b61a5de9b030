/**
 * Places of the elements of a lane's fragment as the PTX ISA writes them, shape by shape ("Matrix Fragments for
 * mma.m8n8k4 …"). g = `%laneid >> 2`, t = `%laneid % 4`, i counts the elements of a lane. Shares nothing with the table
 * that the emulator uses.
 */

export type FragmentFormula = (i: number, g: number, t: number) => readonly [row: number, column: number];

export interface ShapeFormulas {
  readonly shape: string;
  readonly types: readonly string[];
  readonly a: FragmentFormula;
  readonly b: FragmentFormula;
}

const SMALL = ['f16', 'bf16'];
const BYTES = ['s8', 'u8', 'e4m3', 'e5m2'];
const NIBBLES = ['s4', 'u4'];

export const FORMULAS: readonly ShapeFormulas[] = [
  {
    shape: 'm16n8k8',
    types: SMALL,
    a: (i, g, t) => [i < 2 ? g : g + 8, t * 2 + (i & 1)],
    b: (i, g, t) => [t * 2 + i, g],
  },
  {
    shape: 'm16n8k16',
    types: SMALL,
    a: (i, g, t) => [(i >= 0 && i < 2) || (i >= 4 && i < 6) ? g : g + 8, i < 4 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8],
    b: (i, g, t) => [i < 2 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8, g],
  },
  { shape: 'm16n8k4', types: ['tf32', 'f64'], a: (i, g, t) => [i === 0 ? g : g + 8, t], b: (_i, g, t) => [t, g] },
  {
    shape: 'm16n8k8',
    types: ['tf32', 'f64'],
    a: (i, g, t) => [i === 0 || i === 2 ? g : g + 8, i < 2 ? t : t + 4],
    b: (i, g, t) => [i === 0 ? t : t + 4, g],
  },
  { shape: 'm8n8k16', types: BYTES, a: (i, g, t) => [g, t * 4 + i], b: (i, g, t) => [t * 4 + i, g] },
  {
    shape: 'm16n8k16',
    types: BYTES,
    a: (i, g, t) => [i < 4 ? g : g + 8, t * 4 + (i & 3)],
    b: (i, g, t) => [t * 4 + i, g],
  },
  {
    shape: 'm16n8k32',
    types: BYTES,
    a: (i, g, t) => [i < 4 || (i >= 8 && i < 12) ? g : g + 8, i < 8 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16],
    b: (i, g, t) => [i < 4 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16, g],
  },
  { shape: 'm8n8k32', types: NIBBLES, a: (i, g, t) => [g, t * 8 + i], b: (i, g, t) => [t * 8 + i, g] },
  {
    shape: 'm16n8k32',
    types: NIBBLES,
    a: (i, g, t) => [i < 8 ? g : g + 8, t * 8 + (i & 7)],
    b: (i, g, t) => [t * 8 + i, g],
  },
  {
    shape: 'm16n8k64',
    types: NIBBLES,
    a: (i, g, t) => [i < 8 || (i >= 16 && i < 24) ? g : g + 8, i < 16 ? t * 8 + (i & 7) : t * 8 + (i & 7) + 32],
    b: (i, g, t) => [i < 8 ? t * 8 + (i & 7) : t * 8 + (i & 7) + 32, g],
  },
  { shape: 'm8n8k4', types: ['f64'], a: (_i, g, t) => [g, t], b: (_i, g, t) => [t, g] },
  {
    shape: 'm16n8k16',
    types: ['f64'],
    a: (i, g, t) => [i % 2 === 0 ? g : g + 8, i % 2 === 0 ? i * 2 + t : i * 2 - 2 + t],
    b: (i, g, t) => [i * 4 + t, g],
  },
];

/** The accumulators of every shape. */
export const ACCUMULATOR: FragmentFormula = (i, g, t) => [i < 2 ? g : g + 8, t * 2 + (i & 1)];
