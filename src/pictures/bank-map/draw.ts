/** Bank map: shared memory as lines of 32 words, a column per bank; above it what each bank has to serve. */
import { BANKS, LINE_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import { byteAddressOf, type Cell, type TileLayout } from '../../model/layout/tile-layout.ts';
import { bankOf } from '../address-text.ts';
import type { BankMapRecords, Request } from '../records.ts';
import { bankHits, isCurrent, isFaint, wordCells } from '../requests/bank-hits.ts';
import { cornerFlag, predictedRing } from '../requests/difference-marks.ts';
import { laneDifferences } from '../requests/lane-differences.ts';
import { drawBankNumbers } from '../scene/axis.ts';
import { type PicturePen, picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneBuilder } from '../scene/scene-builder.ts';
import { degreeFill } from '../theme.ts';
import { type Box, isPinned, type PictureView } from '../view.ts';
import {
  BARS_PX,
  BARS_TOP_PX,
  type BankMapFrame,
  type BankMapPen,
  bankBox,
  bankMapFrame,
  elementBox,
  FULL_SCALE,
  LINES_Y_PX,
  STRIP_PX,
  STRIP_Y_PX,
  wordBox,
} from './frame.ts';

const TICKS_PX = 14;

export function bankMapScene(records: BankMapRecords, view: PictureView): Scene {
  const frame = bankMapFrame(records, view);
  const hits = bankHits(records.request);
  const pen: BankMapPen = { ...picturePen(records, frame, view), hits };
  const { scene } = pen;
  drawBars(pen);
  scene.layer().grid({
    grid: wordCells(frame.lines, frame.block, view, hits),
    x: frame.x,
    y: LINES_Y_PX,
    pitchX: frame.pitchX,
    pitchY: frame.pitchY * frame.block,
    gapX: frame.gapX,
    gapY: frame.gapY,
  });
  drawPadding(pen, records.layout);
  drawHits(pen);
  scene.layer();
  drawDifferences(pen);
  drawHighlight(pen);
  scene.layer();
  drawAxes(pen);
  const width = Math.max(view.width, frame.x + BANKS * frame.pitchX);
  return scene.finish(width, LINES_Y_PX + frame.lines * frame.pitchY + TICKS_PX * view.textScale);
}

function drawBars({ scene, frame, theme, hits }: BankMapPen): void {
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

/** Words that hold only padding and that no lane touches. A word shared by padding and data counts as data. */
function drawPadding({ scene, frame, theme, hits: { words } }: BankMapPen, layout: TileLayout | null): void {
  if (layout === null || frame.pitchY < 1.5 || layout.pitchElements === layout.columns) return;
  for (let row = 0; row < layout.rows; row++) {
    const start = layout.baseBytes + (row * layout.pitchElements + layout.columns) * layout.elementBytes;
    const end = layout.baseBytes + (row + 1) * layout.pitchElements * layout.elementBytes;
    for (let word = Math.ceil(start / WORD_BYTES); (word + 1) * WORD_BYTES <= end; word++)
      if (word < frame.lines * BANKS && !words.has(word))
        scene.hatch(wordBox(frame, word), theme.page, theme.ink3, frame.pitchY < 8 ? 3 : 4);
  }
}

function drawHighlight(pen: BankMapPen): void {
  const { frame, theme, view, hits } = pen;
  const { layout } = pen.records;
  const { selection, highlight } = view;
  const fillOf = (cell: Cell): string => {
    const hit = hits.words.get(Math.floor(byteAddressOf(layout!, cell.row, cell.column) / WORD_BYTES));
    return hit === undefined ? theme.cellIdle : degreeFill(theme, hit.degree);
  };
  const pinned = selection === null ? null : elementBox(frame, layout, selection);
  if (selection !== null && pinned !== null) pinnedRing(pen, pinned, fillOf(selection));
  if (highlight === null || isPinned(highlight, selection)) return;
  if (highlight.cell === null) {
    if (highlight.bank !== null) hoverRing(pen, bankBox(frame, highlight.bank), undefined, { bank: highlight.bank });
    return;
  }
  const box = elementBox(frame, layout, highlight.cell);
  if (box === null) return;
  const address = byteAddressOf(layout!, highlight.cell.row, highlight.cell.column);
  hoverRing(pen, box, fillOf(highlight.cell), { bank: bankOf(address), address });
}

function drawAxes(pen: BankMapPen): void {
  const { scene, frame, theme, textScale } = pen;
  const ink = theme.ink3;
  const bottom = LINES_Y_PX + frame.lines * frame.pitchY;
  const right = frame.x + BANKS * frame.pitchX + 5;
  // The two ends of the bars' scale are closer than two lines of large text: they part.
  const apart = 4 * (textScale - 1);
  scene.text(frame.x - 5, BARS_TOP_PX + 7.5 * textScale - apart, `${FULL_SCALE}`, ink, { anchor: 'end' });
  scene.text(frame.x - 5, BARS_TOP_PX + BARS_PX + 1 + apart, '0', ink, { anchor: 'end' });
  drawBankNumbers(pen, { x: frame.x, pitch: frame.pitchX, gap: frame.gapX }, bottom);
  scene.text(right, LINES_Y_PX + 7 * textScale, addressText(0), ink, { mono: true });
  const last = addressText((frame.lines - 1) * LINE_BYTES);
  if (frame.lines > 1) scene.text(right, Math.max(bottom, LINES_Y_PX + 18 * textScale), last, ink, { mono: true });
}

// Marks on the words of a request: outline, current wavefront, lanes that share the word.

const OUTLINED_LINE_PX = 8;

/** Underline that stands for an outline where lines are thin. */
function underline(scene: SceneBuilder, box: Box, ink: string): void {
  const y = box.y + box.height;
  scene.line([box.x, y], [box.x + box.width, y], ink, { width: 0.8 });
}

function drawHits({ scene, frame, theme, view: { playhead }, hits }: BankMapPen): void {
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

export const inset = (box: Box, by: number): Box => ({
  x: box.x + by,
  y: box.y + by,
  width: box.width - 2 * by,
  height: box.height - 2 * by,
});

const DOT_PITCH_PX = 2.6;

/** One dot per lane that shares the word, as many as fit. */
export function drawExtraLanes(scene: SceneBuilder, box: Box, lanes: number, ink: string): void {
  const shown = Math.min(lanes, Math.floor((box.width - 1) / DOT_PITCH_PX));
  if (box.height < 2) return;
  const first = box.x + box.width / 2 - ((shown - 1) * DOT_PITCH_PX) / 2;
  for (let i = 0; i < shown; i++) scene.dot(first + i * DOT_PITCH_PX, box.y + box.height / 2, 0.9, ink);
}

// Marks differences on the bank map: predicted words with a dashed outline, emulated words with a flag.

/** Pen of any picture by banks. */
type DifferencesPen = PicturePen<BankMapFrame, Pick<BankMapRecords, 'request' | 'predicted'>>;

export function drawDifferences(pen: DifferencesPen): void {
  const { frame } = pen;
  const { request, predicted = null } = pen.records;
  const differing = new Set(laneDifferences(request, predicted).map(({ lane }) => lane));
  if (differing.size === 0) return;
  for (const word of wordsOf(predicted, differing, frame)) predictedRing(pen, markBox(frame, word));
  for (const word of wordsOf(request, differing, frame)) cornerFlag(pen, markBox(frame, word));
}

const markBox = (frame: BankMapFrame, word: number): Box => ({
  ...wordBox(frame, word),
  height: frame.block * frame.pitchY - frame.gapY,
});

/** Words that lanes access; a block of lines is drawn as one line, so it counts as its first line. */
function wordsOf(request: Request | null, lanes: ReadonlySet<number>, frame: BankMapFrame): Set<number> {
  const hits = request?.cost.hits.filter(hit => lanes.has(hit.lane) && hit.wordAddress < frame.lines * BANKS);
  const blockWords = frame.block * BANKS;
  return new Set(hits?.map(hit => Math.floor(hit.wordAddress / blockWords) * blockWords + hit.bank));
}
