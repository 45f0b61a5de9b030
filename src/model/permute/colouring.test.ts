import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccessSide } from '../../trace/access-trace.ts';
import { bankCost } from '../banks/wavefronts.ts';
import { type BlockMove, elementsOf } from './block.ts';
import { colouredTable, edgeColours } from './colouring.ts';
import { coordinates, moveFor, moves, offsetOf, requestsOf, withVectors } from './fixtures/permutations.ts';
import { laneOrder } from './placement.ts';
import { sideCost } from './side-cost.ts';
import { unpaddedStrides } from './strides.ts';

const SIDES = ['store', 'load'] as const;
const extents = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(2, 4, 8, 16, 32));
const anyMove = moves(extents, fc.constantFrom(1, 2, 4, 8, 16));
const anyVectors = withVectors(anyMove);

/** Wavefronts above the ideal, counted for each request from the definition; lanes of other elements are idle. */
function excess(
  side: AccessSide,
  move: BlockMove,
  table: Uint32Array,
  isActive = (_: readonly number[]) => true,
): number {
  const { elementBytes, vectors } = move;
  const strides = unpaddedStrides(move);
  let sum = 0;
  for (const lanes of requestsOf(coordinates(move, laneOrder(side, move)), vectors[side])) {
    const addresses = Array.from({ length: 32 }, (_, lane) =>
      lanes[lane] !== undefined && isActive(lanes[lane]) ? table[offsetOf(lanes[lane], strides)] * elementBytes : null,
    );
    if (addresses.every(address => address === null)) continue;
    const cost = bankCost({ instruction: side === 'store' ? 'st' : 'ld', widthBytes: elementBytes, addresses });
    if (!cost.ok) throw new Error(cost.error.message);
    sum += cost.value.excess;
  }
  return sum;
}

describe('a position table by colouring', () => {
  it('has no conflict on either side, whatever lanes move at once', () => {
    fc.assert(
      fc.property(anyVectors, move => {
        const table = colouredTable(move);
        for (const side of SIDES) expect(excess(side, move, table)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('costs the ideal where the planner counts it', () => {
    fc.assert(
      fc.property(anyVectors, move => {
        const placement = { strides: unpaddedStrides(move), xor: [], table: colouredTable(move) };
        for (const side of SIDES) {
          const { wavefronts, ideal } = sideCost(side, move, placement);
          expect(wavefronts).toBe(ideal);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has a place for every element, and ends within the last line that the block would begin', () => {
    fc.assert(
      fc.property(anyVectors, move => {
        const table = colouredTable(move);
        const elements = elementsOf(move.modes);
        const perLine = 128 / move.elementBytes;
        expect(new Set(table).size).toBe(elements);
        expect(Math.max(...table)).toBeLessThan(Math.ceil(elements / perLine) * perLine);
        if (move.elementBytes >= 4) expect(Math.max(...table)).toBe(elements - 1);
      }),
    );
  });

  it('stays without a conflict in blocks at the ragged ends of a tensor', () => {
    const ends = fc.array(fc.integer({ min: 1, max: 32 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(anyVectors, ends, (move, end) => {
        const table = colouredTable(move);
        const along = (index: readonly number[], dim: number) =>
          move.modes.reduce((sum, mode, i) => (mode.dim === dim ? sum * mode.extent + index[i] : sum), 0);
        const isInside = (index: readonly number[]) => end.every((first, dim) => along(index, dim) < first);
        for (const side of SIDES) expect(excess(side, move, table, isInside)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the lines of a transposition, each permuted within itself', () => {
    const table = colouredTable(moveFor({ shape: [64, 64], perm: [1, 0] }, 4, 32));
    table.forEach((place, offset) => {
      expect(Math.floor(place / 32)).toBe(Math.floor(offset / 32));
    });
  });

  it('is told from tables that have a conflict', () => {
    const move = moveFor({ shape: [32, 32], perm: [1, 0] }, 4, 32);
    const inPlace = Uint32Array.from({ length: 1024 }, (_, offset) => offset);
    expect(SIDES.map(side => excess(side, move, inPlace))).toEqual([0, 32 * 31]);
    const swapped = colouredTable(move);
    // Two elements that share neither row nor column. After a swap, each of them conflicts on both sides.
    const other = swapped.findIndex(
      (place, offset) => offset > 64 && place % 32 !== swapped[0] % 32 && offset % 32 > 0,
    );
    [swapped[0], swapped[other]] = [swapped[other], swapped[0]];
    expect(SIDES.map(side => excess(side, move, swapped))).toEqual([2, 2]);
  });
});

describe('the colours of edges', () => {
  it('differ at both ends, and are equally frequent', () => {
    const graphs = fc.integer({ min: 0, max: 5 }).chain(halvings => {
      const ends = fc.array(fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 })), { maxLength: 400 });
      return fc.tuple(fc.constant(halvings), ends);
    });
    fc.assert(
      fc.property(graphs, ([halvings, ends]) => {
        const edges = ends.filter(
          ([store, load], i) =>
            ends.slice(0, i).filter(end => end[0] === store).length < 2 ** halvings &&
            ends.slice(0, i).filter(end => end[1] === load).length < 2 ** halvings,
        );
        const [stores, loads] = [0, 1].map(side => Uint32Array.from(edges, end => end[side]));
        const colours = edgeColours(stores, loads, halvings);
        for (const groups of [stores, loads])
          expect(new Set(groups.map((group, edge) => group * 32 + colours[edge])).size).toBe(edges.length);
        for (let colour = 0; colour < 2 ** halvings; colour++) {
          const count = colours.filter(c => c === colour).length;
          expect([0, 1]).toContain(count - Math.floor(edges.length / 2 ** halvings));
        }
      }),
    );
  });
});
