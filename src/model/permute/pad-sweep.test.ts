/** Tests the sweep against the whole block, element by element, and that pads and strides lead back to each other. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, type BlockMove, elementsOf, moveOf, SCALARS } from './block.ts';
import { paddedStrides, padSweep, padsOf, SWEPT_PADS } from './pad-sweep.ts';
import { sideCost } from './side-cost.ts';
import { oddRowStrides, unpaddedStrides } from './strides.ts';

const blockMove = (extents: readonly number[], perm: readonly number[], elementBytes: number): BlockMove => {
  const modes: Block['modes'] = extents.map((extent, dim) => ({ dim, extent, inRead: true, inWrite: true }));
  return moveOf(modes, perm, { elementBytes, sharedBytes: 2 ** 20, vectors: SCALARS });
};

const costOf = (move: BlockMove, strides: readonly number[]): { wavefronts: number; ideal: number } => {
  const placement = { strides, xor: [], table: null };
  const [store, load] = [sideCost('store', move, placement), sideCost('load', move, placement)];
  return { wavefronts: store.wavefronts + load.wavefronts, ideal: store.ideal + load.ideal };
};

const anyMove = fc
  .record({
    extents: fc.array(fc.constantFrom<number[]>(1, 2, 3, 4, 8, 16, 32), { minLength: 1, maxLength: 4 }),
    elementBytes: fc.constantFrom(1, 2, 4, 8, 16),
    vectors: fc.record({ store: fc.constantFrom(1, 2, 4), load: fc.constantFrom(1, 2, 4) }),
  })
  .filter(({ extents }) => extents.reduce((a, b) => a * b, 1) <= 1024)
  .chain(({ extents, elementBytes, vectors }) =>
    fc
      .shuffledSubarray(
        extents.map((_, i) => i),
        { minLength: extents.length },
      )
      .map(perm => ({ ...blockMove(extents, perm, elementBytes), vectors })),
  );

const anyPads = fc.array(fc.nat(40), { minLength: 4, maxLength: 4 });

test('strides lead back to their pads', () => {
  fc.assert(
    fc.property(anyMove, anyPads, (move, pads) => {
      const strides = paddedStrides(move, pads);
      const expected = move.modes.map(({ extent }, mode) => (extent > 1 ? pads[mode] : 0));
      expect(padsOf(move, strides)).toEqual(expected);
      expect(paddedStrides(move, padsOf(move, strides))).toEqual(strides);
    }),
  );
});

test('every pad costs what the whole block costs', () => {
  fc.assert(
    fc.property(anyMove, anyPads, fc.nat(SWEPT_PADS - 1), (move, pads, at) => {
      const strides = paddedStrides(move, pads);
      for (const { mode, pad, costs } of padSweep(move, strides)) {
        const there = paddedStrides(move, padsOf(move, strides).with(mode, at));
        expect(costs).toHaveLength(SWEPT_PADS);
        expect(pad).toBe(pads[mode]);
        expect(costs[at]).toMatchObject({ stride: there[mode], ...costOf(move, there) });
      }
    }),
    { numRuns: 60 },
  );
});

describe('known layouts', () => {
  test('a tile of 32 words a row is without conflicts at every odd pad', () => {
    const move = blockMove([32, 32], [1, 0], 4);
    const [rows, columns] = padSweep(move, unpaddedStrides(move));
    expect(rows.mode).toBe(0);
    const free = rows.costs.flatMap(({ wavefronts, ideal }, pad) => (wavefronts === ideal ? [pad] : []));
    expect(free).toEqual(Array.from({ length: 17 }, (_, i) => 2 * i + 1));
    expect(rows.costs[0]).toEqual({ stride: 32, wavefronts: 32 + 1024, ideal: 64, sharedBytes: 4096 });
    // Its rows grow with the stride of a column, but stay a whole number of lines.
    expect(columns.costs[1]).toMatchObject({ sharedBytes: 4 * (31 * 64 + 31 * 2 + 1) });
    expect(columns.costs.every(({ wavefronts, ideal }) => wavefronts > ideal)).toBe(true);
  });

  test('the odd row is where the sweep says it is', () => {
    const move = blockMove([64, 64], [1, 0], 4);
    const modes = move.modes.map((mode, i) => ({ ...mode, inRead: i === 1 }));
    const [rows] = padSweep(move, oddRowStrides({ ...move, modes }));
    expect(rows.pad).toBe(1);
    expect(rows.costs[1].wavefronts).toBe(rows.costs[1].ideal);
  });

  test('16, 2 and 2 words: padding the outermost dimension by one is enough', () => {
    const move = blockMove([2, 16, 2], [2, 0, 1], 4);
    expect(elementsOf(move.modes)).toBe(64);
    const [a] = padSweep(move, unpaddedStrides(move));
    expect(a.costs.slice(0, 2).map(({ wavefronts }) => wavefronts)).toEqual([6, 4]);
  });
});
