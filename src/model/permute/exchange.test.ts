import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalForm } from './canonical.ts';
import { exchangeFor } from './exchange.ts';
import { afterStep, type ExchangeStep, exchangeSteps, rowOf } from './exchange-steps.ts';
import { moveFor, permutations } from './fixtures/permutations.ts';

const EXTENTS = [2, 3, 4, 5, 6, 7, 8];
const LANES = Array.from({ length: 32 }, (_, lane) => lane);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

/**
 * Element numbers by register and lane: consecutive numbers in lines of 32, and column by column at the places that
 * `rowOf` gives.
 */
const inLines = (k: number) => upTo(k).map(line => LANES.map(lane => 32 * line + lane));
const inColumns = (k: number) => upTo(k).map(column => LANES.map(lane => rowOf(k, lane, column) * k + column));

const run = (steps: readonly ExchangeStep[], registers: readonly (readonly number[])[]) =>
  steps.reduce((held, step) => afterStep(step, held), registers);

describe.each(EXTENTS)('an exchange of %i lines', k => {
  it('leaves each register with all rows of one column', () => {
    const columns = run(exchangeSteps({ lines: k, skinny: 'input' }), inLines(k));
    columns.forEach((elements, column) => {
      expect(elements.map(e => e % k)).toEqual(LANES.map(() => column));
      expect(elements.map(e => Math.floor(e / k)).toSorted((a, b) => a - b)).toEqual(LANES);
    });
  });

  it('has each row where the closed form says', () => {
    expect(run(exchangeSteps({ lines: k, skinny: 'input' }), inLines(k))).toEqual(inColumns(k));
  });

  it('runs backwards from columns to lines', () => {
    expect(run(exchangeSteps({ lines: k, skinny: 'output' }), inColumns(k))).toEqual(inLines(k));
  });

  it.each(['input', 'output'] as const)('has as few shuffles as there can be: %s', skinny => {
    // How many of the k columns that a lane needs at the end it has at the start.
    const own = new Set(inLines(k).map(line => line[0] % k)).size;
    const shuffles = exchangeSteps({ lines: k, skinny }).filter(step => step.kind === 'shuffle');
    expect(shuffles).toHaveLength(k - own);
    const shape = [3, 64, k];
    const perm = [0, 2, 1];
    const move = skinny === 'input' ? moveFor({ shape, perm }, 4, 32) : moveFor({ shape: [3, k, 64], perm }, 4, 32);
    expect(exchangeFor(move)).toEqual({ lines: k, skinny, shuffles: k - own });
  });

  it('is told from one that leaves out a step', () => {
    const steps = exchangeSteps({ lines: k, skinny: 'input' });
    for (const left of steps)
      expect(
        run(
          steps.filter(step => step !== left),
          inLines(k),
        ),
      ).not.toEqual(inColumns(k));
  });
});

describe('an exchange', () => {
  it.each([
    { what: '(A:2, B:16, C:2) to (C, A, B)', shape: [2, 16, 2], perm: [2, 0, 1], found: [2, 'input', 1] },
    { what: 'NHWC to NCHW', shape: [4, 56, 56, 3], perm: [0, 3, 1, 2], found: [3, 'input', 0] },
    { what: 'NCHW to NHWC', shape: [4, 6, 56, 56], perm: [0, 2, 3, 1], found: [6, 'output', 3] },
    { what: 'complex numbers', shape: [1000, 8], perm: [1, 0], found: [8, 'input', 7] },
  ])('is there for $what', ({ shape, perm, found }) => {
    const [lines, skinny, shuffles] = found;
    expect(exchangeFor(moveFor({ shape, perm }, 4, 32))).toEqual({ lines, skinny, shuffles });
  });

  it.each([
    { what: 'a dimension of 9', shape: [64, 9], perm: [1, 0] },
    { what: 'a neighbour of 31', shape: [31, 4], perm: [1, 0] },
    { what: 'a neighbour that is not fastest', shape: [64, 64, 4], perm: [2, 1, 0] },
    { what: 'rows that stay', shape: [64, 64, 4], perm: [1, 0, 2] },
    { what: 'a copy', shape: [64], perm: [0] },
    { what: 'a skinny dimension between others', shape: [64, 4, 64], perm: [2, 0, 1] },
  ])('is not there for $what', ({ shape, perm }) => {
    expect(exchangeFor(moveFor({ shape, perm }, 4, 32))).toBeNull();
  });

  it('is there just where the canonical dimensions say so, whole', () => {
    const extents = fc.constantFrom(1, 2, 3, 4, 7, 8, 9, 31, 32, 33, 100);
    const targets = fc.constantFrom(1, 2, 4, 8, 32, 64, 128);
    fc.assert(
      fc.property(permutations(extents, 4), targets, (permutation, target) => {
        const { shape, perm } = canonicalForm(permutation);
        const rank = shape.length;
        const isSkinny = (dim: number) => shape[dim] >= 2 && shape[dim] <= 8;
        const input = rank > 1 && isSkinny(rank - 1) && perm[rank - 1] === rank - 2 && shape[rank - 2] >= 32;
        const output = rank > 1 && isSkinny(perm[rank - 1]) && perm[rank - 2] === rank - 1 && shape[rank - 1] >= 32;
        const found = exchangeFor(moveFor(permutation, 4, target));
        if (target >= 32) expect(found?.skinny).toBe(input ? 'input' : output ? 'output' : undefined);
        if (found !== null) expect(found.lines).toBe(shape[found.skinny === 'input' ? rank - 1 : perm[rank - 1]]);
      }),
      { numRuns: 500 },
    );
  });
});
