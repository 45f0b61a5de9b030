import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccessSide } from '../../trace/access-trace.ts';
import { bankCost } from '../banks/wavefronts.ts';
import type { BlockMove } from './block.ts';
import { coordinates, moves, offsetOf, requestsOf, withVectors } from './fixtures/permutations.ts';
import type { Placement } from './placement.ts';
import { sideCost } from './side-cost.ts';
import { STRATEGIES } from './strategies.ts';

const elementBytes = fc.constantFrom(1, 2, 4, 8, 16);
const extents = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(2, 4, 8, 16, 32));

/** Places a bit at a time, from the definition, or by the table. */
const placed = (offset: number, { xor, table }: Placement): number =>
  table?.[offset] ??
  xor.reduce((sum, { bit, from }) => (Math.floor(offset / 2 ** from) % 2 === 1 ? sum ^ (2 ** bit) : sum), offset);

function slowCost(side: AccessSide, move: BlockMove, placement: Placement) {
  const order = side === 'store' ? move.storeOrder : move.loadOrder;
  const addresses = coordinates(move, order).map(
    index => placed(offsetOf(index, placement.strides), placement) * move.elementBytes,
  );
  const costs = requestsOf(addresses, move.vectors[side]).map(warp => {
    const lanes = Array.from({ length: 32 }, (_, lane) => warp[lane] ?? null);
    const instruction = side === 'store' ? 'st' : 'ld';
    const cost = bankCost({ instruction, widthBytes: move.elementBytes, addresses: lanes });
    if (!cost.ok) throw new Error(cost.error.message);
    return cost.value;
  });
  return {
    wavefronts: costs.reduce((sum, cost) => sum + cost.wavefronts, 0),
    ideal: costs.reduce((sum, cost) => sum + cost.ideal, 0),
    worst: Math.max(...costs.map(cost => cost.wavefronts)),
  };
}

describe('what a placement costs', () => {
  it.each([...STRATEGIES.values()])('is the bank model over every request: $name', strategy => {
    fc.assert(
      fc.property(withVectors(moves(extents, elementBytes)), move => {
        const placement = strategy.propose(move);
        if (placement === null || placement.exchange !== null) return;
        for (const side of ['store', 'load'] as const)
          expect(sideCost(side, move, placement)).toEqual(slowCost(side, move, placement));
      }),
      { numRuns: strategy.name === 'searched' ? 20 : 60 },
    );
  });

  it.each([...STRATEGIES.values()])('no two elements share a place: $name', strategy => {
    fc.assert(
      fc.property(withVectors(moves(extents, elementBytes)), move => {
        const placement = strategy.propose(move);
        if (placement === null || placement.exchange !== null) return;
        const places = coordinates(move, move.storeOrder).map(index =>
          placed(offsetOf(index, placement.strides), placement),
        );
        expect(new Set(places).size).toBe(places.length);
      }),
      { numRuns: strategy.name === 'searched' ? 20 : 60 },
    );
  });
});
