/** Steps of a CTA: which lanes of the chosen warp take part, how full each warp is, and what each step costs the banks. */

import { popcount32 } from '../../base/bits.ts';
import { LANES } from '../../base/hardware.ts';
import { bankOf } from '../address-text.ts';
import type { Request, WarpStep, WarpStepsRecords } from '../records.ts';
import { isFaint } from '../requests/bank-hits.ts';
import { isActive, requestCells } from '../requests/request-cells.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import { degreeFill } from '../theme.ts';
import { type Box, type Highlight, isPinned, type PictureView, sameCell } from '../view.ts';
import { laneBox, type WarpStepsPen, warpBox, warpStepsFrame } from './frame.ts';

const BOTTOM_PX = 4;
const END = { anchor: 'end' } as const;

export const requestOfWarp = ({ requests }: WarpStep, warp: number): Request | null =>
  requests.find(({ access }) => access.warp === warp) ?? null;

/** Words that the lane's bank must deliver one after the other. */
export function laneDegree({ cost }: Request, lane: number): number {
  const hit = cost.hits.find(h => h.lane === lane);
  return hit === undefined ? 0 : cost.phases[hit.phase].wordsPerBank[hit.bank];
}

/** Ways of the request's worst bank. */
const worstDegree = ({ cost }: Request): number => Math.max(...cost.phases.map(phase => phase.wavefronts));

export const stepWavefronts = ({ requests }: WarpStep): number =>
  requests.reduce((sum, { cost }) => sum + cost.wavefronts, 0);

export function warpStepsScene(records: WarpStepsRecords, view: PictureView): Scene {
  const frame = warpStepsFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  records.steps.forEach((step, at) => {
    drawLanes(pen, at, requestOfWarp(step, records.chosen.warp));
    drawWarps(pen, at, step);
  });
  scene.layer();
  drawChosen(pen);
  drawHighlight(pen);
  scene.layer();
  drawText(pen);
  return scene.finish(Math.max(view.width, frame.numberX), frame.bottom + BOTTOM_PX);
}

/** Faint colours get an outline, as everywhere. */
function fill({ scene, theme }: WarpStepsPen, box: Box, degree: number, lane?: number): void {
  scene.rect(box, degreeFill(theme, degree), { radius: 1, ...(lane === undefined ? {} : { lane }) });
  if (isFaint(degree)) scene.ring(box, 1, { stroke: theme.ink3, width: 0.7 });
}

function drawLanes(pen: WarpStepsPen, at: number, request: Request | null) {
  const { scene, frame, theme } = pen;
  for (let lane = 0; lane < LANES; lane++) {
    const box = laneBox(frame, at, lane);
    if (request !== null && isActive(request.access, lane)) fill(pen, box, laneDegree(request, lane), lane);
    else scene.rect(box, theme.cellIdle, { radius: 1 });
  }
}

function drawWarps(pen: WarpStepsPen, at: number, step: WarpStep): void {
  const { scene, frame, theme } = pen;
  const { warps } = pen.records;
  for (let warp = 0; warp < warps; warp++) {
    scene.rect(warpBox(frame, at, warp), theme.cellIdle, { radius: 1 });
    const request = requestOfWarp(step, warp);
    if (request === null) continue;
    // A single lane must still be seen.
    const share = Math.max(0.2, popcount32(request.access.activeMask) / LANES);
    fill(pen, warpBox(frame, at, warp, share), worstDegree(request));
  }
}

/** The request under study, in the lanes and among the warps. */
function drawChosen({ scene, frame, theme, records: { chosen, steps } }: WarpStepsPen) {
  if (chosen.step >= steps.length) return;
  const first = laneBox(frame, chosen.step, 0);
  const style = { stroke: theme.ink, width: 1.3, halo: theme.page, haloWidth: 2.6 };
  scene.ring({ ...first, width: LANES * frame.lanePitch - 1 }, 1.5, style);
  scene.ring(warpBox(frame, chosen.step, chosen.warp), 1.5, style);
}

/** Steps and lanes in which the chosen warp accesses what is highlighted. */
export function highlightedLanes(records: WarpStepsRecords, highlight: Highlight): { step: number; lane: number }[] {
  if (highlight === null) return [];
  const { cell, bank } = highlight;
  return records.steps.flatMap((step, at) => {
    const request = requestOfWarp(step, records.chosen.warp);
    if (request === null) return [];
    if (cell === null)
      return Array.from({ length: LANES }, (_, lane) => ({ step: at, lane })).filter(
        ({ lane }) => isActive(request.access, lane) && bankOf(request.access.address[lane]) === bank,
      );
    return requestCells(records.layout, request.access)
      .filter(found => sameCell(found, cell))
      .map(({ lane }) => ({ step: at, lane }));
  });
}

function drawHighlight(pen: WarpStepsPen): void {
  const { frame, records, view } = pen;
  const { highlight, selection } = view;
  for (const { step, lane } of highlightedLanes(records, selection && { cell: selection, bank: null }))
    pinnedRing(pen, laneBox(frame, step, lane), undefined);
  if (isPinned(highlight, selection)) return;
  for (const { step, lane } of highlightedLanes(records, highlight))
    hoverRing(pen, laneBox(frame, step, lane), undefined, { lane });
}

function drawText({ scene, frame, theme, textScale, records }: WarpStepsPen): void {
  const head = frame.rowsY - 5 * textScale;
  scene.text(frame.labelX, head, records.labelled, theme.ink3, END);
  scene.text(frame.lanesX, head, `lanes of warp ${records.chosen.warp}`, theme.ink3);
  scene.text(frame.warpsX, head, 'warps', theme.ink3);
  scene.text(frame.numberX, head, 'wavefr.', theme.ink3, END);
  records.steps.forEach((step, at) => {
    const baseline = frame.rowsY + (at + 0.5) * frame.rowPitch + 3.5 * textScale;
    const isChosen = at === records.chosen.step;
    scene.text(frame.labelX, baseline, step.label, isChosen ? theme.ink : theme.ink3, END);
    scene.text(frame.numberX, baseline, `${stepWavefronts(step)}`, theme.ink, END);
  });
}
