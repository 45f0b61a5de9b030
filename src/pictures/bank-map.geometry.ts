/** Bank map: shared memory as lines of 32 words, a column per bank; above it what each bank has to serve. */
import { byteAddressOf, type Cell, cellAt, sizeBytes, type TileLayout } from '../model/layout/tile-layout.ts';
import { BANKS, bankOf, hex, LINE_BYTES, WORD_BYTES } from './address-text.ts';
import { type BankHits, bankHits, isCurrent, isFaint, wordCells } from './bank-hits.ts';
import { bankPitch, LEFT_PX, ticks } from './grid-frame.ts';
import type { BankMapRecords } from './records.ts';
import { bytesPerLane, isActive } from './request-cells.ts';
import { hoverRing, pinnedRing } from './rings.ts';
import type { Scene } from './scene.ts';
import { SceneBuilder } from './scene-builder.ts';
import { degreeFill } from './theme.ts';
import { type Box, isPinned, type PictureView } from './view.ts';

const BARS_TOP_PX = 4;
/** Height of a bar of 32; the scale is the same in every picture. */
const BARS_PX = 22;
const FULL_SCALE = 32;
const STRIP_Y_PX = BARS_TOP_PX + BARS_PX + 2;
const STRIP_PX = 5;
const LINES_Y_PX = STRIP_Y_PX + STRIP_PX + 3;
const TICKS_PX = 14;
/** Lines together, however many there are. */
const LINES_PX = 110;
const GREATEST_LINE_PX = 10;

export interface BankMapFrame {
  readonly x: number;
  readonly pitchX: number;
  readonly lines: number;
  readonly pitchY: number;
  readonly gapX: number;
  readonly gapY: number;
  /** Lines per drawn block; the worst degree of a block wins. */
  readonly block: number;
}

export type BankTarget =
  | { readonly kind: 'bank'; readonly bank: number }
  | { readonly kind: 'word'; readonly wordAddress: number };

/** Lines that the tile and the request reach, from address 0. */
export function lineCountOf({ layout, request, lineCount }: BankMapRecords): number {
  if (lineCount !== null) return Math.max(1, lineCount);
  let end = layout === null ? 0 : layout.baseBytes + sizeBytes(layout);
  const access = request?.access;
  for (let lane = 0; access !== undefined && lane < BANKS; lane++)
    if (isActive(access, lane)) end = Math.max(end, access.address[lane] + bytesPerLane(access));
  return Math.max(1, Math.ceil(end / LINE_BYTES));
}

export function bankMapFrame(records: BankMapRecords, view: PictureView): BankMapFrame {
  const lines = lineCountOf(records);
  const pitchX = Math.max(4, bankPitch(view.width));
  const pitchY = Math.min(GREATEST_LINE_PX, Math.min(view.maxHeight, LINES_PX) / lines);
  return {
    x: LEFT_PX,
    pitchX,
    lines,
    pitchY,
    gapX: pitchX >= 6 ? 1 : 0,
    // Lines are thinner than cells are wide: a thinner gap keeps them apart.
    gapY: pitchY >= 6 ? 1 : pitchY >= 3 ? 0.67 : 0,
    block: pitchY >= 2 ? 1 : Math.ceil(2 / pitchY),
  };
}

export function bankMapHit(records: BankMapRecords, view: PictureView, px: number, py: number): BankTarget | null {
  const frame = bankMapFrame(records, view);
  const bank = Math.floor((px - frame.x) / frame.pitchX);
  if (bank < 0 || bank >= BANKS || py < BARS_TOP_PX) return null;
  if (py < LINES_Y_PX) return { kind: 'bank', bank };
  const line = Math.floor((py - LINES_Y_PX) / frame.pitchY);
  return line < frame.lines ? { kind: 'word', wordAddress: line * BANKS + bank } : null;
}

/** The drawn box of words that follow each other on one line. */
export function wordBox(frame: BankMapFrame, wordAddress: number, words = 1): Box {
  const bank = wordAddress % BANKS;
  return {
    x: frame.x + bank * frame.pitchX,
    y: LINES_Y_PX + Math.floor(wordAddress / BANKS) * frame.pitchY,
    width: Math.min(words, BANKS - bank) * frame.pitchX - frame.gapX,
    height: frame.pitchY - frame.gapY,
  };
}

