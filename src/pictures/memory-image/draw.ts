/** Shared memory image: lines of 32 words as the block lies in them, its slices in two greys, the chosen request outlined. */
import { BANKS, WORD_BYTES } from '../../base/hardware.ts';
import { drawDifferences, drawExtraLanes, inset } from '../bank-map/draw.ts';
import { type BankMapFrame, bankBox, STRIP_PX, wordBox, wordPlace } from '../bank-map/frame.ts';
import { wordsOf } from '../padding-schedule/rows.ts';
import { elementAddress } from '../permute/block-element-text.ts';
import type { MemoryImageRecords } from '../permute/records.ts';
import type { Request } from '../records.ts';
import { bankHits, isCurrent, wordCells } from '../requests/bank-hits.ts';
import { laneText } from '../requests/request-cells.ts';
import { drawBankNumbers } from '../scene/axis.ts';
import { outlinePath } from '../scene/outline.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import { textPx } from '../scene/text-metrics.ts';
import { degreeChip, degreeFill } from '../theme.ts';
import { type Box, isPinned, type PictureView } from '../view.ts';
import { type ImageWords, imageWords, paddingRuns, wordGround } from './cells.ts';
import { type MemoryImagePen, memoryImageFrame, STRIP_Y_PX, sliceName } from './frame.ts';

const TICKS_PX = 14;
/** Thinner lines would be all outline. */
const OUTLINED_LINE_PX = 4;

export function memoryImageScene(records: MemoryImageRecords, view: PictureView): Scene {
  const { block, request } = records;
  const frame = memoryImageFrame(records, view);
  const hits = bankHits(request);
  const words = imageWords(block, frame.lines);
  const pen: MemoryImagePen = { ...picturePen(records, frame, view), hits };
  const { scene } = pen;
  drawStrip(pen);
  drawWords(pen, words);
  if (block.layout.exchange !== null) drawNothing(pen);
  scene.layer();
  drawRequest(pen);
  drawDifferences(pen);
  drawSliceNames(pen, sliceName(block), words);
  drawBankNumbers(pen, { x: frame.x, pitch: frame.pitchX, gap: frame.gapX }, frame.linesY + frame.lines * frame.pitchY);
  scene.layer();
  drawLaneLabels(pen, touchedLines(request));
  scene.layer();
  drawHighlight(pen);
  const width = Math.max(view.width, frame.x + BANKS * frame.pitchX);
  return scene.finish(width, frame.linesY + frame.lines * frame.pitchY + TICKS_PX * view.textScale);
}

function drawStrip({ scene, frame, theme }: MemoryImagePen): void {
  for (let bank = 0; bank < BANKS; bank++) {
    const box = { x: frame.x + bank * frame.pitchX, y: STRIP_Y_PX, width: frame.pitchX - frame.gapX, height: STRIP_PX };
    scene.rect(box, theme.banks[bank], { bank });
  }
}

function drawWords({ scene, frame, theme, view, hits }: MemoryImagePen, words: ImageWords) {
  scene.grid({
    grid: wordCells(frame.lines, frame.block, view, hits, wordGround(words, frame.lines, frame.block, theme)),
    x: frame.x,
    y: frame.linesY,
    pitchX: frame.pitchX,
    pitchY: frame.pitchY * frame.block,
    gapX: frame.gapX,
    gapY: frame.gapY,
  });
  if (frame.pitchY < 1.5) return;
  for (const { word, words: length } of paddingRuns(words, new Set(hits.words.keys())))
    scene.hatch(wordBox(frame, word, length), theme.page, theme.ink3, frame.pitchY < 8 ? 3 : 4);
}

function drawNothing({ scene, frame, theme, textScale }: MemoryImagePen): void {
  const box = { x: frame.x, y: frame.linesY, width: BANKS * frame.pitchX, height: frame.lines * frame.pitchY };
  scene.ring(box, 2, { stroke: theme.lineStrong, width: 1, dash: [3, 3] });
  const baseline = box.y + Math.max(box.height / 2 + 4, 10) * textScale;
  const style = { anchor: 'middle', size: 11 * textScale } as const;
  scene.text(box.x + box.width / 2, baseline, 'no shared memory: lanes exchange registers', theme.ink3, style);
}

/** One outline round all words of the request; the wavefront at the playhead word by word. */
function drawRequest({ scene, frame, theme, view: { playhead }, hits }: MemoryImagePen): void {
  const inside = [...hits.words].filter(([word]) => Math.floor(word / BANKS) < frame.lines);
  if (frame.pitchY >= OUTLINED_LINE_PX) {
    const cells = inside.map(([word]) => ({ row: Math.floor(word / BANKS), column: word % BANKS }));
    const width = frame.pitchY >= 8 ? 1.6 : 1.2;
    scene.path(outlinePath(cells, wordPlace(frame, 0.3)), { stroke: theme.ink, width });
  }
  for (const [word, hit] of inside) {
    const box = wordBox(frame, word);
    if (isCurrent(hit.wavefront, playhead, hits.wavefronts))
      scene.ring(inset(box, -0.5), 1, { stroke: theme.ink, width: 1.6 }, { lane: hit.lane, bank: word % BANKS });
    drawExtraLanes(scene, box, hit.lanesOnWord - 1, theme.label);
  }
}

const LABEL_PX = 11;

