import { BANKS, WORD_BYTES } from '../../base/hardware.ts';
import type { WordHit } from '../../model/banks/wavefronts.ts';
import type { PunchCardRecords } from '../records.ts';
import { degreePalette, isCurrent } from '../requests/bank-hits.ts';
import { requestCells } from '../requests/request-cells.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { CellGrid, Scene } from '../scene/scene.ts';
import { type Highlight, isPinned, type PictureView } from '../view.ts';
import { BELOW_PX, drawAxes, drawPhaseChips } from './around.ts';
import { drawDifferences } from './differences.ts';
import { drawDots } from './dots.ts';
import { type PunchCardPen, punchBox, punchCardFrame } from './frame.ts';
import { drawServed } from './served.ts';

const rowOf = (rows: PunchCardRecords['rows'], hit: WordHit): number => (rows === 'lanes' ? hit.lane : hit.wavefront);

/** The hits that a highlight means: on the element's words, or in the bank. */
export function highlightedHits({ layout, request }: PunchCardRecords, highlight: Highlight): WordHit[] {
  if (highlight === null) return [];
  const { cell, bank } = highlight;
  if (cell === null) return request.cost.hits.filter(hit => hit.bank === bank);
  if (layout === null) return [];
  const lanes = new Set<number>();
  for (const c of requestCells(layout, request.access))
    if (c.row === cell.row && c.column === cell.column) lanes.add(c.lane);
  return request.cost.hits.filter(hit => lanes.has(hit.lane));
}

export function punchCardScene(records: PunchCardRecords, view: PictureView): Scene {
  const frame = punchCardFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  drawGround(pen);
  if (records.rows === 'lanes') drawDots(pen);
  else drawServed(pen);
  scene.layer();
  drawDifferences(pen);
  drawCurrent(pen);
  drawHighlight(pen);
  scene.layer();
  drawAxes(pen);
  drawPhaseChips(pen);
  const width = Math.max(view.width, frame.x + BANKS * frame.pitchX);
  return scene.finish(width, frame.bottom + BELOW_PX * view.textScale);
}

function drawGround({ scene, frame, theme }: PunchCardPen): void {
  let row = 0;
  for (const rows of frame.phaseRows) {
    const grid: CellGrid = {
      columns: BANKS,
      rows,
      palette: degreePalette(theme),
      fill: new Uint8Array(BANKS * rows),
      opacity: null,
      lane: null,
      bank: null,
      address: null,
    };
    const { pitchX, pitchY, gap } = frame;
    scene.grid({ grid, x: frame.x, y: frame.rowY[row], pitchX, pitchY, gapX: gap, gapY: pitchY >= 6 ? gap : 0 });
    row += rows;
  }
}

function drawCurrent({ scene, frame, theme, records, view }: PunchCardPen): void {
  const { cost } = records.request;
  for (const hit of cost.hits) {
    if (!isCurrent(hit.wavefront, view.playhead, cost.wavefronts)) continue;
    const box = punchBox(frame, rowOf(records.rows, hit), hit.bank);
    scene.ring(box, 1.5, { stroke: theme.ink, width: 1.3 });
  }
}

function drawHighlight(pen: PunchCardPen): void {
  const { frame, records, view } = pen;
  const pinned = view.selection === null ? null : { cell: view.selection, bank: null };
  for (const hit of highlightedHits(records, pinned))
    pinnedRing(pen, punchBox(frame, rowOf(records.rows, hit), hit.bank), undefined);
  const { highlight } = view;
  if (isPinned(highlight, view.selection)) return;
  if (highlight !== null && highlight.cell === null && highlight.bank !== null) {
    const top = punchBox(frame, 0, highlight.bank);
    hoverRing(pen, { ...top, height: frame.bottom - top.y - frame.gap }, undefined);
    return;
  }
  for (const hit of highlightedHits(records, highlight))
    hoverRing(pen, punchBox(frame, rowOf(records.rows, hit), hit.bank), undefined, {
      lane: hit.lane,
      bank: hit.bank,
      address: hit.wordAddress * WORD_BYTES,
    });
}