export const bankBox = (frame: BankMapFrame, bank: number): Box => ({
  x: frame.x + bank * frame.pitchX,
  y: STRIP_Y_PX,
  width: frame.pitchX - frame.gapX,
  height: LINES_Y_PX - STRIP_Y_PX + frame.lines * frame.pitchY,
});

/** Box of an element's words, null where the element lies outside the lines. */
export function elementBox(frame: BankMapFrame, layout: TileLayout | null, cell: Cell): Box | null {
  if (layout === null || cell.row >= layout.rows || cell.column >= layout.columns) return null;
  const word = Math.floor(byteAddressOf(layout, cell.row, cell.column) / WORD_BYTES);
  if (Math.floor(word / BANKS) >= frame.lines) return null;
  return wordBox(frame, word, Math.max(1, layout.elementBytes / WORD_BYTES));
}

export function bankMapScene(records: BankMapRecords, view: PictureView): Scene {
  const frame = bankMapFrame(records, view);
  const hits = bankHits(records.request);
  const scene = new SceneBuilder();
  drawBars(scene, frame, view, hits);
  scene.layer().grid({
    grid: wordCells(frame.lines, frame.block, view, hits),
    x: frame.x,
    y: LINES_Y_PX,
    pitchX: frame.pitchX,
    pitchY: frame.pitchY * frame.block,
    gapX: frame.gapX,
    gapY: frame.gapY,
  });
  drawPadding(scene, frame, records.layout, view);
  drawHits(scene, frame, view, hits);
  scene.layer();
  drawHighlight(scene, frame, records, view, hits);
  scene.layer();
  drawAxes(scene, frame, view);
  const width = Math.max(view.width, frame.x + BANKS * frame.pitchX);
  return scene.finish(width, LINES_Y_PX + frame.lines * frame.pitchY + TICKS_PX);
}

function drawBars(scene: SceneBuilder, frame: BankMapFrame, { theme }: PictureView, hits: BankHits): void {
  const bottom = BARS_TOP_PX + BARS_PX;
  for (let bank = 0; bank < BANKS; bank++) {
    const x = frame.x + bank * frame.pitchX;
    const width = frame.pitchX - frame.gapX;
    const degree = hits.worstDegree[bank];
    // A bar of 1 would be thinner than a pixel: it keeps a height that can be seen.
    const height = degree === 0 ? 1 : Math.max(2, (Math.min(degree, FULL_SCALE) / FULL_SCALE) * BARS_PX);
    const fill = degree === 0 ? theme.line : degreeFill(theme, degree);
    scene.rect({ x, y: bottom - height, width, height }, fill, { bank });
    scene.rect({ x, y: STRIP_Y_PX, width, height: STRIP_PX }, theme.banks[bank], { bank });
  }
}

/** Words that hold padding only; a word shared by padding and data is data. */
function drawPadding(
  scene: SceneBuilder,
  frame: BankMapFrame,
  layout: TileLayout | null,
  { theme }: PictureView,
): void {
  if (layout === null || frame.pitchY < 1.5 || layout.pitchElements === layout.columns) return;
  for (let row = 0; row < layout.rows; row++) {
    const start = layout.baseBytes + (row * layout.pitchElements + layout.columns) * layout.elementBytes;
    const end = layout.baseBytes + (row + 1) * layout.pitchElements * layout.elementBytes;
    for (let word = Math.ceil(start / WORD_BYTES); (word + 1) * WORD_BYTES <= end; word++)
      if (word < frame.lines * BANKS)
        scene.hatch(wordBox(frame, word), theme.page, theme.ink3, frame.pitchY < 8 ? 3 : 4);
  }
}

const OUTLINED_LINE_PX = 8;

/** What is left of an outline where lines are thin. */
function underline(scene: SceneBuilder, box: Box, ink: string): void {
  const y = box.y + box.height;
  scene.line([box.x, y], [box.x + box.width, y], ink, { width: 0.8 });
}

