/**
 * Counting loop: one side's way through a block, a row for each request of a warp. A cell is a lane with the residue of its
 * place, in the colour of its bank; counters on the left say where lane 0 stands, or the cursor in its own row.
 */
import { LANES } from '../../base/hardware.ts';
import { NO_ELEMENT } from '../../model/permute/spool.ts';
import { lanesPerPhase } from '../../model/permute/strides.ts';
import { bankOf } from '../address-text.ts';
import type { CountingLoopRecords } from '../permute/records.ts';
import { type PicturePen, picturePen } from '../scene/pen.ts';
import { type CellGrid, NO_FILL, type Scene, UNTAGGED } from '../scene/scene.ts';
import { degreeFill } from '../theme.ts';
import type { PictureView } from '../view.ts';
import { type CountingFrame, type CountingLoopPen, countingFrame, laneCellBox } from './frame.ts';
import { drawCountingHighlight } from './highlight.ts';
import { type CountedSpool, countedRows, slotAddress, waysOf } from './rows.ts';
import { drawCountingTexts } from './texts.ts';

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
  counted: CountedSpool,
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
    if (counted.spool.elements[slot] === NO_ELEMENT) continue;
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
