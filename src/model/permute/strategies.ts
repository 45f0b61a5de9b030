/** How a block can lie in shared memory: values with one signature, in the order in which equals are preferred. */
import type { BlockMove } from './block.ts';
import type { Placement } from './placement.ts';
import { searchPadding } from './search.ts';
import { oddRowStrides, residueStrides, unpaddedStrides } from './strides.ts';
import { xorBits } from './xor.ts';

export interface Proposal extends Placement {
  /** One sentence: what the strategy does here, and why. */
  readonly why: string;
  /** Whether it is known that no padding costs less. */
  readonly proved: boolean;
}

export interface Strategy {
  readonly name: string;
  /** Null where the strategy has no layout for such a block. */
  propose(move: BlockMove): Proposal | null;
}

const padded = (strides: readonly number[], why: string, proved = false): Proposal => ({
  strides,
  xor: [],
  table: null,
  why,
  proved,
});
const isSame = (a: readonly number[], b: readonly number[]): boolean => a.every((n, i) => n === b[i]);

const none: Strategy = {
  name: 'none',
  propose: move => padded(unpaddedStrides(move), 'The block lies as it is read, without a gap.'),
};

const xor: Strategy = {
  name: 'xor',
  propose(move) {
    const bits = xorBits(move);
    if (bits === null) return null;
    const why =
      bits.length === 0
        ? 'The lanes of a load differ in bank bits as it is: there is nothing to XOR.'
        : `${bits.map(({ bit, from }) => `Bit ${from} is XORed into bit ${bit}`).join(', ')}: a load's lanes reach every bank, and no byte is added.`;
    return { strides: unpaddedStrides(move), xor: bits, table: null, why, proved: false };
  },
};

const oddRow: Strategy = {
  name: 'odd-row',
  propose(move) {
    const strides = oddRowStrides(move);
    const why = isSame(strides, unpaddedStrides(move))
      ? 'The inner read block is odd already, or all that there is: no pad is added.'
      : 'One pad makes the inner read block odd, so that neighbouring rows start in different banks.';
    return padded(strides, why);
  },
};

const residue: Strategy = {
  name: 'write-order residue',
  propose: move =>
    padded(
      residueStrides(move),
      'Each stride of the inner write block has the residue of the elements before it, so a load counts through the banks one by one.',
    ),
};

const residueWithoutFirst: Strategy = {
  name: 'without the first read dim',
  propose: move =>
    padded(
      residueStrides(move, move.storeOrder[0]),
      'The residue rule, but the fastest read dimension stays contiguous: its pad would multiply the size.',
    ),
};

const searched: Strategy = {
  name: 'searched',
  propose(move) {
    const found = searchPadding(move, [oddRowStrides(move), residueStrides(move, move.storeOrder[0])]);
    if (found === null) return null;
    const nodes = `${found.nodes} ${found.nodes === 1 ? 'node' : 'nodes'}`;
    const why = found.proved
      ? `Proved minimal in ${nodes}: no padding by whole words with a contiguous first read dimension needs fewer wavefronts, or as many in fewer bytes.`
      : `Best found in ${nodes}; the search was ended before every padding was excluded.`;
    return padded(found.strides, why, found.proved);
  },
};

export const STRATEGIES: ReadonlyMap<string, Strategy> = new Map(
  [none, xor, oddRow, residue, residueWithoutFirst, searched].map(strategy => [strategy.name, strategy]),
);