function drawHits(scene: SceneBuilder, frame: BankMapFrame, { theme, playhead }: PictureView, hits: BankHits): void {
  for (const [wordAddress, hit] of hits.words) {
    const box = wordBox(frame, wordAddress);
    const current = isCurrent(hit.wavefront, playhead, hits.wavefronts);
    if (current || frame.pitchY >= OUTLINED_LINE_PX)
      scene.ring(
        inset(box, current ? -0.5 : 0.65),
        1,
        { stroke: theme.ink, width: current ? 1.6 : 1.3 },
        {
          lane: hit.lane,
          bank: wordAddress % BANKS,
          address: wordAddress * WORD_BYTES,
        },
      );
    else if (isFaint(hit.degree)) underline(scene, box, theme.ink3);
    drawExtraLanes(scene, box, hit.lanesOnWord - 1, theme.label);
  }
}

const inset = (box: Box, by: number): Box => ({
  x: box.x + by,
  y: box.y + by,
  width: box.width - 2 * by,
  height: box.height - 2 * by,
});

const DOT_PITCH_PX = 2.6;

/** One dot per lane that shares the word, as many as fit. */
function drawExtraLanes(scene: SceneBuilder, box: Box, lanes: number, ink: string): void {
  const shown = Math.min(lanes, Math.floor((box.width - 1) / DOT_PITCH_PX));
  if (box.height < 2) return;
  const first = box.x + box.width / 2 - ((shown - 1) * DOT_PITCH_PX) / 2;
  for (let i = 0; i < shown; i++) scene.dot(first + i * DOT_PITCH_PX, box.y + box.height / 2, 0.9, ink);
}

function drawHighlight(
  scene: SceneBuilder,
  frame: BankMapFrame,
  { layout }: BankMapRecords,
  view: PictureView,
  hits: BankHits,
): void {
  const { theme, selection, highlight } = view;
  const fillOf = (cell: Cell): string => {
    const hit = hits.words.get(Math.floor(byteAddressOf(layout!, cell.row, cell.column) / WORD_BYTES));
    return hit === undefined ? theme.cellIdle : degreeFill(theme, hit.degree);
  };
  const pinned = selection === null ? null : elementBox(frame, layout, selection);
  if (selection !== null && pinned !== null) pinnedRing(scene, theme, pinned, fillOf(selection));
  if (highlight === null || isPinned(highlight, selection)) return;
  if (highlight.cell === null) {
    if (highlight.bank !== null)
      hoverRing(scene, theme, bankBox(frame, highlight.bank), undefined, { bank: highlight.bank });
    return;
  }
  const box = elementBox(frame, layout, highlight.cell);
  if (box === null) return;
  const address = byteAddressOf(layout!, highlight.cell.row, highlight.cell.column);
  hoverRing(scene, theme, box, fillOf(highlight.cell), { bank: bankOf(address), address });
}

function drawAxes(scene: SceneBuilder, frame: BankMapFrame, { theme }: PictureView): void {
  const ink = theme.ink3;
  const bottom = LINES_Y_PX + frame.lines * frame.pitchY;
  const right = frame.x + BANKS * frame.pitchX + 5;
  scene.text(frame.x - 5, BARS_TOP_PX + 7.5, `${FULL_SCALE}`, ink, { anchor: 'end' });
  scene.text(frame.x - 5, BARS_TOP_PX + BARS_PX + 1, '0', ink, { anchor: 'end' });
  for (const bank of ticks(BANKS, Math.min(frame.pitchX, 13), 22)) {
    const x = frame.x + bank * frame.pitchX + (frame.pitchX - frame.gapX) / 2;
    scene.text(x, bottom + 11, `${bank}`, ink, { anchor: 'middle' });
  }
  scene.text(right, LINES_Y_PX + 7, hex(0), ink, { mono: true });
  const last = hex((frame.lines - 1) * LINE_BYTES);
  if (frame.lines > 1) scene.text(right, Math.max(bottom, LINES_Y_PX + 18), last, ink, { mono: true });
}

/** Element at a word: the first that begins in it, or covers it. */
export const cellOfWord = (layout: TileLayout | null, wordAddress: number): Cell | 'pad' | null =>
  layout === null ? null : cellAt(layout, wordAddress * WORD_BYTES);
