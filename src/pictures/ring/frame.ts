/** Places of the rings. Also finds the slot under a point. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { BufferRing } from '../../trace/scenario.ts';
import type { RingRecords } from '../records.ts';
import type { PicturePen } from '../scene/pen.ts';
import type { Box, PictureView } from '../view.ts';

/** Radius of a ring that stands alone, of one of several, and of a single slot. */
const RADIUS_PX = { alone: 82, ring: 62, slot: 34 };
/** Round a ring, for the roles that stand at it; below it, for its size. */
const PILL_ROOM_PX = 20;
const NAME_PX = 30;
const GAP_PX = 4;
const INNER_SHARE = 0.45;
const SECTOR_GAP_PX = 2;

export interface PlacedRing {
  readonly buffer: BufferRing;
  readonly x: number;
  readonly y: number;
  readonly inner: number;
  readonly outer: number;
}

export interface RingFrame {
  readonly rings: readonly PlacedRing[];
  readonly height: number;
}

export type RingPen = PicturePen<RingFrame, RingRecords>;

/** Rings in rows, with as many in each row as fit. */
export function ringFrame({ scenario: { buffers } }: RingRecords, { width, textScale }: PictureView): RingFrame {
  const isAlone = buffers.length === 1;
  const sideOf = ({ stages }: BufferRing) => 2 * (radiusOf(stages, isAlone) + PILL_ROOM_PX) * textScale;
  const rings: PlacedRing[] = [];
  let y = 0;
  for (const row of rowsOf(buffers, sideOf, width)) {
    const height = Math.max(...row.map(sideOf));
    let x = 0;
    for (const buffer of row) {
      const outer = radiusOf(buffer.stages, isAlone) * textScale;
      const side = sideOf(buffer);
      rings.push({ buffer, x: x + side / 2, y: y + height / 2, inner: outer * INNER_SHARE, outer });
      x += side + GAP_PX;
    }
    y += height + (isAlone ? 0 : NAME_PX * textScale);
  }
  return { rings, height: y };
}

function rowsOf(buffers: readonly BufferRing[], sideOf: (buffer: BufferRing) => number, width: number): BufferRing[][] {
  const rows: BufferRing[][] = [];
  let x = Number.POSITIVE_INFINITY;
  for (const buffer of buffers) {
    const side = sideOf(buffer);
    if (x + side > width) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1)!.push(buffer);
    x += side + GAP_PX;
  }
  return rows;
}

const radiusOf = (stages: number, isAlone: boolean): number =>
  RADIUS_PX[isAlone ? 'alone' : stages > 1 ? 'ring' : 'slot'];

/** Clockwise from the top, in radians. */
export interface Sector {
  readonly from: number;
  readonly to: number;
}

/** One or two stages begin with what is above: there is more room for words and roles. */
const firstAngle = (stages: number): number => (stages > 2 ? 0 : -Math.PI / stages);

export const sectorOf = ({ buffer: { stages } }: PlacedRing, stage: number): Sector => {
  const [first, width] = [firstAngle(stages), (2 * Math.PI) / stages];
  return { from: first + stage * width, to: first + (stage + 1) * width };
};

export const middleOf = ({ from, to }: Sector): number => (from + to) / 2;

/** A point of the ring: `angle` clockwise from the top. */
export const pointAt = ({ x, y }: PlacedRing, angle: number, radius: number): readonly [number, number] => [
  x + radius * Math.sin(angle),
  y - radius * Math.cos(angle),
];

/** A sector between two radii, or all of the ring where it has but one stage. */
export function sectorPath(ring: PlacedRing, sector: Sector, inner: number, outer: number): string {
  if (ring.buffer.stages === 1) return `${circle(ring, outer, 1)}${circle(ring, inner, 0)}`;
  // Neighbours are equally far apart at both radii.
  const at = (angle: number, radius: number, side: number): string =>
    text(pointAt(ring, angle + (side * SECTOR_GAP_PX) / 2 / radius, radius));
  const large = sector.to - sector.from > Math.PI ? 1 : 0;
  const arc = (radius: number, sweep: number): string => `A${px(radius)} ${px(radius)} 0 ${large} ${sweep} `;
  return [
    `M${at(sector.from, outer, 1)}${arc(outer, 1)}${at(sector.to, outer, -1)}`,
    `L${at(sector.to, inner, -1)}${arc(inner, 0)}${at(sector.from, inner, 1)}Z`,
  ].join('');
}

/** Path of two half circles; the inner one runs the other way, which leaves a hole. */
function circle(ring: PlacedRing, radius: number, sweep: 0 | 1): string {
  const half = `A${px(radius)} ${px(radius)} 0 1 ${sweep} `;
  const [top, bottom] = [text(pointAt(ring, 0, radius)), text(pointAt(ring, Math.PI, radius))];
  return `M${top}${half}${bottom}${half}${top}Z`;
}

export const px = (n: number): string => n.toFixed(2);
const text = ([x, y]: readonly [number, number]): string => `${px(x)} ${px(y)}`;

/** The row of a highlight's cell is a ring, its column a stage. */
export function slotUnder({ rings }: RingFrame, x: number, y: number): Cell | null {
  for (const [row, ring] of rings.entries()) {
    const [dx, dy] = [x - ring.x, y - ring.y];
    const radius = Math.hypot(dx, dy);
    if (radius < ring.inner || radius > ring.outer) continue;
    const { stages } = ring.buffer;
    const turn = ((Math.atan2(dx, -dy) - firstAngle(stages)) / (2 * Math.PI) + 2) % 1;
    return { row, column: Math.min(stages - 1, Math.floor(turn * stages)) };
  }
  return null;
}

/** Round the middle of a slot: a lens keeps clear of it. */
export function slotBox(ring: PlacedRing, stage: number): Box {
  const [x, y] = pointAt(ring, middleOf(sectorOf(ring, stage)), (ring.inner + ring.outer) / 2);
  const half = (ring.outer - ring.inner) / 2;
  return { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
}