/** Names as many slices as there is room for: every 2nd, 4th, 8th … */
function drawSliceNames(
  { scene, frame, theme, textScale }: MemoryImagePen,
  name: string,
  { sliceStart }: ImageWords,
): void {
  if (sliceStart.length < 2) return;
  const lineOf = (slice: number): number => Math.floor(sliceStart[slice] / BANKS);
  const apart = ((lineOf(sliceStart.length - 1) - lineOf(0)) / (sliceStart.length - 1)) * frame.pitchY;
  const step = 2 ** Math.max(0, Math.ceil(Math.log2((LABEL_PX * textScale) / apart)));
  for (let slice = 0; slice < sliceStart.length; slice += step) {
    const y = frame.linesY + (lineOf(slice) + 0.5) * frame.pitchY + 3.5 * textScale;
    scene.text(frame.x - 5, y, `${name}${slice}`, theme.ink3, { anchor: 'end' });
  }
}

// Draws the highlight and the pin in a shared memory image.

function drawHighlight(pen: MemoryImagePen): void {
  const { frame, theme, hits } = pen;
  const { block } = pen.records;
  const { highlight, selection } = pen.view;
  const fillOf = (word: number): string => {
    const hit = hits.words.get(word);
    return hit === undefined ? theme.cellIdle : degreeFill(theme, hit.degree);
  };
  const placed = (element: number): { readonly box: Box; readonly fill: string } | null => {
    const word = wordOfElement(block, element);
    return word === null ? null : { box: wordBox(frame, word, wordsOf(block.move.elementBytes)), fill: fillOf(word) };
  };
  const pinned = selection && placed(selection.column);
  if (pinned) pinnedRing(pen, pinned.box, pinned.fill);
  if (highlight === null || isPinned(highlight, selection)) return;
  if (highlight.cell === null) {
    if (highlight.bank !== null) hoverRing(pen, bankBox(frame, highlight.bank), undefined);
    return;
  }
  const shown = placed(highlight.cell.column);
  if (shown) hoverRing(pen, shown.box, shown.fill);
}

/** The first word of an element; null where it has none. */
export function wordOfElement(block: MemoryImageRecords['block'], element: number): number | null {
  const address = elementAddress(block, element);
  return address === null || Number.isNaN(address) ? null : Math.floor(address / WORD_BYTES);
}

// Names of the lanes that touch a line of shared memory, beside the line, in the colour of its conflict.

interface TouchedLine {
  readonly line: number;
  readonly firstBank: number;
  readonly lastBank: number;
  readonly lanes: readonly number[];
  /** Degree of its busiest bank. */
  readonly degree: number;
}

/** Lines with an access, from top to bottom. */
export function touchedLines(request: Request | null): TouchedLine[] {
  if (request === null) return [];
  const { hits } = request.cost;
  const lines = new Set(hits.map(({ wordAddress }) => Math.floor(wordAddress / BANKS)));
  return [...lines].toSorted((a, b) => a - b).map(line => touchedLine(request, line));
}

function touchedLine({ cost }: Request, line: number): TouchedLine {
  const hits = cost.hits.filter(({ wordAddress }) => Math.floor(wordAddress / BANKS) === line);
  const banks = hits.map(({ bank }) => bank);
  return {
    line,
    firstBank: Math.min(...banks),
    lastBank: Math.max(...banks),
    lanes: [...new Set(hits.map(({ lane }) => lane))].toSorted((a, b) => a - b),
    degree: Math.max(...hits.map(({ phase, bank }) => cost.phases[phase].wordsPerBank[bank])),
  };
}

const LANE_LABEL_PX = 12;
const AWAY_PX = 5;
/** More would hide what they name. */
const MOST_LABELS = 10;

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Labels of lanes; a label without a free place is left out. */
function drawLaneLabels(
  { scene, frame, theme, textScale, view: { width } }: MemoryImagePen,
  lines: readonly TouchedLine[],
): void {
  const taken = lines.map(line => lineBox(frame, line));
  for (const line of labelled(lines)) {
    const text = laneText(line.lanes);
    const size = { width: textPx(text, 10 * textScale) + 4 * textScale, height: LANE_LABEL_PX * textScale };
    const box = places(frame, line, size).find(
      at => at.x >= frame.x && at.x + at.width <= width && !taken.some(other => overlaps(at, other)),
    );
    if (line.line >= frame.lines || box === undefined) continue;
    taken.push(box);
    const chip = degreeChip(theme, line.degree);
    scene.rect(box, chip.fill, { radius: 2 });
    const style = { anchor: 'middle', weight: 600 } as const;
    scene.text(box.x + box.width / 2, box.y + box.height - 3 * textScale, text, chip.text, style);
  }
}

const lineBox = (frame: BankMapFrame, { line, firstBank, lastBank }: TouchedLine): Box => ({
  x: frame.x + firstBank * frame.pitchX,
  y: frame.linesY + line * frame.pitchY,
  width: (lastBank + 1 - firstBank) * frame.pitchX,
  height: frame.pitchY,
});

/** Places for a label: behind the last word, a few banks further, or before the first word. */
function places(frame: BankMapFrame, touched: TouchedLine, size: Pick<Box, 'width' | 'height'>): Box[] {
  const line = lineBox(frame, touched);
  const y = Math.max(frame.linesY, line.y + (line.height - size.height) / 2);
  const behind = [0, 1, 2, 3].map(banks => line.x + line.width + AWAY_PX + banks * frame.pitchX);
  return [...behind, line.x - AWAY_PX - size.width].map(x => ({ x, y, ...size }));
}

/** The first, every 2nd, 4th, 8th … after it, and the last. */
function labelled(lines: readonly TouchedLine[]): readonly TouchedLine[] {
  const step = 2 ** Math.max(0, Math.ceil(Math.log2(lines.length / MOST_LABELS)));
  return lines.filter((_, i) => i % step === 0 || i === lines.length - 1);
}
