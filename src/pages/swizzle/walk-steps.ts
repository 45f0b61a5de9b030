/** Five states of the page, each a link: from a column read that is 32-way to one without conflicts. */
import { type SwizzleState, swizzleLink } from '../links/swizzle.ts';
import { countedAccess, tilesOf } from './tile-of-state.ts';

export interface WalkStep {
  readonly title: string;
  /** What to see in it. */
  readonly text: string;
  readonly state: SwizzleState;
}

const WORDS: SwizzleState = {
  ...swizzleLink.defaults,
  elementBytes: 4,
  rows: 32,
  columns: 32,
  piece: 'element',
  arranged: 'tile',
  access: 'column-4',
  swizzle: { bits: 0, base: 4, shift: 3 },
  wanted: ['row-16', 'column-16'],
};
const SWIZZLED: Partial<SwizzleState> = { swizzle: { bits: 3, base: 4, shift: 3 } };
const CHUNKS: Partial<SwizzleState> = { piece: 'chunk', access: 'column-16' };

export const WALK: readonly WalkStep[] = [
  {
    title: 'Read a column',
    text: 'All rows of 128 bytes begin at bank 0, so the 32 words of a column share one bank.',
    state: WORDS,
  },
  {
    title: 'Pad each row',
    text: 'One word of padding shifts every row by one bank. It costs 128 bytes, and rows no longer begin at multiples of 16 bytes: no cp.async or ldmatrix of 16 bytes, and no TMA.',
    state: { ...WORDS, pad: 1 },
  },
  {
    title: '128B swizzle instead',
    text: 'The mode XORs the 16-byte chunk with the row. Chunks stay whole, so a column of words reaches one bank of each of the 8 chunks: 8 banks for 32 lanes.',
    state: { ...WORDS, ...SWIZZLED },
  },
  {
    title: 'Read 16 bytes a lane',
    text: 'Wide loads are served 8 lanes at a time. Without a swizzle the 8 chunks of a phase lie on the same four banks.',
    state: { ...WORDS, ...CHUNKS },
  },
  {
    title: 'Both together',
    text: 'The 8 chunks of a phase lie in 8 different places of their lines: all 32 banks, once. No byte is added, and TMA can write this layout.',
    state: { ...WORDS, ...SWIZZLED, ...CHUNKS },
  },
];

/** The worst phase of the access that a step draws: 1 = no conflict. */
export function waysOf({ state }: WalkStep): number {
  const { after } = countedAccess(tilesOf(state), state, state.access);
  return after.ok ? after.value.ways : Number.NaN;
}
