/** The toy of the start: 8 lanes read a row or a column of an 8 x 8 tile of words over 8 banks, and the script that it plays. Pure. */
import { assert } from '../../base/assert.ts';
import { WORD_BYTES } from '../../base/hardware.ts';
import { KERNEL_OPENINGS } from '../../gallery/openings.ts';
import type { BankModel } from '../../model/banks/bank-model.ts';
import { bankCost } from '../../model/banks/wavefronts.ts';
import { byteAddressOf, type Cell, type TileLayout } from '../../model/layout/tile-layout.ts';
import type { BankQueueRecords } from '../../pictures/bank-queue/frame.ts';
import type { PageLink } from '../../state/page-address.ts';

/** Small enough to count by eye; everything else is as on a GPU. */
export const TOY_SIDE = 8;
const TOY_BANKS: BankModel = { lanes: TOY_SIDE, bankCount: TOY_SIDE, bankBytes: WORD_BYTES };
/** Largest pad: with one more than all banks, the queue would come back. */
export const MOST_PAD = 8;

export interface Toy {
  /** Unused words behind each row, 0 to MOST_PAD. */
  readonly pad: number;
  readonly reads: 'row' | 'column';
  /** Index of the row or column. */
  readonly line: number;
  /** Wavefronts so far, the one under way included. */
  readonly served: number;
  readonly isPlaying: boolean;
  /** While the page shows it for the first time; anything that the visitor does ends that. */
  readonly isScript: boolean;
}

const COLUMN = 5;

/** A row first: all lanes at once. Then the column. */
export const OPENING: Toy = { pad: 0, reads: 'row', line: 2, served: 0, isPlaying: true, isScript: true };

/** The end of the script: what stands where nothing may move. */
export const RESTING: Toy = {
  pad: 0,
  reads: 'column',
  line: COLUMN,
  served: TOY_SIDE,
  isPlaying: false,
  isScript: false,
};

export function recordsOf({ pad, reads, line }: Pick<Toy, 'pad' | 'reads' | 'line'>): BankQueueRecords {
  const layout: TileLayout = {
    rows: TOY_SIDE,
    columns: TOY_SIDE,
    elementBytes: WORD_BYTES,
    pitchElements: TOY_SIDE + pad,
    swizzle: { kind: 'none' },
    baseBytes: 0,
  };
  const cells = Array.from(
    { length: TOY_SIDE },
    (_, lane): Cell => (reads === 'row' ? { row: line, column: lane } : { row: lane, column: line }),
  );
  const addresses = cells.map(({ row, column }) => byteAddressOf(layout, row, column));
  const cost = bankCost({ instruction: 'ld', widthBytes: WORD_BYTES, addresses }, TOY_BANKS);
  assert(cost.ok, cost.ok ? '' : cost.error.message);
  return { layout, model: TOY_BANKS, cells, cost: cost.value };
}

export const tripsOf = (toy: Toy): number => recordsOf(toy).cost.wavefronts;

const FIRST_MS = 600;
const HOLD_MS = 700;
const TRIP_MS = 350;

/** Time from this state to the next one [ms]. */
export const delayOf = (toy: Toy): number =>
  toy.isScript && toy.served === 0 ? FIRST_MS : toy.served === tripsOf(toy) ? HOLD_MS : TRIP_MS;

/** The next state of a toy that plays. */
export function advanced(toy: Toy): Toy {
  if (toy.served < tripsOf(toy)) return { ...toy, served: toy.served + 1 };
  if (toy.isScript && toy.reads === 'row') return { ...toy, reads: 'column', line: COLUMN, served: 1 };
  return { ...toy, isPlaying: false, isScript: false };
}

/** Another tile or request, by the visitor: all of it served at once. */
export function changed(toy: Toy, change: Partial<Pick<Toy, 'pad' | 'reads' | 'line'>>): Toy {
  const next = { ...toy, ...change, isPlaying: false, isScript: false };
  return { ...next, served: tripsOf(next) };
}

/** Play and pause; what has come to its end begins again. */
export const toggled = (toy: Toy): Toy => {
  const isOver = toy.served >= tripsOf(toy);
  return { ...toy, isPlaying: !toy.isPlaying, isScript: false, served: !toy.isPlaying && isOver ? 0 : toy.served };
};

export const padWithin = (pad: number): number => Math.min(MOST_PAD, Math.max(0, Math.round(pad)));

export const tripWords = (trips: number): string => `${trips} ${trips === 1 ? 'trip' : 'trips'}`;

/** 'lane 2 wants word 21: 21 mod 8 = door 5'; of a cell that no lane reads, without the lane. */
export function wordsOf({ layout, model, cells }: BankQueueRecords, { row, column }: Cell): string {
  const word = byteAddressOf(layout, row, column) / WORD_BYTES;
  const lane = cells.findIndex(cell => cell.row === row && cell.column === column);
  const who = lane < 0 ? '' : `lane ${lane} wants `;
  return `${who}word ${word}: ${word} mod ${model.bankCount} = door ${word % model.bankCount}`;
}

/** The transpose of 32 x 32 words, unpadded and padded by as much, at the same row or column. */
export const withThirtyTwo = ({ pad, reads, line }: Toy): PageLink => ({
  to: '/banks/$kernel',
  params: { kernel: 'transpose' },
  search: {
    ...KERNEL_OPENINGS.transpose,
    v: 'tiled,padded',
    pad: `${Math.max(1, pad)}`,
    warp: `${line}`,
    side: reads === 'row' ? 'store' : 'load',
  },
});
