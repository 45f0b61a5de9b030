/** On the tile grid: the cells that lanes should touch, dashed, and a flag on those that they do. */

import type { Request } from '../records.ts';
import { cornerFlag, predictedOutline } from '../requests/difference-marks.ts';
import { laneDifferences } from '../requests/lane-differences.ts';
import { type RequestCell, requestCells, requestPads } from '../requests/request-cells.ts';
import { cellBox, outlinePlace } from '../scene/grid-frame.ts';
import { outlinePath } from '../scene/outline.ts';
import type { TileGridPen } from './labels.ts';

/** Cells of fewer pixels hold no flag that could be told from its neighbour's. */
const FLAGGED_PX = 5;

/** Where the lanes that differ should be, as one dashed path, and a flag on each place where they are. */
export function drawDifferences(pen: TileGridPen): void {
  const { scene, frame, theme } = pen;
  const { layout, request, predicted } = pen.records;
  const differing = new Set(laneDifferences(request, predicted).map(({ lane }) => lane));
  if (differing.size === 0) return;
  const placesOf = (of: Request | null): RequestCell[] =>
    of === null
      ? []
      : [...requestCells(layout, of.access), ...requestPads(layout, of.access)].filter(c => differing.has(c.lane));
  const d = outlinePath(placesOf(predicted ?? null), outlinePlace(frame, 0));
  if (d !== '') scene.path(d, predictedOutline(theme, false));
  if (frame.pitch < FLAGGED_PX) return;
  for (const { row, column } of placesOf(request)) cornerFlag(pen, cellBox(frame, row, column));
}
