import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlockMove } from './block.ts';
import { moveFor, moves, permutations, withVectors } from './fixtures/permutations.ts';
import type { PaddingScope } from './lane-groups.ts';
import { conflictFreeResidues } from './residues.ts';
import { sideCost } from './side-cost.ts';
import { stridesOf, withResidue } from './strides.ts';

const SCOPES: readonly PaddingScope[] = ['rows', 'elements'];

function isConflictFree(move: BlockMove, strides: readonly number[]): boolean {
  const costs = (['store', 'load'] as const).map(side => sideCost(side, move, { strides, xor: [], table: null }));
  return costs.every(({ wavefronts, ideal }) => wavefronts === ideal);
}

/** Tries every residue of every stride, for elements of 8 or 16 bytes; a line has `perLine` of them. */
function anyPadding(move: BlockMove, scope: PaddingScope): boolean {
  const perLine = 128 / move.elementBytes;
  const free = scope === 'rows' ? move.modes.length - 1 : move.modes.length;
  for (let choice = 0; choice < perLine ** Math.max(0, free); choice++) {
    const strides = stridesOf(move, (mode, least) => {
      const place = move.storeOrder.indexOf(mode) - (scope === 'rows' ? 1 : 0);
      return place < 0 ? 1 : withResidue(least, Math.floor(choice / perLine ** place) % perLine, perLine);
    });
    if (isConflictFree(move, strides)) return true;
  }
  return false;
}

const small = withVectors(
  fc
    .tuple(permutations(fc.integer({ min: 2, max: 7 }), 3), fc.constantFrom(8, 16), fc.constantFrom(8, 16))
    .map(([permutation, bytes, target]) => moveFor(permutation, bytes, target))
    .filter(move => (128 / move.elementBytes) ** move.modes.length <= 4096),
);

describe('whether a padding without conflicts exists', () => {
  it.each(SCOPES)('is what trying every residue says: %s', scope => {
    const seen = { yes: 0, 'counting argument': 0, 'exhausted search': 0 };
    fc.assert(
      fc.property(small, move => {
        const verdict = conflictFreeResidues(move, scope);
        if (verdict.answer === 'open') return;
        seen[verdict.answer === 'yes' ? 'yes' : verdict.proof]++;
        expect(verdict.answer).toBe(anyPadding(move, scope) ? 'yes' : 'no');
      }),
      { numRuns: 600 },
    );
    expect(Math.min(seen.yes, seen['counting argument'])).toBeGreaterThan(0);
  });

  it.each(SCOPES)('gives strides that have no conflict and lay no two elements on one place: %s', scope => {
    const extents = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(4, 8, 16, 32));
    fc.assert(
      fc.property(withVectors(moves(extents, fc.constantFrom(1, 2, 4, 8, 16))), move => {
        const verdict = conflictFreeResidues(move, scope);
        fc.pre(verdict.answer === 'yes');
        expect(isConflictFree(move, verdict.strides)).toBe(true);
        let least = 1;
        for (const mode of move.storeOrder) {
          expect(verdict.strides[mode]).toBeGreaterThanOrEqual(least);
          least = verdict.strides[mode] * move.modes[mode].extent;
        }
      }),
    );
  });

  it('counts lanes that no strides can part', () => {
    const wide = { ...moveFor({ shape: [64, 128], perm: [1, 0] }, 4, 128), vectors: { store: 4, load: 1 } };
    for (const scope of SCOPES)
      expect(conflictFreeResidues(wide, scope)).toEqual({
        answer: 'no',
        proof: 'counting argument',
        argument:
          '2 lanes of one store request have indices that agree modulo 32, so they meet in one bank whatever the strides',
      });
  });
});
