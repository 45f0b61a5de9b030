/** Element numbers map to coordinates, places and lanes, and back; the costs of all requests add up to the plan's cost. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BlockMove, elementsOf } from '../../model/permute/block.ts';
import { moves, withVectors } from '../../model/permute/fixtures/permutations.ts';
import { layoutOf } from '../../model/permute/plan.ts';
import { STRATEGIES } from '../../model/permute/strategies.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import {
  coordinatesOf,
  elementAt,
  elementOn,
  moverOf,
  numberOn,
  placesOf,
  predictedRequest,
  requestElements,
} from './block-elements.ts';
import type { PermutedBlock } from './records.ts';

const bytes = fc.constantFrom(1, 2, 4, 8, 16);
const anyMove = withVectors(moves(fc.integer({ min: 1, max: 7 }), bytes));
const sides: readonly AccessSide[] = ['store', 'load'];
const elements = (move: BlockMove): number[] => [...Array(elementsOf(move.modes)).keys()];
const LAID_OUT = ['none', 'xor', 'odd-row', 'write-order residue'];

function blockBy(move: BlockMove, strategy: string): PermutedBlock | null {
  const layout = layoutOf(STRATEGIES.get(strategy)!, move);
  return (
    layout && {
      letter: 'A',
      title: strategy,
      move,
      names: move.modes.map((_, mode) => `M${mode}`),
      layout,
      baseBytes: 256,
    }
  );
}

const run = (check: (move: BlockMove) => void): void => fc.assert(fc.property(anyMove, check), { numRuns: 60 });

describe('numbers', () => {
  test('an element is its coordinates, counted fastest first', () =>
    run(move => {
      for (const element of elements(move)) expect(elementAt(move, coordinatesOf(move, element))).toBe(element);
    }));

  test('the order of a side is a permutation of the elements', () =>
    run(move => {
      for (const side of sides) {
        const reached = elements(move).map(number => elementOn(side, move, number));
        expect(reached.map(element => numberOn(side, move, element))).toEqual(elements(move));
      }
    }));

  test('the next element of the load side is a step along the fastest mode of the output', () =>
    run(move => {
      const fastest = move.loadOrder.find(mode => move.modes[mode].extent > 1);
      if (fastest === undefined) return;
      expect(coordinatesOf(move, elementOn('load', move, 1))[fastest]).toBe(1);
    }));
});

describe('requests', () => {
  test('who moves an element has it in the request', () =>
    run(move => {
      for (const side of sides)
        for (const element of elements(move)) {
          const { warp, k, lane } = moverOf(side, move, element);
          expect(requestElements(move, { side, warp, k })[lane]).toBe(element);
        }
    }));

  test('all of them together cost what the layout is said to cost', () =>
    run(move => {
      for (const strategy of LAID_OUT) {
        const block = blockBy(move, strategy);
        if (block === null) continue;
        for (const side of sides) {
          const wavefronts = requestsOf(move, side)
            .map(chosen => predictedRequest(block, chosen)!.cost.wavefronts)
            .reduce((a, b) => a + b, 0);
          expect(wavefronts, `${strategy} ${side}`).toBe(block.layout[side].wavefronts);
        }
      }
    }));
});

const requestsOf = (move: BlockMove, side: AccessSide) => {
  const last = moverOf(side, move, elementOn(side, move, elementsOf(move.modes) - 1)).warp;
  return Array.from({ length: last + 1 }, (_, warp) => warp).flatMap(warp =>
    Array.from({ length: move.vectors[side] }, (_, k) => ({ side, warp, k })),
  );
};

describe('places', () => {
  test('no two elements share one, and each is found again there', () =>
    run(move => {
      for (const strategy of LAID_OUT) {
        const block = blockBy(move, strategy);
        if (block === null) continue;
        const { placeOf, elementIn } = placesOf(move, block.layout)!;
        expect(Array.from(placeOf, place => elementIn[place])).toEqual(elements(move));
        const padding = elementIn.filter(element => element < 0).length;
        expect(padding * move.elementBytes).toBe(block.layout.waste);
      }
    }));

  test('they are made once for a layout', () => {
    const [move] = fc.sample(anyMove, { numRuns: 1, seed: 7 });
    const { layout } = blockBy(move, 'none')!;
    expect(placesOf(move, layout)).toBe(placesOf(move, layout));
  });
});
