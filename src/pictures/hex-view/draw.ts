/** Hex view: a buffer's bytes, 16 a row, boxed by element; elements that are not what they should be are flagged. */

import { valueText } from '../../model/values/value-text.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { elementAt } from '../../trace/launch-bytes.ts';
import { ELEMENT_RIGHT, ELEMENT_UNWRITTEN, ELEMENT_WRONG, type HexRecords } from '../records.ts';
import { cornerFlag } from '../requests/difference-marks.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import { advancePx } from '../scene/text-metrics.ts';
import { type Box, type Highlight, isPinned, type PictureView } from '../view.ts';
import { byteBox, elementCount, elementOf, type HexFrame, type HexViewPen, hexFrame, ROW_BYTES } from './frame.ts';

const BOTTOM_PX = 4;
const TEXT_PX = 11;

export function hexScene(records: HexRecords, view: PictureView): Scene {
  const frame = hexFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  for (let row = 0; row < frame.rows; row++) {
    drawElements(pen, row);
    drawBytes(pen, row);
  }
  if (frame.valuesPx > 0) drawValues(pen);
  scene.layer();
  drawHighlight(pen);
  scene.layer();
  drawAxes(pen);
  return scene.finish(Math.max(view.width, frame.valuesX), frame.bottom + BOTTOM_PX);
}

export const stateOf = ({ check }: HexRecords, element: number): number => check?.states[element] ?? ELEMENT_RIGHT;

/** First byte in sight of each element of a row. */
function elementStarts(records: HexRecords, row: number): number[] {
  const first = (records.firstRow + row) * ROW_BYTES;
  const end = Math.min(records.bytes.length, first + ROW_BYTES);
  const step = ELEMENT_BYTES[records.type];
  return Array.from({ length: Math.ceil((end - first) / step) }, (_, i) => first + i * step);
}

export const elementBox = (frame: HexFrame, { type, firstRow, bytes }: HexRecords, firstByte: number): Box =>
  byteBox(
    frame,
    Math.floor(firstByte / ROW_BYTES) - firstRow,
    firstByte % ROW_BYTES,
    Math.min(ELEMENT_BYTES[type], bytes.length - firstByte),
  );

function drawElements(pen: HexViewPen, row: number) {
  const { scene, frame, theme, records } = pen;
  for (const firstByte of elementStarts(records, row)) {
    const box = elementBox(frame, records, firstByte);
    const state = stateOf(records, elementOf(records, firstByte));
    if (state === ELEMENT_UNWRITTEN) scene.hatch(box, theme.page, theme.lineStrong, 3, true);
    else scene.rect(box, state === ELEMENT_WRONG ? theme.conflict.soft : theme.cellIdle, { radius: 2 });
    if (state === ELEMENT_WRONG) cornerFlag(pen, box);
  }
}

const hexByte = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');

function drawBytes({ scene, frame, theme, textScale, records }: HexViewPen, row: number): void {
  const { bytes, firstRow } = records;
  const first = (firstRow + row) * ROW_BYTES;
  for (let byte = first; byte < Math.min(bytes.length, first + ROW_BYTES); byte++) {
    const { x, y, width, height } = byteBox(frame, row, byte % ROW_BYTES, 1);
    const isWrong = stateOf(records, elementOf(records, byte)) === ELEMENT_WRONG;
    const ink = isWrong ? theme.conflict.ink : bytes[byte] === 0 ? theme.ink3 : theme.ink;
    const size = TEXT_PX * textScale;
    const style = { mono: true, size, anchor: 'middle', weight: isWrong ? 600 : 400 } as const;
    scene.text(x + width / 2, y + height / 2 + 0.36 * size, hexByte(bytes[byte]), ink, style);
  }
}

/** The elements as values, in columns as wide as the longest; as many of a row as fit. */
function drawValues({ scene, frame, theme, textScale, records }: HexViewPen): void {
  const size = TEXT_PX * textScale;
  const rows = Array.from({ length: frame.rows }, (_, row) => rowValues(records, row));
  const longest = Math.max(0, ...rows.flat().map(({ text }) => text.length));
  const pitch = (longest + 1.5) * advancePx(size, 'mono');
  const fit = Math.max(1, Math.floor(frame.valuesPx / pitch));
  rows.forEach((values, row) => {
    const y = frame.rowsY + (row + 0.5) * frame.rowPx + 0.36 * size;
    values.forEach(({ text, isWrong }, i) => {
      const x = frame.valuesX + i * pitch;
      const ink = isWrong ? theme.conflict.ink : theme.ink2;
      const isLast = i === fit - 1 && values.length > fit;
      if (isLast) scene.text(x, y, '…', theme.ink3, { size });
      else if (i < fit) scene.text(x, y, text, ink, { mono: true, size, weight: isWrong ? 600 : 400 });
    });
  });
}

const rowValues = (records: HexRecords, row: number): { text: string; isWrong: boolean }[] =>
  elementStarts(records, row)
    .map(firstByte => elementOf(records, firstByte))
    .filter(element => element < elementCount(records))
    .map(element => ({
      text: valueText(elementAt(records.bytes, records.type, element), records.type),
      isWrong: stateOf(records, element) === ELEMENT_WRONG,
    }));

function drawHighlight(pen: HexViewPen): void {
  const { frame, records, view } = pen;
  const { selection, highlight } = view;
  const pinned = boxOf(frame, records, selection === null ? null : { cell: selection, bank: null });
  if (pinned !== null) pinnedRing(pen, pinned, undefined);
  const at = isPinned(highlight, selection) ? null : boxOf(frame, records, highlight);
  if (at !== null) hoverRing(pen, at, undefined);
}

/** The byte of a highlight: its cell's row and column in rows of 16 bytes. */
export const byteOf = (highlight: Highlight): number | null =>
  highlight?.cell ? highlight.cell.row * ROW_BYTES + highlight.cell.column : null;

/** Box of the highlighted element; null if it is not visible. */
export function boxOf(frame: HexFrame, records: HexRecords, highlight: Highlight): Box | null {
  const byte = byteOf(highlight);
  if (byte === null || byte >= records.bytes.length) return null;
  const row = Math.floor(byte / ROW_BYTES) - records.firstRow;
  if (row < 0 || row >= frame.rows) return null;
  return elementBox(frame, records, elementOf(records, byte) * ELEMENT_BYTES[records.type]);
}

function drawAxes({ scene, frame, theme, textScale, records: { firstRow, type } }: HexViewPen): void {
  const ink = theme.ink3;
  for (let column = 0; column < ROW_BYTES; column++) {
    const { x, width } = byteBox(frame, 0, column, 1);
    const text = column.toString(16).toUpperCase();
    scene.text(x + width / 2, frame.rowsY - 5 * textScale, text, ink, { mono: true, anchor: 'middle' });
  }
  for (let row = 0; row < frame.rows; row++) {
    const offset = ((firstRow + row) * ROW_BYTES).toString(16).toUpperCase();
    const y = frame.rowsY + (row + 0.5) * frame.rowPx + 3.5 * textScale;
    scene.text(0, y, `0x${offset.padStart(frame.offsetChars - 2, '0')}`, ink, { mono: true });
  }
  if (frame.valuesPx > 0) scene.text(frame.valuesX, frame.rowsY - 5 * textScale, `as ${type}`, ink);
}
