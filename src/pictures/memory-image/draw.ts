/** Shared memory image: lines of 32 words as the block lies in them, its slices in two greys, the chosen request outlined. */
import { BANKS } from '../../base/hardware.ts';
import { drawDifferences } from '../bank-map/differences.ts';
import { STRIP_PX, wordBox, wordPlace } from '../bank-map/frame.ts';
import { drawExtraLanes, inset } from '../bank-map/hits.ts';
import type { MemoryImageRecords } from '../permute/records.ts';
import { bankHits, isCurrent, wordCells } from '../requests/bank-hits.ts';
import { drawBankNumbers } from '../scene/axis.ts';
import { outlinePath } from '../scene/outline.ts';
import { picturePen } from '../scene/pen.ts';
import type { Scene } from '../scene/scene.ts';
import type { PictureView } from '../view.ts';
import { type ImageWords, imageWords, paddingRuns, wordGround } from './cells.ts';
import { type MemoryImagePen, memoryImageFrame, STRIP_Y_PX, sliceName } from './frame.ts';
import { drawHighlight } from './highlight.ts';
import { drawLaneLabels, touchedLines } from './lanes.ts';

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

/** As many as there is room for, every 2nd, 4th, 8th … */
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
