/** The buffers of a pipeline side by side in shared memory, up to the most that a CTA may have; overlays lie below. */

import type { SharedPiece } from '../../model/pipeline/shared-pieces.ts';
import type { SharedBudgetRecords } from '../records.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import { textPx } from '../scene/text-metrics.ts';
import { blend } from '../theme.ts';
import { type Box, isPinned, type PictureView } from '../view.ts';
import { budgetFrame, byteBox, KIB, kibText, pieceBox, type SharedBudgetPen, wordsOf } from './frame.ts';

const TICK_KIB = 32;
/** '227 KiB at most', and half a tick's text before it. */
const LIMIT_TEXT_PX = 100;

export function budgetScene(records: SharedBudgetRecords, view: PictureView): Scene {
  const frame = budgetFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  drawFree(pen);
  frame.rows.forEach((pieces, row) => {
    for (const piece of pieces) drawPiece(pen, byteBox(frame, row, piece.from, piece.to), piece);
  });
  scene.layer();
  drawAxis(pen);
  drawHighlight(pen);
  return scene.finish(view.width, frame.height);
}

function drawFree({ scene, frame, theme, records: { mostBytes } }: SharedBudgetPen): void {
  if (frame.usedBytes < mostBytes)
    scene.hatch(byteBox(frame, 0, frame.usedBytes, mostBytes), theme.page, theme.lineStrong, 4);
}

/** Share of a buffer's series colour on the surface: pale enough for text. */
const TINT = 0.3;
const TEXT_PX = 11.5;

function drawPiece(pen: SharedBudgetPen, box: Box, piece: SharedPiece) {
  const { scene, theme, records } = pen;
  const at = records.buffers.findIndex(({ name }) => name === piece.buffer);
  const colour = theme.series[at % theme.series.length];
  const isOver = piece.over.length > 0;
  const inside = { x: box.x + 0.5, y: box.y + 0.5, width: Math.max(0.5, box.width - 1), height: box.height - 1 };
  scene.rect(inside, blend(theme.surface, colour, TINT), { radius: 2 });
  scene.ring(inside, 2, { stroke: colour, width: 1, ...(isOver && { dash: [4, 3] }) });
  if (isOver) writeOver(pen, inside, piece);
  else writeOwn(pen, inside, piece);
}

function writeOver({ scene, theme, textScale, records }: SharedBudgetPen, box: Box, piece: SharedPiece) {
  const size = TEXT_PX * textScale;
  const [name, bytes] = wordsOf(piece, records);
  const words = [`${name} · ${bytes}, over ${piece.over.join(' and ')}`, `${name}, over ${piece.over[0]}`, name];
  const shown = words.find(each => fits(each, size, box)) ?? '';
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 + size * 0.36];
  scene.text(x, y, shown, theme.ink, { size, anchor: 'middle' });
}

function writeOwn({ scene, theme, textScale, records }: SharedBudgetPen, box: Box, piece: SharedPiece) {
  const size = TEXT_PX * textScale;
  const [name, bytes] = wordsOf(piece, records);
  if (!fits(name, size, box)) return;
  const isTwo = fits(bytes, 10 * textScale, box);
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2 + (isTwo ? -2 * textScale : size * 0.36);
  scene.text(x, y, name, theme.ink, { size, weight: 700, anchor: 'middle' });
  if (isTwo) scene.text(x, y + 13 * textScale, bytes, theme.ink2, { anchor: 'middle' });
}

const fits = (text: string, size: number, { width }: Box): boolean => textPx(text, size) <= width - 5;

function drawAxis({ scene, frame, theme, textScale, records: { mostBytes } }: SharedBudgetPen) {
  const y = 10 * textScale;
  const most = mostBytes / KIB;
  const limitX = 1 + mostBytes * frame.bytePx;
  const every = TICK_KIB * Math.ceil((30 * textScale) / (TICK_KIB * KIB * frame.bytePx));
  for (let kib = 0; kib < most; kib += every) {
    const x = 1 + kib * KIB * frame.bytePx;
    if (x > limitX - LIMIT_TEXT_PX * textScale) break;
    scene.line([x, frame.rowY[0] - 3], [x, frame.rowY[0]], theme.lineStrong);
    scene.text(x, y, `${kib}`, theme.ink3, { anchor: kib === 0 ? 'start' : 'middle' });
  }
  const isOver = frame.usedBytes > mostBytes;
  const ink = isOver ? theme.conflict.ink : theme.ink;
  scene.line([limitX, frame.rowY[0] - 4], [limitX, frame.rowY[0] + frame.rowPx[0]], ink, { width: 2 });
  scene.text(limitX, y, `${kibText(mostBytes)} at most`, ink, { anchor: 'end' });
}

function drawHighlight(pen: SharedBudgetPen): void {
  const { highlight, selection } = pen.view;
  const at = highlight?.cell ?? selection;
  const box = at === null ? null : pieceBox(pen.frame, at);
  if (box === null) return;
  const ring = isPinned(highlight, selection) || highlight === null ? pinnedRing : hoverRing;
  ring(pen, box, undefined);
}
