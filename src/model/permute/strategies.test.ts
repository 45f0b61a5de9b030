import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlockMove } from './block.ts';
import { coordinates, moveFor, moves, offsetOf, wholeBlock, withVectors } from './fixtures/permutations.ts';
import { spanElements } from './placement.ts';
import { layoutOf } from './plan.ts';
import { sideCost } from './side-cost.ts';
import { STRATEGIES } from './strategies.ts';

const any = fc.integer({ min: 1, max: 12 });
const powers = fc.constantFrom(1, 2, 4, 8, 16, 32, 64);
const elementBytes = fc.constantFrom(1, 2, 4, 8, 16);

function layout(name: string, move: BlockMove) {
  const found = layoutOf(STRATEGIES.get(name)!, move);
  if (found === null) throw new Error(`${name} has no layout`);
  return found;
}

/** Strides fastest first, the worst warp of either side, and the span, in the form of a table of examples. */
function row(name: string, move: BlockMove) {
  const { strides, store, load, sharedBytes } = layout(name, move);
  return [strides.toReversed(), store.worst, load.worst, sharedBytes / 4];
}

const square = { shape: [64, 64], perm: [1, 0] };
const skinny = { shape: [2, 16, 2], perm: [2, 0, 1] };
/** A m B n C o D p is moved to m n o p D A C B. */
const sandwich = { shape: [2, 2, 4, 2, 4, 2, 4, 4], perm: [1, 3, 5, 7, 6, 0, 4, 2] };

describe('the write-order residue', () => {
  it('steps through the inner write block one bank at a time', () => {
    fc.assert(
      fc.property(moves(any, fc.constantFrom(4, 8, 16)), move => {
        const { strides } = STRATEGIES.get('write-order residue')!.propose(move)!;
        const inner = move.modes.map((mode, i) => ({ ...mode, i })).filter(mode => mode.inWrite);
        const first = coordinates(move, move.loadOrder).filter(index =>
          move.modes.every((mode, i) => mode.inWrite || index[i] === 0),
        );
        const perLine = 128 / move.elementBytes;
        expect(first).toHaveLength(inner.reduce((n, mode) => n * mode.extent, 1));
        expect(first.map(index => offsetOf(index, strides) % perLine)).toEqual(first.map((_, i) => i % perLine));
      }),
    );
  });

  it('leaves loads without a conflict where extents are powers of two and a warp is within the inner write block', () => {
    fc.assert(
      fc.property(moves(powers, fc.constantFrom(4, 8, 16), fc.constantFrom(32, 64)), move => {
        const { load } = layout('write-order residue', move);
        expect(load.wavefronts).toBe(load.ideal);
      }),
    );
  });

  it('is what was worked out by hand', () => {
    expect(row('write-order residue', wholeBlock(square, [0], [1]))).toEqual([[1, 65], 1, 1, 4159]);
    expect(row('write-order residue', wholeBlock(square, [0, 1], [1]))).toEqual([[32, 2049], 32, 1, 131104]);
    expect(row('write-order residue', moveFor(skinny, 4, 32))).toEqual([[1, 33, 528], 2, 1, 1025]);
    expect(row('write-order residue', wholeBlock(sandwich, [0, 2, 4, 6], [5, 6, 7]))).toEqual([
      [1, 32, 128, 260, 1040, 2081, 8324, 16656],
      8,
      1,
      33271,
    ]);
    const whole = wholeBlock({ shape: [8, 9, 4], perm: [0, 2, 1] }, [0, 1, 2], [1, 2]);
    expect(row('write-order residue', whole)).toEqual([[9, 65, 612], 2, 1, 4832]);
    expect(row('none', whole)).toEqual([[1, 4, 36], 1, 2, 288]);
    expect(row('none', wholeBlock(sandwich, [0, 2, 4, 6], [5, 6, 7])).slice(1)).toEqual([1, 32, 4096]);
    const moved = wholeBlock({ shape: [8, 2, 8, 8], perm: [1, 2, 0, 3] }, [0, 3], [2, 3]);
    expect(row('none', moved).slice(1)).toEqual([1, 4, 1024]);
    expect(row('write-order residue', moved)).toEqual([[1, 8, 64, 136], 1, 1, 1080]);
  });
});

