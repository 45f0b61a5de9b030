/**
 * Counting loop: one side's way through a block, a row for each request of a warp. A cell is a lane with the residue of its
 * place, in the colour of its bank; counters on the left say where lane 0 stands, or the cursor in its own row.
 */
import { LANES, WORD_BYTES } from '../../base/hardware.ts';
import { elementsOf } from '../../model/permute/block.ts';
import { NO_ELEMENT } from '../../model/permute/request-sequence.ts';
import { lanesPerPhase, residueElements } from '../../model/permute/strides.ts';
import { bankOf } from '../address-text.ts';
import { coordinatesOf } from '../permute/block-elements.ts';
import type { CountingLoopRecords } from '../permute/records.ts';
import { indexTicks } from '../scene/axis.ts';
import { outlinePath } from '../scene/outline.ts';
import { type PicturePen, picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import { type CellGrid, NO_FILL, type Scene, UNTAGGED } from '../scene/scene.ts';
import { textPx } from '../scene/text-metrics.ts';
import { degreeFill } from '../theme.ts';
import { type Highlight, isPinned, type PictureView } from '../view.ts';
import {
  type CountingFrame,
  type CountingLoopPen,
  countingFrame,
  cursorSlot,
  isInSight,
  laneCellBox,
} from './frame.ts';
import {
  type CountedRequests,
  type CountedRow,
  countedRows,
  slotAddress,
  slotOfElement,
  verdictText,
  waysOf,
} from './rows.ts';

const BOTTOM_PX = 4;
const PENDING = 28;

export function countingLoopScene(records: CountingLoopRecords, view: PictureView): Scene {
  const counted = countedRows(records);
  if (counted === null) return withoutMemory(picturePen(records, null, view));
  const frame = countingFrame(records, counted, view);
  const pen: CountingLoopPen = { ...picturePen(records, frame, view), counted };
  const { scene } = pen;
  const { lanePitch, rowPitch, lanesX, rowsY } = frame;
  const grid = laneCells(records, counted, frame, view);
  scene.grid({ grid, x: lanesX, y: rowsY, pitchX: lanePitch, pitchY: rowPitch, gapX: 1, gapY: 1 });
  scene.layer();
  drawPhases(pen);
  drawConflicts(pen);
  drawOverview(pen);
  scene.layer();
  drawCountingHighlight(pen);
  scene.layer();
  drawCountingTexts(pen);
  const right = frame.overview === null ? 0 : frame.overview.x + frame.overview.width + 2;
  return scene.finish(Math.max(view.width, right), frame.bottom + BOTTOM_PX);
}

function withoutMemory({ scene, theme, textScale, view: { width } }: PicturePen<null, CountingLoopRecords>): Scene {
  const text = 'The block goes from register to register: there is no place in shared memory to count.';
  scene.text(0, 14 * textScale, text, theme.ink3, { size: 12 * textScale });
  return scene.finish(width, 24 * textScale);
}

function laneCells(
  records: CountingLoopRecords,
  counted: CountedRequests,
  frame: CountingFrame,
  view: PictureView,
): CellGrid {
  const count = frame.count * LANES;
  const grid = {
    fill: new Uint8Array(count).fill(NO_FILL),
    opacity: new Uint8Array(count).fill(100),
    lane: Int8Array.from({ length: count }, (_, i) => i % LANES),
    bank: new Int8Array(count).fill(UNTAGGED),
    address: new Float64Array(count).fill(UNTAGGED),
  };
  for (let i = 0; i < count; i++) {
    const slot = frame.first * LANES + i;
    if (counted.sequence.elements[slot] === NO_ELEMENT) continue;
    grid.address[i] = slotAddress(records, counted, slot);
    grid.bank[i] = bankOf(grid.address[i]);
    grid.fill[i] = grid.bank[i];
    if (slot >= view.playhead) grid.opacity[i] = PENDING;
  }
  return { columns: LANES, rows: frame.count, palette: view.theme.banks, ...grid };
}

/** The lanes that the banks serve at once. */
function drawPhases({ scene, frame, theme, records: { block } }: CountingLoopPen) {
  const step = lanesPerPhase(block.move.elementBytes);
  for (let lane = step; lane < LANES; lane += step) {
    const x = frame.lanesX + lane * frame.lanePitch - 0.5;
    scene.line([x, frame.rowsY - 2], [x, frame.bottom], theme.ink3, { width: 1 });
  }
}

/** A bar below each lane that shares its bank, in the colour of how many ways its phase has. */
function drawConflicts({ scene, frame, theme, view: { playhead }, counted: { rows } }: CountingLoopPen) {
  for (const row of rows.slice(frame.first, frame.first + frame.count))
    for (const { first, wavefronts, conflicts } of row.runs)
      for (const lane of conflicts.flatMap(({ lanes }) => lanes)) {
        const slot = Math.floor(first / LANES) * LANES + lane;
        const { x, y, width, height } = laneCellBox(frame, slot);
        const bar = { x, y: y + height - 3, width, height: 3 };
        if (slot < playhead) scene.rect(bar, degreeFill(theme, wavefronts), { lane });
      }
}

/** All requests from top to bottom by their ways, and which of them are in sight. */
function drawOverview({ scene, frame, theme, counted: { rows } }: CountingLoopPen): void {
  if (frame.overview === null) return;
  const { x, y, width, height } = frame.overview;
  const pitch = height / rows.length;
  rows.forEach((row, i) => {
    const fill = row.verdict === 'colliding' ? degreeFill(theme, waysOf(row)) : theme.degree.field;
    scene.rect({ x, y: y + i * pitch, width, height: pitch }, fill);
  });
  const box = { x: x - 1, y: y + frame.first * pitch, width: width + 2, height: frame.count * pitch };
  scene.ring(box, 2, { stroke: theme.accent.ink, width: 1.5 });
}

// Texts of a counting loop: counters, residues and verdicts.

const END = { anchor: 'end' } as const;
const MIDDLE = { anchor: 'middle' } as const;

function drawCountingTexts(pen: CountingLoopPen): void {
  drawHead(pen);
  drawResidues(pen);
  drawRows(pen);
}

function drawHead({ scene, frame, theme, textScale, records: { block } }: CountingLoopPen) {
  const { names, move } = block;
  const baseline = frame.rowsY - 8 * textScale;
  for (const { mode, x } of frame.counters) {
    const colour = theme.series[move.modes[mode].dim % theme.series.length];
    scene.text(x, baseline, names[mode], theme.ink, { ...END, weight: 700 });
    scene.line([x - 6 * textScale, frame.rowsY - 4], [x, frame.rowsY - 4], colour, { width: 1.5 });
  }
  const [, ...lanes] = indexTicks(LANES, frame.lanePitch, 22 * textScale);
  const hasRoom = lanes[0] * frame.lanePitch > 40 * textScale;
  scene.text(frame.lanesX, baseline, hasRoom ? 'lane 0' : '0', theme.ink3);
  for (const lane of lanes) {
    const x = frame.lanesX + (lane + 0.5) * frame.lanePitch - 0.5;
    scene.text(x, baseline, `${lane}`, theme.ink3, MIDDLE);
  }
  if (frame.overview !== null) scene.text(frame.overview.x + frame.overview.width, baseline, 'all', theme.ink3, END);
}

function drawResidues({ scene, frame, theme, records, view: { playhead }, counted }: CountingLoopPen): void {
  const { elementBytes } = records.block.move;
  const modulus = residueElements(elementBytes);
  if (textPx(`${modulus - 1}`, 10, 'digits') + 1 > frame.lanePitch) return;
  for (let slot = frame.first * LANES; slot < (frame.first + frame.count) * LANES && slot < playhead; slot++) {
    if (counted.sequence.elements[slot] === NO_ELEMENT) continue;
    const residue = Math.floor(slotAddress(records, counted, slot) / elementBytes) % modulus;
    const { x, y, width, height } = laneCellBox(frame, slot);
    scene.text(x + width / 2, y + height / 2 + 3.5, `${residue}`, theme.label, { ...MIDDLE, size: 10 });
  }
}

function drawRows(pen: CountingLoopPen): void {
  const { scene, frame, theme, textScale, records, view, counted } = pen;
  const { playhead } = view;
  const cursor = cursorSlot(counted, view);
  for (let row = frame.first; row < frame.first + frame.count; row++) {
    const here = cursor !== null && Math.floor(cursor / LANES) === row ? cursor : null;
    const baseline = frame.rowsY + (row - frame.first + 0.5) * frame.rowPitch + 3.2 * textScale;
    const element = counted.sequence.elements[here ?? row * LANES];
    const index = coordinatesOf(records.block.move, Math.max(0, element));
    const style = { ...END, weight: here === null ? 400 : 700 } as const;
    for (const { mode, x } of frame.counters)
      scene.text(x, baseline, `${index[mode]}`, here === null ? theme.ink3 : theme.accent.ink, style);
    if ((row + 1) * LANES <= playhead) drawVerdict(pen, counted.rows[row], baseline);
  }
}

function drawVerdict({ scene, frame, theme }: CountingLoopPen, row: CountedRow, baseline: number) {
  const text = verdictText(row, frame.isShort);
  const ink = row.verdict === 'colliding' ? theme.ink : row.verdict === 'consecutive' ? theme.ok.ink : theme.ink2;
  scene.text(frame.verdictX, baseline, text, ink, row.verdict === 'colliding' ? { weight: 600 } : {});
}

// Draws on the counting loop: the chosen request, the cursor, the pin, and the highlight of any picture.

/** The slot that counts what a highlight names; null where that is no element of the block, or none in sight. */
export function shownSlot(
  { block }: CountingLoopRecords,
  counted: CountedRequests,
  frame: CountingFrame,
  highlight: Highlight,
): number | null {
  const cell = highlight?.cell;
  if (cell?.row !== 0 || cell.column >= elementsOf(block.move.modes)) return null;
  const slot = slotOfElement(counted, cell.column);
  return isInSight(frame, slot) ? slot : null;
}

function drawCountingHighlight(pen: CountingLoopPen): void {
  const { frame, records, view, counted } = pen;
  const { highlight, selection } = view;
  drawChosen(pen);
  const cursor = cursorSlot(counted, view);
  if (cursor !== null) pinnedRing(pen, laneCellBox(frame, cursor), undefined);
  const pinned = shownSlot(records, counted, frame, selection && { cell: selection, bank: null });
  if (pinned !== null) pinnedRing(pen, laneCellBox(frame, pinned), undefined);
  if (isPinned(highlight, selection)) return;
  const slot = shownSlot(records, counted, frame, highlight);
  if (slot !== null) hoverRing(pen, laneCellBox(frame, slot), undefined, { lane: slot % LANES });
  if (highlight?.cell === null && highlight.bank !== null) drawBank(pen);
}

function drawChosen({ scene, frame, theme, records: { chosen, side }, counted: { rows } }: CountingLoopPen): void {
  if (chosen === null || chosen.side !== side) return;
  const row = rows.findIndex(({ warp, k }) => warp === chosen.warp && k === chosen.k);
  if (!isInSight(frame, row * LANES)) return;
  const box = { ...laneCellBox(frame, row * LANES), width: LANES * frame.lanePitch - 1 };
  scene.ring(box, 1.5, { stroke: theme.accent.ink, width: 2, halo: theme.page, haloWidth: 4.4 });
}

function drawBank({ scene, frame, theme, records, view: { highlight }, counted }: CountingLoopPen): void {
  const words = Math.max(1, records.block.move.elementBytes / WORD_BYTES);
  const bank = highlight!.bank!;
  const slots = Array.from({ length: frame.count * LANES }, (_, i) => frame.first * LANES + i).filter(slot => {
    const first = bankOf(slotAddress(records, counted, slot));
    return counted.sequence.elements[slot] >= 0 && bank >= first && bank < first + words;
  });
  const cells = slots.map(slot => ({ row: Math.floor(slot / LANES) - frame.first, column: slot % LANES }));
  const { lanesX, rowsY, lanePitch, rowPitch } = frame;
  const d = outlinePath(cells, { x: lanesX - 0.5, y: rowsY - 0.5, pitchX: lanePitch, pitchY: rowPitch, outset: 0 });
  if (d !== '') scene.path(d, { stroke: theme.ink, width: 1.5, halo: theme.page, haloWidth: 3 });
}
