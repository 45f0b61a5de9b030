import { BANKS, WORD_BYTES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import type { WordHit } from '../../model/banks/wavefronts.ts';
import { bankOf, count } from '../address-text.ts';
import type { PunchCardRecords } from '../records.ts';
import { degreePalette, isCurrent, isFaint, isServed, pendingFill } from '../requests/bank-hits.ts';
import { cornerFlag, predictedRing } from '../requests/difference-marks.ts';
import { laneDifferences } from '../requests/lane-differences.ts';
import { bytesPerLane, isActive, requestCells } from '../requests/request-cells.ts';
import { drawBankNumbers, indexTicks } from '../scene/axis.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { CellGrid, Scene } from '../scene/scene.ts';
import { degreeChip, degreeFill, degreeLabel } from '../theme.ts';
import { type Box, type Highlight, isPinned, type PictureView } from '../view.ts';
import {
  firstWavefront,
  type PunchCardFrame,
  type PunchCardPen,
  type PunchTarget,
  punchBox,
  punchCardFrame,
} from './frame.ts';

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

// Round a punch card: row and bank numbers, what each row is about, and the degree of every phase.

const TICKS_PX = 14;
const CHIPS_PX = 20;
/** Height that the card needs below its rows, before text is scaled. */
const BELOW_PX = TICKS_PX + CHIPS_PX;

function drawAxes(pen: PunchCardPen): void {
  const { scene, frame, theme, textScale, records } = pen;
  const ink = theme.ink3;
  const right = frame.x + BANKS * frame.pitchX + 5;
  const y = (row: number): number => frame.rowY[row] + frame.pitchY / 2 + 3 * textScale;
  const isLanes = records.rows === 'lanes';
  const rows = rowTicks(frame, records, textScale);
  for (const row of rows) scene.text(frame.x - 5, y(row), `${isLanes ? row : row + 1}`, ink, { anchor: 'end' });
  drawBankNumbers(pen, { x: frame.x, pitch: frame.pitchX, gap: 1 }, frame.bottom);
  const isEveryRow = isLanes && frame.pitchY >= 10 * textScale;
  for (const row of isEveryRow ? frame.rowY.keys() : rows)
    scene.text(right, y(row), rowText(records, row), ink, { mono: isLanes });
}

/** The address of a lane, or how many lanes a wavefront serves. */
function rowText({ request: { access, cost }, rows }: PunchCardRecords, row: number): string {
  if (rows === 'lanes') return isActive(access, row) ? addressText(access.address[row]) : '—';
  return count(new Set(cost.hits.filter(hit => hit.wavefront === row).map(hit => hit.lane)).size, 'lane');
}

const rowTicks = ({ rowY, pitchY }: PunchCardFrame, { rows }: PunchCardRecords, textScale: number): number[] =>
  rows === 'lanes'
    ? indexTicks(rowY.length, Math.min(pitchY, 13), 12 * textScale)
    : wavefrontTicks(rowY, 10 * textScale);

/** Wavefronts are counted from 1: ticks at 1, every 8th, and the last; of up to 8 all that have room. */
function wavefrontTicks(rowY: readonly number[], roomPx: number): number[] {
  const last = rowY.length - 1;
  const isApart = (above: number, below: number): boolean => rowY[below] - rowY[above] >= roomPx;
  const ticks: number[] = [];
  for (let i = 0; i < last; i++) {
    const isWanted = last < 8 || i === 0 || ((i + 1) % 8 === 0 && last - i > 1);
    if (isWanted && isApart(i, last) && ticks.every(above => isApart(above, i))) ticks.push(i);
  }
  return [...ticks, last];
}

const CHIP = { width: 22, height: 14, pitch: 26, top: 4, baseline: 10.5 };

/** Room for the longer label left of the chips, before text is scaled. */
const LONG_LABEL_PX = 132;

const chipsLabel = (phases: number, roomPx: number): string =>
  phases > 1 && roomPx >= LONG_LABEL_PX ? 'wavefronts per phase' : 'wavefronts';

function drawPhaseChips({ scene, frame, theme, textScale, records: { request } }: PunchCardPen): void {
  const degrees = request.cost.phases.filter(phase => phase.words > 0).map(phase => phase.wavefronts);
  const [width, height, pitch] = [CHIP.width, CHIP.height, CHIP.pitch].map(px => px * textScale);
  const y = frame.bottom + (TICKS_PX + CHIP.top) * textScale;
  const baseline = y + CHIP.baseline * textScale;
  const left = frame.x + BANKS * frame.pitchX - (degrees.length - 1) * pitch - width;
  scene.text(left - 6, baseline, chipsLabel(degrees.length, left / textScale), theme.ink3, { anchor: 'end' });
  degrees.forEach((degree, i) => {
    const { fill, text } = degreeChip(theme, degree);
    const x = left + i * pitch;
    scene.rect({ x, y, width, height }, fill, { radius: 3 });
    scene.text(x + width / 2, baseline, `${degree}`, text, { weight: 700, anchor: 'middle' });
  });
}

// The punch card by lanes: a dot per request, and a line between the lanes that share a word.

/** Share of the row pitch, by words per request. */
const dotRadius = (words: number, pitch: number): number => pitch * (words >= 4 ? 0.46 : words === 2 ? 0.38 : 0.3);

function drawDots(pen: PunchCardPen): void {
  const { scene, frame, theme, records } = pen;
  const { cost } = records.request;
  for (const [from, to] of sharedWords(cost.hits))
    scene.line(
      middleOf(punchBox(frame, from.lane, from.bank)),
      middleOf(punchBox(frame, to.lane, to.bank)),
      theme.ink3,
      {
        width: 0.75,
      },
    );
  scene.layer();
  const firstHits = cost.hits.filter((hit, i, all) => i === 0 || hit.lane !== all[i - 1].lane);
  for (const hit of firstHits) drawDot(pen, hit);
}

const middleOf = ({ x, y, width, height }: Box): [number, number] => [x + width / 2, y + height / 2];

/** Dot in the middle of the banks that the request uses, with a bar over all of them. */
function drawDot({ scene, frame, theme, records, view: { playhead } }: PunchCardPen, hit: WordHit): void {
  const { cost, access } = records.request;
  const isFirst = hit.wavefront === firstWavefront(records, hit.phase);
  const degree = isFirst ? 1 : cost.phases[hit.phase].wavefronts;
  const tone = isServed(hit.wavefront, playhead) ? degreeFill(theme, degree) : pendingFill(theme, degree);
  const words = Math.max(1, bytesPerLane(access) / WORD_BYTES);
  const box = punchBox(frame, hit.lane, hit.bank, words);
  const [x, y] = middleOf(box);
  if (words > 1) scene.rect({ x: box.x, y: y - 1, width: box.width, height: 2 }, tone, { radius: 1 });
  const radius = dotRadius(words, frame.pitchY);
  if (isFaint(degree)) scene.dot(x, y, radius + 0.7, theme.ink3);
  scene.dot(x, y, radius, tone, { lane: hit.lane, bank: hit.bank, address: access.address[hit.lane] });
}

/** Top and bottom hit of every word that several lanes of a phase share. */
function sharedWords(hits: readonly WordHit[]): [WordHit, WordHit][] {
  const ends = new Map<string, [WordHit, WordHit]>();
  for (const hit of hits) {
    if (hit.lanesOnWord < 2) continue;
    const key = `${hit.phase} ${hit.wordAddress}`;
    ends.set(key, [ends.get(key)?.[0] ?? hit, hit]);
  }
  return [...ends.values()];
}

// The punch card by wavefronts: what each bank serves in each pass, with the numbers of the lanes where there is room.

/** Two digits of 10 px need this much. */
const NUMBER_PX = 13;
const COUNT_PX = 20;

function drawServed({ scene, frame, theme, records, view: { playhead } }: PunchCardPen): void {
  for (const [first, lanes] of servedWords(records.request.cost.hits)) {
    const degree = records.request.cost.phases[first.phase].wavefronts;
    const shown = first.wavefront === firstWavefront(records, first.phase) ? 1 : degree;
    const served = isServed(first.wavefront, playhead);
    const box = punchBox(frame, first.wavefront, first.bank);
    const tag = { lane: first.lane, bank: first.bank, address: first.wordAddress * WORD_BYTES };
    scene.rect(box, served ? degreeFill(theme, shown) : pendingFill(theme, shown), tag);
    if (isFaint(shown)) scene.ring(insetHalf(box), 0, { stroke: theme.ink3, width: 1 });
    if (frame.pitchX < NUMBER_PX || frame.pitchY < NUMBER_PX) continue;
    const text = lanes > 1 && frame.pitchX >= COUNT_PX ? `×${lanes}` : `${first.lane}`;
    const ink = served ? degreeLabel(theme, shown) : theme.ink2;
    scene.text(box.x + box.width / 2, box.y + box.height / 2 + 3.5, text, ink, { size: 10, anchor: 'middle' });
  }
}

const insetHalf = ({ x, y, width, height }: Box): Box => ({
  x: x + 0.5,
  y: y + 0.5,
  width: width - 1,
  height: height - 1,
});

/** First hit of every word per phase and wavefront, as atomics come back to a word, and how many lanes it stands for. */
function servedWords(hits: readonly WordHit[]): [WordHit, number][] {
  const first = new Map<string, WordHit>();
  for (const hit of hits) {
    const key = `${hit.phase} ${hit.wordAddress} ${hit.wavefront}`;
    if (!first.has(key)) first.set(key, hit);
  }
  return [...first.values()].map(hit => [hit, hit.lanesOnWord]);
}

// Marks differences on the punch card: beside a lane's bank, the bank that the model predicts.

interface PunchDifference {
  readonly lane: number;
  /** Row of the emulated request; only the place within it is compared. */
  readonly row: number;
  /** First and number of the predicted banks; null = predicted idle. */
  readonly banks: { readonly first: number; readonly count: number } | null;
  /** Bank of the lane's first word; null = idle. */
  readonly emulatedBank: number | null;
}

/** Lanes that differ and have a row of their own on this card. */
function punchDifferences({ request, predicted, rows }: PunchCardRecords): PunchDifference[] {
  return laneDifferences(request, predicted).flatMap(({ lane, predicted: address, emulated, bytes }) => {
    const hit = request.cost.hits.find(h => h.lane === lane);
    const row = rows === 'lanes' ? lane : hit?.wavefront;
    if (row === undefined) return [];
    const count = Math.max(1, bytes / WORD_BYTES);
    const banks = address === null ? null : { first: bankOf(address), count };
    return [{ lane, row, banks, emulatedBank: emulated === null ? null : bankOf(emulated) }];
  });
}

/** The lane whose predicted place a target is, where the emulated requests leave it empty. */
export const laneMissedAt = (records: PunchCardRecords, { row, bank }: PunchTarget): number | null =>
  punchDifferences(records).find(
    d => d.row === row && d.banks !== null && bank >= d.banks.first && bank < d.banks.first + d.banks.count,
  )?.lane ?? null;

function drawDifferences(pen: PunchCardPen): void {
  const { frame, records } = pen;
  const differences = punchDifferences(records).filter(({ row }) => row < frame.rowY.length);
  for (const { row, banks } of differences)
    if (banks !== null) predictedRing(pen, boxOf(frame, row, banks.first, banks.count));
  for (const { row, emulatedBank } of differences)
    if (emulatedBank !== null) cornerFlag(pen, boxOf(frame, row, emulatedBank, 1));
}

const boxOf = (frame: PunchCardFrame, row: number, bank: number, banks: number): Box =>
  punchBox(frame, row, bank, Math.min(banks, BANKS - bank));