describe('(A:2, B:16, C:2) to (C, A, B)', () => {
  const move = moveFor(skinny, 4, 32);
  it('has a layout without a conflict on either side, one word longer than the block', () => {
    expect(row('none', move)).toEqual([[1, 2, 32], 1, 2, 64]);
    expect(row('odd-row', move)).toEqual([[1, 2, 33], 1, 1, 65]);
    expect(row('searched', move)).toEqual([[1, 2, 33], 1, 1, 65]);
    expect(layout('searched', move).why).toMatch(/^Proved minimal/);
  });

  it.each([
    { strides: [528, 33, 1], costs: [2, 1], words: 1025 },
    { strides: [544, 34, 1], costs: [1, 2], words: 1056 },
    { strides: [529, 33, 1], costs: [2, 2], words: 1026 },
  ])('has others that do not: $strides', ({ strides, costs, words }) => {
    const placement = { strides, xor: [], table: null };
    expect([sideCost('store', move, placement).worst, sideCost('load', move, placement).worst]).toEqual(costs);
    expect(spanElements(move.modes, strides)).toBe(words);
  });
});

describe('xor', () => {
  it('has neither a conflict nor a gap where extents are powers of two, for elements and for vectors', () => {
    fc.assert(
      fc.property(withVectors(moves(powers, elementBytes)), move => {
        const { store, load, waste } = layout('xor', move);
        expect([store.wavefronts, load.wavefronts, waste]).toEqual([store.ideal, load.ideal, 0]);
      }),
      { numRuns: 300 },
    );
  });

  it('XORs a bit into two where both sides need it and no bank bit is idle on both', () => {
    // With vectors of 4, lanes of the store count bits 2 to 6; lanes of the load count bits 0, 1, 5, 6 and 2.
    const move = { ...moveFor({ shape: [4, 8, 4], perm: [1, 0, 2] }, 4, 128), vectors: { store: 4, load: 1 } };
    const { xor, store, load } = layout('xor', move);
    expect([store.wavefronts, load.wavefronts]).toEqual([store.ideal, load.ideal]);
    expect(xor.map(({ bit, from }) => `${from}>${bit}`).toSorted()).toEqual(['5>0', '5>3', '6>1', '6>4']);
  });

  it('keeps to lines of 128 bytes, adds no more than fills one, and is never worse than none', () => {
    fc.assert(
      fc.property(withVectors(moves(any, elementBytes)), move => {
        const { xor, store, load, waste } = layout('xor', move);
        const none = layout('none', move);
        const bits = Math.log2(128 / move.elementBytes);
        for (const { bit, from } of xor) expect(bit < bits && from >= bits).toBe(true);
        expect(waste).toBeLessThan(128);
        const excess = store.wavefronts + load.wavefronts - none.store.wavefronts - none.load.wavefronts;
        expect(excess).toBeLessThanOrEqual(0);
      }),
      { numRuns: 40 },
    );
  });

  it('is free of conflicts with one stride whose odd part is not 1', () => {
    const { xor, store, load, waste, why } = layout('xor', moveFor({ shape: [32, 24], perm: [1, 0] }, 4, 32));
    expect([store.wavefronts, load.wavefronts, waste]).toEqual([store.ideal, load.ideal, 0]);
    expect(xor.length).toBeGreaterThan(0);
    expect(why).toMatch(/this is the best of \d+ XORs/);
  });
});

describe('odd-row', () => {
  it.each([
    [1, 132],
    [2, 66],
    [4, 33],
    [8, 33],
    [16, 33],
  ])('pads a tile of %i-byte elements to %i', (bytes, pitch) => {
    const target = Math.max(32, 128 / bytes);
    const { strides, store, load } = layout('odd-row', moveFor({ shape: [512, 512], perm: [1, 0] }, bytes, target));
    expect(strides).toEqual([pitch, 1]);
    expect([store.wavefronts, load.wavefronts]).toEqual([store.ideal, load.ideal]);
  });
});
