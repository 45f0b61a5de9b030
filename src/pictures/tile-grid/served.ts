/** Playing an access in its tile: what has been served carries its wavefront's number, what waits is faded. */
import { cellBox } from '../scene/grid-frame.ts';
import { degreeChip, degreeFill } from '../theme.ts';
import type { TileGridPen } from './pen.ts';

/** Two digits need as much. */
const NUMBER_PX = 13;
const FADED = 0.72;

interface Served {
  /** Number, from 1, of the wavefront that brings a lane's last word. */
  readonly wavefront: number;
  /** Ways of the lane's phase. */
  readonly ways: number;
}

function servedByLane({ records: { request } }: TileGridPen): ReadonlyMap<number, Served> {
  const byLane = new Map<number, Served>();
  for (const { lane, phase, wavefront } of request?.cost.hits ?? []) {
    const last = Math.max(wavefront + 1, byLane.get(lane)?.wavefront ?? 0);
    byLane.set(lane, { wavefront: last, ways: request!.cost.phases[phase].wavefronts });
  }
  return byLane;
}

/** Whether the tile shows how far the access has come, in place of what lies where. */
export const isPlayed = ({ records: { request }, view, frame }: TileGridPen): boolean =>
  request !== null && Number.isFinite(view.playhead) && frame.block === 1;

/** A lane without conflict keeps its bank's colour: only who queued turns to that of the queue. */
export function drawServed(pen: TileGridPen): void {
  if (!isPlayed(pen)) return;
  const { scene, frame, theme, view, cells } = pen;
  const byLane = servedByLane(pen);
  const drawn = new Set<number>();
  let labelled = -1;
  for (const { row, column, lane } of cells.requested) {
    const served = byLane.get(lane);
    const at = row * frame.columns + column;
    if (served === undefined || drawn.has(at)) continue;
    drawn.add(at);
    const box = cellBox(frame, row, column);
    if (served.wavefront > view.playhead) {
      scene.rect(box, theme.page, { opacity: FADED, lane });
      continue;
    }
    const { wavefront, ways } = served;
    if (ways > 1) scene.rect(box, degreeFill(theme, ways), { lane });
    // If a lane has several cells side by side, only the first one gets a number.
    if (frame.pitch >= NUMBER_PX && labelled !== lane) {
      labelled = lane;
      const ink = ways > 1 ? degreeChip(theme, ways).text : theme.label;
      const size = frame.pitch >= 20 ? 11 : 10;
      const middle = box.y + box.height / 2 + size * 0.36;
      scene.text(box.x + box.width / 2, middle, `${wavefront}`, ink, { size, anchor: 'middle', weight: 600 });
    }
    if (wavefront === view.playhead) scene.ring(box, 1, { stroke: theme.ink, width: 1.6 });
  }
}
