/** The ways to move a tensor, the first being the one the others are told apart from. */
import type { KernelVariant } from '../kernel.ts';

export const variants = [
  {
    id: 'none',
    title: 'No padding',
    summary: 'The block lies in shared memory as it is read: stores run side by side, loads may meet in few banks.',
  },
  {
    id: 'xor',
    title: 'XOR',
    summary: 'Bank bits are XORed with higher bits of the offset: no byte is added.',
  },
  {
    id: 'odd-row',
    title: 'Odd row',
    summary:
      'One pad makes the length of the inner read block odd, so that neighbouring rows start in different banks.',
  },
  {
    id: 'residue',
    title: 'Write-order residue',
    summary: 'Each stride of the inner write block has the residue that lets a load count through the banks.',
  },
  {
    id: 'residue-spared',
    title: 'Residue, first read dim spared',
    summary: 'The residue rule, but the fastest read dimension stays contiguous.',
  },
  {
    id: 'searched',
    title: 'Searched',
    summary: 'The padding that costs the fewest wavefronts, then the fewest bytes.',
  },
  {
    id: 'table',
    title: 'Position table',
    summary: 'Every element has a place of its own, looked up: no conflict on either side, no formula.',
  },
  {
    id: 'yours',
    title: 'Your pads',
    summary: 'The strides that the pads you type give.',
  },
  {
    id: 'register-exchange',
    title: 'Register exchange',
    summary: 'Lanes of a warp exchange elements, and shared memory stays out of it.',
  },
  {
    id: 'rows',
    title: 'Whole rows',
    summary: 'The fastest dimension stays fastest: rows are copied as they are.',
  },
  {
    id: 'rows-v',
    title: 'Rows in blocks',
    summary: 'Rows that are neighbours on either side are moved together, sixteen bytes at a time.',
  },
  {
    id: 'rows-odd',
    title: 'Rows of odd lengths',
    summary:
      'Rows that no vector divides: sixteen aligned bytes are written, put together from words of one row or of two.',
  },
  {
    id: 'tile',
    title: 'Tile',
    summary: 'The fastest dimensions of input and output make a square tile, as in a transpose.',
  },
  {
    id: 'tile-v',
    title: 'Tile of vectors',
    summary: 'Sixteen bytes at a time on both sides: squares of elements are turned in registers.',
  },
  {
    id: 'tile-bulk',
    title: 'Tile by the copy engine',
    summary:
      'Squares are turned on their way into shared memory, and the copy engine writes whole columns of large blocks.',
  },
  {
    id: 'tile-odd',
    title: 'Tile of odd lengths',
    summary: 'For extents that no vector divides: rows are loaded by words, and columns written by sixteen bytes.',
  },
  {
    id: 'tile-short',
    title: 'Tile with a short side',
    summary:
      'For pixels of three channels and the like: a box takes more dimensions until both sides have long runs, and elements are gathered one by one.',
  },
  {
    id: 'pad-not-used',
    title: 'Pad not used',
    summary: 'Known wrong: the odd row pays for its pad and stores with it, but loads as if there were none.',
    mustFail: 'uninitialisedRead',
  },
  {
    id: 'missing-barrier',
    title: 'Missing barrier',
    summary: 'Known wrong: no __syncthreads(), so elements are loaded while others still store them.',
    mustFail: 'race',
  },
  {
    id: 'tile-v-no-barrier',
    title: 'Tile of vectors, no barrier',
    summary: 'Known wrong: a tile of vectors whose squares are loaded while others still store their rows.',
    mustFail: 'race',
  },
  {
    id: 'tile-short-no-barrier',
    title: 'Tile with a short side, no barrier',
    summary: 'Known wrong: a box whose elements are gathered while others still store them.',
    mustFail: 'race',
  },
  {
    id: 'tile-bulk-no-fence',
    title: 'Tile by the copy engine, no fence',
    summary: 'Known wrong: the copy engine is not shown what threads have stored.',
    mustFail: 'missingFence',
  },
  {
    id: 'tile-odd-not-cut',
    title: 'Tile of odd lengths, not cut',
    summary: 'Known wrong: columns are written as if every one began where a sector does.',
    mustFail: 'misaligned',
  },
  {
    id: 'rows-odd-not-cut',
    title: 'Rows of odd lengths, not cut',
    summary: 'Known wrong: what lies behind a row is taken for the next one, where a vector holds its end.',
    mustFail: 'wrongAnswer',
  },
  {
    id: 'rows-v-no-ends',
    title: 'Rows in blocks, no ends',
    summary: 'Known wrong: rows in blocks as if every block were whole, where the last one is shorter.',
    mustFail: 'outOfBounds',
  },
] as const satisfies readonly KernelVariant[];

export type PermuteVariant = (typeof variants)[number]['id'];

/** Strategies of the plan, by the variant that moves as they lay. */
export const STRATEGY_OF = {
  none: 'none',
  xor: 'xor',
  'odd-row': 'odd-row',
  residue: 'write-order residue',
  'residue-spared': 'without the first read dim',
  searched: 'searched',
  table: 'table',
  'register-exchange': 'register exchange',
} as const satisfies Partial<Record<PermuteVariant, string>>;

/** What measured times call a move: a strategy of the plan, or a variant without a block. */
export const moveWords = (name: string): { readonly title: string; readonly summary: string } =>
  variants.find(({ id }) => id === name || (STRATEGY_OF as Readonly<Record<string, string>>)[id] === name) ?? {
    title: name,
    summary: '',
  };

/** Variants that `block.cu` runs, given a place for each element. */
export const BLOCK_VARIANTS: readonly PermuteVariant[] = [
  'none',
  'xor',
  'odd-row',
  'residue',
  'residue-spared',
  'searched',
  'table',
  'yours',
];

/** Variants with wide accesses, whose plan is a few words. */
export const WIDE_VARIANTS = [
  ...(['tile-v', 'tile-bulk', 'tile-odd', 'tile-short'] as const),
  ...(['rows-v', 'rows-odd'] as const),
] satisfies readonly PermuteVariant[];

export const SHARED_VARIANTS: readonly PermuteVariant[] = [
  ...BLOCK_VARIANTS,
  'tile',
  'tile-v',
  'tile-bulk',
  'tile-odd',
  'tile-short',
  'pad-not-used',
  'missing-barrier',
  'tile-v-no-barrier',
  'tile-short-no-barrier',
  'tile-bulk-no-fence',
  'tile-odd-not-cut',
];
