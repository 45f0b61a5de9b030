import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccessSide } from '../../trace/access-trace.ts';
import { bankCost } from '../banks/wavefronts.ts';
import { type BlockMove, elementsOf } from './block.ts';
import { colouredTable } from './colouring.ts';
import { coordinates, moveFor, moves, offsetOf, withVectors } from './fixtures/permutations.ts';
import { laneOrder, type Placement, placedOffset } from './placement.ts';
import { NO_ELEMENT, requestSequence } from './request-sequence.ts';
import { sideCost } from './side-cost.ts';
import { STRATEGIES } from './strategies.ts';
import { bankStepElements, unpaddedStrides } from './strides.ts';

const SIDES = ['store', 'load'] as const;
const extents = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(2, 4, 8, 16, 32));
const anyMove = moves(extents, fc.constantFrom(1, 2, 4, 8, 16));
const anyVectors = withVectors(anyMove);

type Propose = (move: BlockMove) => Placement | null;

const byStrategy = (name: string): [string, Propose] => [name, move => STRATEGIES.get(name)!.propose(move)];

const PROPOSERS: ReadonlyMap<string, Propose> = new Map([
  ...['none', 'xor', 'odd-row', 'write-order residue', 'searched'].map(byStrategy),
  ['table', move => ({ strides: unpaddedStrides(move), xor: [], table: colouredTable(move) })],
]);

function request(side: AccessSide, move: BlockMove, addresses: Int32Array) {
  const cost = bankCost({
    instruction: side === 'store' ? 'st' : 'ld',
    widthBytes: move.elementBytes,
    addresses: Array.from(addresses, address => (address === NO_ELEMENT ? null : address)),
  });
  if (!cost.ok) throw new Error(cost.error.message);
  return cost.value;
}

const squareLoad = (placement: Omit<Placement, 'xor' | 'table'>) =>
  requestSequence('load', moveFor({ shape: [64, 64], perm: [1, 0] }, 4, 32), { xor: [], table: null, ...placement });

describe('the requests of a side', () => {
  it('counts every element once, in order, where it lies', () => {
    fc.assert(
      fc.property(anyVectors, fc.constantFrom(...SIDES), fc.constantFrom(...PROPOSERS.keys()), (move, side, name) => {
        const placement = PROPOSERS.get(name)!(move);
        if (placement === null) return;
        const { elements, offsets, addresses, residues } = requestSequence(side, move, placement);
        const vector = move.vectors[side];
        coordinates(move, laneOrder(side, move)).forEach((index, number) => {
          const thread = Math.floor(number / vector);
          const at = 32 * (Math.floor(thread / 32) * vector + (number % vector)) + (thread % 32);
          const place = placedOffset(offsetOf(index, placement.strides), placement);
          expect([elements[at], offsets[at], addresses[at], residues[at]]).toEqual([
            offsetOf(index, unpaddedStrides(move)),
            place,
            place * move.elementBytes,
            place % (128 / move.elementBytes),
          ]);
        });
        expect(elements.filter(element => element !== NO_ELEMENT)).toHaveLength(elementsOf(move.modes));
      }),
      { numRuns: 40 },
    );
  });

  it('agrees with the bank model, phase by phase', () => {
    fc.assert(
      fc.property(anyVectors, fc.constantFrom(...SIDES), fc.constantFrom(...PROPOSERS.keys()), (move, side, name) => {
        const placement = PROPOSERS.get(name)!(move);
        if (placement === null) return;
        const { addresses, runs } = requestSequence(side, move, placement);
        const lanesPerPhase = Math.min(32, 128 / move.elementBytes);
        for (const run of runs) {
          const first = run.first - (run.first % 32);
          expect(first).toBe(32 * (run.warp * move.vectors[side] + run.request));
          const cost = request(side, move, addresses.subarray(first, first + 32));
          const phase = cost.phases[(run.first % 32) / lanesPerPhase];
          expect([run.wavefronts, run.lanes]).toEqual([
            phase.wavefronts,
            addresses.subarray(run.first, run.first + lanesPerPhase).filter(address => address !== NO_ELEMENT).length,
          ]);
          // The conflicting lanes are those on banks with several words.
          const width = Math.max(1, move.elementBytes / 4);
          const busy = [...phase.wordsPerBank.keys()].filter(
            bank => phase.wordsPerBank[bank] > 1 && bank % width === 0,
          );
          expect(run.conflicts.map(conflict => conflict.bank)).toEqual(busy);
          for (const { bank, lanes } of run.conflicts)
            expect(lanes).toEqual(
              phase.lanes.filter(lane => addresses[first + lane] >= 0 && (addresses[first + lane] >> 2) % 32 === bank),
            );
          expect(run.verdict === 'colliding').toBe(busy.length > 0);
        }
      }),
      { numRuns: 40 },
    );
  });

  it.each([...PROPOSERS])('sums up to what a side costs: %s', (_, propose) => {
    fc.assert(
      fc.property(anyVectors, fc.constantFrom(...SIDES), (move, side) => {
        const placement = propose(move);
        if (placement === null) return;
        const { runs } = requestSequence(side, move, placement);
        const { wavefronts, ideal } = sideCost(side, move, placement);
        expect(runs.reduce((sum, run) => sum + run.wavefronts, 0)).toBe(wavefronts);
        expect(runs).toHaveLength(ideal);
        expect(runs.every(run => run.verdict !== 'colliding')).toBe(wavefronts === ideal);
      }),
      { numRuns: 25 },
    );
  });
});

describe('the residues of a load', () => {
  it('are consecutive through the inner write block by the write-order rule', () => {
    fc.assert(
      fc.property(anyMove, move => {
        const { modes, storeOrder, loadOrder, elementBytes } = move;
        const { residues, runs } = requestSequence('load', move, PROPOSERS.get('write-order residue')!(move)!);
        const inner = loadOrder.filter(mode => modes[mode].inWrite);
        const innerElements = inner.reduce((count, mode) => count * modes[mode].extent, 1);
        const step = inner[0] === storeOrder[0] ? 1 : bankStepElements(elementBytes);
        for (let number = 0; number < innerElements; number++)
          expect(residues[number]).toBe((number * step) % (128 / elementBytes));
        // The rule looks at residues only; small elements may still lie in different words of one bank.
        if (elementBytes < 4) return;
        for (const { first, lanes, verdict } of runs)
          if (Math.floor(first / innerElements) === Math.floor((first + lanes - 1) / innerElements))
            expect(verdict).toBe('consecutive');
      }),
      { numRuns: 60 },
    );
  });

  it('are told apart: one after another, all different, and all alike', () => {
    const verdicts = (strides: number[]) => squareLoad({ strides }).runs.map(run => run.verdict);
    expect(new Set(verdicts([33, 1]))).toEqual(new Set(['consecutive']));
    expect(new Set(verdicts([35, 1]))).toEqual(new Set(['distinct']));
    expect(new Set(verdicts([32, 1]))).toEqual(new Set(['colliding']));
    expect([...squareLoad({ strides: [33, 1] }).residues.subarray(32, 36)]).toEqual([1, 2, 3, 4]);
    const [run] = squareLoad({ strides: [48, 1] }).runs;
    const even = Array.from({ length: 16 }, (_, i) => 2 * i);
    expect(run).toMatchObject({ wavefronts: 16, lanes: 32 });
    expect(run.conflicts).toEqual([
      { bank: 0, lanes: even },
      { bank: 16, lanes: even.map(lane => lane + 1) },
    ]);
  });
});
