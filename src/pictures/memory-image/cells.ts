/** Words of a shared memory image by what lies in them: alternate slices, padding, or nothing of the block. */
import { BANKS, WORD_BYTES } from '../../base/hardware.ts';
import { elementsOf } from '../../model/permute/block.ts';
import { placesOf } from '../permute/block-elements.ts';
import type { PermutedBlock } from '../permute/records.ts';
import { degreePalette, type WordGround } from '../requests/bank-hits.ts';
import { NO_FILL } from '../scene/scene.ts';
import type { Theme } from '../theme.ts';
import { slowestMode } from './frame.ts';

/** States of a word that is in no slice. Slices are 0 and 1. */
export const PADDING = 254;
export const OUTSIDE = 255;

export interface ImageWords {
  /** State of each word from address 0: parity of its slice, `PADDING` or `OUTSIDE`. */
  readonly state: Uint8Array;
  /** First word of every slice. */
  readonly sliceStart: readonly number[];
}

/** A word shared by padding and data is data; one that is shared by two slices belongs to the first. */
export function imageWords(block: PermutedBlock, lines: number): ImageWords {
  const { move, layout, baseBytes } = block;
  const state = new Uint8Array(lines * BANKS).fill(OUTSIDE);
  const places = placesOf(move, layout);
  const mode = slowestMode(block);
  if (places === null) return { state, sliceStart: [] };
  const slices = mode === null ? 1 : move.modes[mode].extent;
  const perSlice = elementsOf(move.modes) / slices;
  const wordAt = (byte: number): number => Math.floor((baseBytes + byte) / WORD_BYTES);
  state.fill(PADDING, wordAt(0), wordAt(layout.sharedBytes + WORD_BYTES - 1));
  const sliceStart = Array.from({ length: slices }, () => Number.POSITIVE_INFINITY);
  places.elementIn.forEach((element, place) => {
    if (element < 0) return;
    const slice = Math.floor(element / perSlice);
    const first = wordAt(place * move.elementBytes);
    const end = Math.max(first + 1, wordAt((place + 1) * move.elementBytes));
    for (let word = first; word < end; word++) if (state[word] >= PADDING) state[word] = slice % 2;
    sliceStart[slice] = Math.min(sliceStart[slice], first);
  });
  return { state, sliceStart };
}

/** A block of lines has the colour of its first word that holds anything. */
export function wordGround({ state }: ImageWords, lines: number, block: number, theme: Theme): WordGround {
  const palette = [...degreePalette(theme), theme.cellAlt];
  const colours = [0, palette.length - 1];
  const fill = new Uint8Array(Math.ceil(lines / block) * BANKS).fill(NO_FILL);
  for (let word = state.length - 1; word >= 0; word--) {
    const line = Math.floor(word / BANKS);
    if (state[word] < PADDING) fill[Math.floor(line / block) * BANKS + (word % BANKS)] = colours[state[word]];
  }
  return { palette, fill };
}

/** Words of padding that follow each other on one line. */
export function paddingRuns({ state }: ImageWords, touched: ReadonlySet<number>): { word: number; words: number }[] {
  const runs: { word: number; words: number }[] = [];
  for (let word = 0; word < state.length; word++) {
    if (state[word] !== PADDING || touched.has(word)) continue;
    const last = runs.at(-1);
    if (last !== undefined && last.word + last.words === word && word % BANKS !== 0) last.words++;
    else runs.push({ word, words: 1 });
  }
  return runs;
}
