/** What can be dragged of a tile grid: the rulers, and while it is not zoomed its right edge. */
import type { Handle, Point } from '../figure.ts';
import type { GridFrame } from '../scene/grid-frame.ts';

const EDGE_PX = 14;

export function tileHandles(frame: GridFrame): readonly Handle[] {
  const { plot } = frame;
  const columnRuler: Handle = {
    name: 'column',
    box: { x: plot.x, y: 0, width: plot.width - frame.padColumns * frame.cell, height: plot.y },
    valueAt: (_, to) => cellAlong(to.x - frame.x, frame.pitch, frame.columns),
  };
  const rowRuler: Handle = {
    name: 'row',
    box: { x: 0, y: plot.y, width: plot.x, height: plot.height },
    valueAt: (_, to) => cellAlong(to.y - frame.y, frame.pitch, frame.rows),
  };
  const edge: Handle = {
    name: 'pad',
    box: { x: plot.x + plot.width - 2, y: plot.y, width: EDGE_PX, height: plot.height },
    valueAt: (from: Point, to: Point) => frame.padColumns + Math.round((to.x - from.x) / frame.pitch),
  };
  return frame.pitch === frame.cell ? [columnRuler, rowRuler, edge] : [columnRuler, rowRuler];
}

const cellAlong = (offset: number, pitch: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(offset / pitch)));
