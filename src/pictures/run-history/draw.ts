/** History of runs: medians and quartiles of each variant, from old to new, each with its own marker and colour. */

import { picturePen } from '../scene/pen.ts';
import { hoverRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneBuilder } from '../scene/scene-builder.ts';
import type { Box, PictureView } from '../view.ts';
import { type RunHistoryFrame, type RunHistoryPen, runHistoryFrame, TEXT_PX, xOfRun, yOfTime } from './frame.ts';
import type { RunHistoryRecords } from './records.ts';

const AXIS_PX = 22;
const MARKER_PX = 4;
const QUARTILE_PX = 3;

export function runHistoryScene(records: RunHistoryRecords, view: PictureView): Scene {
  const frame = runHistoryFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  drawAxes(pen);
  scene.layer();
  for (const at of records.series.keys()) drawSeries(pen, at);
  const { highlight } = view;
  const box = highlight?.cell ? pointBox(frame, records, highlight.cell.row, highlight.cell.column) : null;
  if (box !== null) hoverRing(pen, box, undefined);
  scene.layer();
  drawNames(pen);
  return scene.finish(view.width, frame.bottom + AXIS_PX * view.textScale);
}

/** null where the variant was no part of the run. */
export function pointBox(
  frame: RunHistoryFrame,
  { series, runs }: RunHistoryRecords,
  at: number,
  run: number,
): Box | null {
  const point = series[at]?.points[run];
  if (!point) return null;
  const [x, y] = [xOfRun(frame, run, runs.length), yOfTime(frame, point.medianNs)];
  return { x: x - MARKER_PX, y: y - MARKER_PX, width: 2 * MARKER_PX, height: 2 * MARKER_PX };
}

function drawAxes({ scene, frame, theme, textScale, records: { runs } }: RunHistoryPen): void {
  const { axis, left, right, bottom } = frame;
  for (const { ns, text } of axis.ticks) {
    const y = Math.round(yOfTime(frame, ns)) + 0.5;
    scene.line([left - 6, y], [right, y], ns === 0 ? theme.lineStrong : theme.line);
    scene.text(left - 10, y + 3.5 * textScale, `${text} ${axis.unit}`, theme.ink3, { anchor: 'end' });
  }
  const baseline = bottom + 16 * textScale;
  if (runs.length === 1) scene.text((left + right) / 2, baseline, runs[0], theme.ink3, { anchor: 'middle' });
  if (runs.length < 2) return;
  scene.text(left, baseline, runs[0], theme.ink3);
  scene.text(right, baseline, runs[runs.length - 1], theme.ink3, { anchor: 'end' });
}

function drawSeries({ scene, frame, theme, records: { series, runs } }: RunHistoryPen, at: number): void {
  const stroke = theme.series[at % theme.series.length];
  let before: readonly [number, number] | null = null;
  series[at].points.forEach((point, run) => {
    if (point === null) return;
    const x = xOfRun(frame, run, runs.length);
    const to = [x, yOfTime(frame, point.medianNs)] as const;
    if (before !== null) scene.line(before, to, stroke, { width: 1.5 });
    const [low, high] = [yOfTime(frame, point.q1Ns), yOfTime(frame, point.q3Ns)];
    scene.line([x, low], [x, high], stroke);
    for (const y of [low, high]) scene.line([x - QUARTILE_PX, y], [x + QUARTILE_PX, y], stroke);
    drawSeriesMarker(scene, at, { x: to[0], y: to[1], radius: MARKER_PX, fill: stroke });
    before = to;
  });
}

function drawNames({ scene, frame: { right, nameY }, theme, textScale, records: { series } }: RunHistoryPen): void {
  const size = TEXT_PX * textScale;
  series.forEach(({ name }, at) => {
    const fill = theme.series[at % theme.series.length];
    drawSeriesMarker(scene, at, { x: right + 14, y: nameY[at], radius: MARKER_PX, fill });
    scene.text(right + 14 + 8 * textScale, nameY[at] + size * 0.36, name, theme.ink2, { size });
  });
}

// Markers of series: no series is told from another by colour alone.

interface MarkerPlace {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly fill: string;
}

/** Corners on the unit circle's square, y down: square, up, diamond, down, plus, star, cross. A dot is the first. */
const SHAPES: readonly (readonly (readonly [number, number])[])[] = [
  [
    [-0.9, -0.9],
    [0.9, -0.9],
    [0.9, 0.9],
    [-0.9, 0.9],
  ],
  [
    [0, -1.1],
    [1.1, 0.9],
    [-1.1, 0.9],
  ],
  [
    [0, -1.3],
    [1.3, 0],
    [0, 1.3],
    [-1.3, 0],
  ],
  [
    [0, 1.1],
    [1.1, -0.9],
    [-1.1, -0.9],
  ],
  [
    [-0.4, -1.2],
    [0.4, -1.2],
    [0.4, -0.4],
    [1.2, -0.4],
    [1.2, 0.4],
    [0.4, 0.4],
    [0.4, 1.2],
    [-0.4, 1.2],
    [-0.4, 0.4],
    [-1.2, 0.4],
    [-1.2, -0.4],
    [-0.4, -0.4],
  ],
  [
    [0, -1.3],
    [0.35, -0.45],
    [1.25, -0.4],
    [0.55, 0.2],
    [0.75, 1.1],
    [0, 0.6],
    [-0.75, 1.1],
    [-0.55, 0.2],
    [-1.25, -0.4],
    [-0.35, -0.45],
  ],
  [
    [0, -0.5],
    [0.7, -1.2],
    [1.2, -0.7],
    [0.5, 0],
    [1.2, 0.7],
    [0.7, 1.2],
    [0, 0.5],
    [-0.7, 1.2],
    [-1.2, 0.7],
    [-0.5, 0],
    [-1.2, -0.7],
    [-0.7, -1.2],
  ],
];

/** Marker of the series with that number; shapes repeat after the eighth. */
function drawSeriesMarker(scene: SceneBuilder, series: number, { x, y, radius, fill }: MarkerPlace): void {
  const at = series % (SHAPES.length + 1);
  if (at === 0) {
    scene.dot(x, y, radius, fill);
    return;
  }
  const corners = SHAPES[at - 1].map(([dx, dy]) => `${round(x + dx * radius)} ${round(y + dy * radius)}`);
  scene.path(`M${corners.join('L')}Z`, { stroke: fill, width: 0.5, fill });
}

const round = (px: number): number => Math.round(px * 100) / 100;
