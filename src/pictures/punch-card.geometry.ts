/**
 * Punch card of one request, a column per bank. Rows are the lanes (a dot where a lane's request falls) or the wavefronts
 * (a cell where a bank serves, with its lanes). Rows of one phase stand together.
 */
import { addressText } from '../base/numerals.ts';
import type { WordHit } from '../model/banks/wavefronts.ts';
import { BANKS, count, WORD_BYTES } from './address-text.ts';
import { degreePalette, isCurrent } from './bank-hits.ts';
import { ticks } from './grid-axes.ts';
import { drawDifferences } from './punch-card.differences.ts';
import { drawDots } from './punch-card.dots.ts';
import { type PunchCardFrame, punchBox, punchCardFrame } from './punch-card.frame.ts';
import { drawServed } from './punch-card.served.ts';
import type { PunchCardRecords } from './records.ts';
import { isActive, requestCells } from './request-cells.ts';
import { hoverRing, pinnedRing } from './rings.ts';
import type { CellGrid, Scene } from './scene.ts';
import { SceneBuilder } from './scene-builder.ts';
import { degreeChip } from './theme.ts';
import { type Highlight, isPinned, type PictureView } from './view.ts';

const TICKS_PX = 14;
const CHIPS_PX = 20;

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
  const scene = new SceneBuilder();
  drawGround(scene, frame, view);
  if (records.rows === 'lanes') drawDots(scene, frame, records, view);
  else drawServed(scene, frame, records, view);
  scene.layer();
  drawDifferences(scene, frame, records, view);
  drawCurrent(scene, frame, records, view);
  drawHighlight(scene, frame, records, view);
  scene.layer();
  drawAxes(scene, frame, records, view);
  drawPhaseChips(scene, frame, records, view);
  const width = Math.max(view.width, frame.x + BANKS * frame.pitchX);
  return scene.finish(width, frame.bottom + TICKS_PX + CHIPS_PX);
}

function drawGround(scene: SceneBuilder, frame: PunchCardFrame, { theme }: PictureView): void {
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

function drawCurrent(scene: SceneBuilder, frame: PunchCardFrame, records: PunchCardRecords, view: PictureView): void {
  const { cost } = records.request;
  for (const hit of cost.hits) {
    if (!isCurrent(hit.wavefront, view.playhead, cost.wavefronts)) continue;
    const box = punchBox(frame, rowOf(records.rows, hit), hit.bank);
    scene.ring(box, 1.5, { stroke: view.theme.ink, width: 1.3 });
  }
}

function drawHighlight(scene: SceneBuilder, frame: PunchCardFrame, records: PunchCardRecords, view: PictureView): void {
  const pinned = view.selection === null ? null : { cell: view.selection, bank: null };
  for (const hit of highlightedHits(records, pinned))
    pinnedRing(scene, view.theme, punchBox(frame, rowOf(records.rows, hit), hit.bank), undefined);
  const { highlight } = view;
  if (isPinned(highlight, view.selection)) return;
  if (highlight !== null && highlight.cell === null && highlight.bank !== null) {
    const top = punchBox(frame, 0, highlight.bank);
    hoverRing(scene, view.theme, { ...top, height: frame.bottom - top.y - frame.gap }, undefined);
    return;
  }
  for (const hit of highlightedHits(records, highlight))
    hoverRing(scene, view.theme, punchBox(frame, rowOf(records.rows, hit), hit.bank), undefined, {
      lane: hit.lane,
      bank: hit.bank,
      address: hit.wordAddress * WORD_BYTES,
    });
}

function drawAxes(scene: SceneBuilder, frame: PunchCardFrame, records: PunchCardRecords, { theme }: PictureView): void {
  const ink = theme.ink3;
  const right = frame.x + BANKS * frame.pitchX + 5;
  const base = (row: number): number => frame.rowY[row] + frame.pitchY / 2 + 3;
  const isLanes = records.rows === 'lanes';
  const rows = isLanes ? ticks(frame.rowY.length, Math.min(frame.pitchY, 13), 12) : wavefrontTicks(frame.rowY.length);
  for (const row of rows) scene.text(frame.x - 5, base(row), `${isLanes ? row : row + 1}`, ink, { anchor: 'end' });
  for (const bank of ticks(BANKS, Math.min(frame.pitchX, 13), 22))
    scene.text(frame.x + (bank + 0.5) * frame.pitchX - 0.5, frame.bottom + 11, `${bank}`, ink, { anchor: 'middle' });
  const { access, cost } = records.request;
  if (isLanes) {
    const shown = frame.pitchY < 10 ? rows : frame.rowY.keys();
    for (const lane of shown)
      scene.text(right, base(lane), isActive(access, lane) ? addressText(access.address[lane]) : '—', ink, {
        mono: true,
      });
    return;
  }
  for (const row of rows) {
    const lanes = new Set(cost.hits.filter(hit => hit.wavefront === row).map(hit => hit.lane)).size;
    scene.text(right, base(row), count(lanes, 'lane'), ink);
  }
}

/** Wavefronts are counted from 1: ticks at 1, every 8th, and the last; all of up to 8. */
const wavefrontTicks = (wavefronts: number): number[] =>
  Array.from({ length: wavefronts }, (_, i) => i).filter(
    i => wavefronts <= 8 || i === 0 || i === wavefronts - 1 || ((i + 1) % 8 === 0 && wavefronts - 1 - i > 1),
  );

const CHIP = { width: 22, height: 14, pitch: 26 };

function drawPhaseChips(
  scene: SceneBuilder,
  frame: PunchCardFrame,
  { request }: PunchCardRecords,
  view: PictureView,
): void {
  const degrees = request.cost.phases.filter(phase => phase.words > 0).map(phase => phase.wavefronts);
  const y = frame.bottom + TICKS_PX + 4;
  const left = frame.x + BANKS * frame.pitchX - degrees.length * CHIP.pitch + CHIP.pitch - CHIP.width;
  const label = degrees.length > 1 ? 'wavefronts per phase' : 'wavefronts';
  scene.text(left - 6, y + 10.5, label, view.theme.ink3, { anchor: 'end' });
  degrees.forEach((degree, i) => {
    const { fill, text } = degreeChip(view.theme, degree);
    const x = left + i * CHIP.pitch;
    scene.rect({ x, y, width: CHIP.width, height: CHIP.height }, fill, { radius: 3 });
    scene.text(x + CHIP.width / 2, y + 10.5, `${degree}`, text, { size: 10, weight: 700, anchor: 'middle' });
  });
}
