/**
 * How a block can lie in shared memory: strategies with one signature, in the order in which equally good ones are
 * preferred.
 */
import type { BlockMove } from './block.ts';
import { colouredTable } from './colouring.ts';
import { type Exchange, exchangeFor } from './exchange.ts';
import type { Placement } from './placement.ts';
import { conflictFreeResidues } from './residues.ts';
import { searchPadding } from './search.ts';
import { oddRowStrides, residueStrides, turnsWords, unpaddedStrides } from './strides.ts';
import { xorBits } from './xor.ts';
import { searchXor } from './xor-search.ts';

export interface Proposal extends Placement {
  /** If it is set, the block does not go through shared memory, and no element has a place there. */
  readonly exchange: Exchange | null;
  /** One sentence that says what the strategy does here, and why. */
  readonly why: string;
  /** Whether it is proved that no padding costs less. */
  readonly proved: boolean;
}

export interface Strategy {
  readonly name: string;
  /** Null if the strategy has no layout for such a block. */
  propose(move: BlockMove): Proposal | null;
}

const PLAIN = { xor: [], table: null, exchange: null, proved: false };

const padded = (strides: readonly number[], why: string): Proposal => ({ ...PLAIN, strides, why });
const isSame = (a: readonly number[], b: readonly number[]): boolean => a.every((n, i) => n === b[i]);

const none: Strategy = {
  name: 'none',
  propose: move => padded(unpaddedStrides(move), 'The block lies as it is read, without a gap.'),
};

const xor: Strategy = {
  name: 'xor',
  propose(move) {
    const exact = xorBits(move);
    const { bits, tried } = exact === null ? searchXor(move) : { bits: exact, tried: 0 };
    const formula = bits.map(({ bit, from }) => `bit ${bit} ^= bit ${from}`).join(', ');
    const why = exact === null ? triedWords(formula, tried) : exactWords(formula);
    return { ...PLAIN, strides: unpaddedStrides(move), xor: bits, why };
  },
};

const exactWords = (formula: string): string =>
  formula === ''
    ? 'The lanes of both sides already differ in their bank bits, so there is nothing to XOR.'
    : `Of an element's offset, ${formula}: the lanes of both sides reach every bank, and no byte is added.`;

const triedWords = (formula: string, tried: number): string =>
  formula === ''
    ? `Not all extents are powers of two: the best of ${tried} XORs within lines of 128 bytes is to XOR nothing.`
    : `Of an element's offset, ${formula}: not all extents are powers of two, and this is the best of ${tried} XORs within lines of 128 bytes.`;

const oddRow: Strategy = {
  name: 'odd-row',
  propose(move) {
    const strides = oddRowStrides(move);
    const why = isSame(strides, unpaddedStrides(move))
      ? 'The length of the inner read block is odd already, or it is the whole block: no pad is added.'
      : 'One pad makes the length of the inner read block odd, so that neighbouring rows start in different banks.';
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
    const free = conflictFreeResidues(move, 'rows');
    const starts = [oddRowStrides(move), residueStrides(move, move.storeOrder[0])];
    if (free.answer === 'yes') starts.push([...free.strides]);
    // If rows need not be whole words apart, the search has more paddings to try.
    const found = searchPadding(move, starts, free.answer !== 'no' || !turnsWords(move));
    if (found === null) return null;
    const nodes = `${found.nodes} ${found.nodes === 1 ? 'node' : 'nodes'}`;
    const why = found.proved
      ? `Proved minimal in ${nodes}: no padding by whole words with a contiguous first read dimension needs fewer wavefronts, or as many in fewer bytes.`
      : `Best found in ${nodes}; the search was stopped before it had excluded every other padding.`;
    return { ...padded(found.strides, why), proved: found.proved };
  },
};

const table: Strategy = {
  name: 'table',
  propose: move => ({
    ...PLAIN,
    strides: unpaddedStrides(move),
    table: colouredTable(move),
    why: 'Each element has a bank that no other element has which is stored or loaded together with it. Such a table always exists (König, 1916), but no formula gives the place: it is looked up.',
  }),
};

const registerExchange: Strategy = {
  name: 'register exchange',
  propose(move) {
    const exchange = exchangeFor(move);
    if (exchange === null) return null;
    const { lines, skinny, shuffles } = exchange;
    const why = `The ${skinny}’s fastest dimension has only ${lines} elements: a warp reads ${lines} lines, its lanes exchange elements (${shuffles} ${shuffles === 1 ? 'shuffle' : 'shuffles'}), and it writes ${lines} whole lines, without shared memory.`;
    return { ...PLAIN, strides: [], exchange, why };
  },
};

export const STRATEGIES: ReadonlyMap<string, Strategy> = new Map(
  [none, xor, oddRow, residue, residueWithoutFirst, searched, table, registerExchange].map(strategy => [
    strategy.name,
    strategy,
  ]),
);
