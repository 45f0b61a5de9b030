/** Holds the fragments of one warp against those of the instruction, and against the way of each score. */
import { expect, it } from 'vitest';
import { LANES } from '../../base/hardware.ts';
import { FRAGMENT_ATOMS, holdersOf, WGMMA } from '../layout-steps/fragments.ts';
import { FRAGMENT_SIDE, warpFragment } from './operand-fragments.ts';
import { valueWay } from './value-way.ts';

it.each([
  ['S', 'C'],
  ['P', 'A'],
  ['O', 'C'],
] as const)('%s is what each warp holds of %s of wgmma', (part, ofInstruction) => {
  const own = holdersOf(warpFragment(part));
  const all = holdersOf(FRAGMENT_ATOMS.get(WGMMA)!.fragment(ofInstruction, FRAGMENT_SIDE));
  for (let warp = 0; warp < 4; warp++)
    for (const [i, [{ thread, value }]] of own.entries()) {
      const row = warp * FRAGMENT_SIDE + Math.floor(i / FRAGMENT_SIDE);
      expect(all[row * FRAGMENT_SIDE + (i % FRAGMENT_SIDE)]).toEqual([{ thread: warp * LANES + thread, value }]);
    }
});

it('has each score where its way says, as a sum and as an operand', () => {
  const holders = holdersOf(warpFragment('P'));
  for (let row = 0; row < FRAGMENT_SIDE; row++)
    for (let key = 0; key < FRAGMENT_SIDE; key++) {
      const { lane, sum, register, half } = valueWay(row, key);
      expect(holders[row * FRAGMENT_SIDE + key]).toEqual([{ thread: lane, value: sum }]);
      expect(sum).toBe(2 * register + half);
    }
});
