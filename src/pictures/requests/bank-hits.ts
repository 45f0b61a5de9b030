/** A request seen from the banks: which words it touches, and how busy each bank is. */
import { BANKS, WORD_BYTES } from '../../base/hardware.ts';
import type { Request } from '../records.ts';
import { type CellGrid, UNTAGGED } from '../scene/scene.ts';
import { blend, DEGREES, degreeFill, type Theme } from '../theme.ts';
import type { PictureView } from '../view.ts';

export interface WordState {
  /** First lane on the word. */
  readonly lane: number;
  /** Lanes on the word in its phase, that one included. */
  readonly lanesOnWord: number;
  /** Distinct words of its bank in its phase. */
  readonly degree: number;
  readonly wavefront: number;
}

export interface BankHits {
  readonly words: ReadonlyMap<number, WordState>;
  /** For each bank: distinct words in the phase that has most of them. */
  readonly worstDegree: Uint8Array;
  readonly wavefronts: number;
}

export function bankHits(request: Request | null): BankHits {
  const words = new Map<number, WordState>();
  const worstDegree = new Uint8Array(BANKS);
  if (request === null) return { words, worstDegree, wavefronts: 0 };
  const { cost } = request;
  for (const phase of cost.phases)
    for (let bank = 0; bank < BANKS; bank++) worstDegree[bank] = Math.max(worstDegree[bank], phase.wordsPerBank[bank]);
  for (const hit of cost.hits) {
    if (words.has(hit.wordAddress)) continue;
    const degree = cost.phases[hit.phase].wordsPerBank[hit.bank];
    words.set(hit.wordAddress, { lane: hit.lane, lanesOnWord: hit.lanesOnWord, degree, wavefront: hit.wavefront });
  }
  return { words, worstDegree, wavefronts: cost.wavefronts };
}

const PENDING_OPACITY = 0.28;

/** Whether the playhead has passed a wavefront. */
export const isServed = (wavefront: number, playhead: number): boolean => wavefront < playhead;

/** Blended, not transparent: a pending hit must not look lighter than an idle cell. */
export const pendingFill = (theme: Theme, degree: number): string =>
  blend(theme.cellIdle, degreeFill(theme, degree), PENDING_OPACITY);

/** Palette of a picture by degree: idle, then slate and the ramp served, then both pending. */
export const degreePalette = (theme: Theme): string[] => [
  theme.cellIdle,
  ...DEGREES.map(degree => degreeFill(theme, degree)),
  ...DEGREES.map(degree => pendingFill(theme, degree)),
];

/** Index into `degreePalette`; degree >= 1. */
export const degreeIndex = (degree: number, served: boolean): number =>
  Math.min(DEGREES.length, 1 + Math.floor(Math.log2(degree))) + (served ? 0 : DEGREES.length);

/** Colours of the words that no lane touches: indices into a palette that begins with `degreePalette`. */
export interface WordGround {
  readonly palette: readonly string[];
  /** Fill by row and bank. */
  readonly fill: Uint8Array;
}

const emptyWords = (rows: number, block: number, { palette, fill }: WordGround) => ({
  columns: BANKS,
  rows,
  palette,
  fill: fill.slice(),
  opacity: null,
  lane: new Int8Array(rows * BANKS).fill(UNTAGGED),
  bank: Int8Array.from({ length: rows * BANKS }, (_, i) => i % BANKS),
  address: Float64Array.from(
    { length: rows * BANKS },
    (_, i) => (Math.floor(i / BANKS) * block * BANKS + (i % BANKS)) * WORD_BYTES,
  ),
});

/** Lines × banks; a block of lines is one row, in the colour of its worst word. */
export function wordCells(
  lines: number,
  block: number,
  { theme, playhead }: PictureView,
  hits: BankHits,
  ground: WordGround | null = null,
): CellGrid {
  const rows = Math.ceil(lines / block);
  const idle = { palette: degreePalette(theme), fill: new Uint8Array(rows * BANKS) };
  const grid = emptyWords(rows, block, ground ?? idle);
  const worst = new Uint8Array(rows * BANKS);
  for (const [wordAddress, hit] of hits.words) {
    const line = Math.floor(wordAddress / BANKS);
    const at = Math.floor(line / block) * BANKS + (wordAddress % BANKS);
    if (line >= lines || hit.degree <= worst[at]) continue;
    worst[at] = hit.degree;
    grid.fill[at] = degreeIndex(hit.degree, isServed(hit.wavefront, playhead));
    grid.lane[at] = hit.lane;
    grid.address[at] = wordAddress * WORD_BYTES;
  }
  return grid;
}

/** Whether a wavefront is the one that the playhead stands on; a lone wavefront needs no mark. */
export const isCurrent = (wavefront: number, playhead: number, wavefronts: number): boolean =>
  wavefronts > 1 && wavefront === Math.ceil(playhead) - 1;

/** Degrees whose fill is faint on idle cells by design: they need an outline as well. */
export const isFaint = (degree: number): boolean => degree > 1 && degree < 8;
