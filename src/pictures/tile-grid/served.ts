/** An access in its tile: who queues has the colour of the queue; played, what has been served carries a number and what waits is faded. */
import { cellBox } from '../scene/grid-frame.ts';
import { degreeChip, degreeFill } from '../theme.ts';
import type { TileGridPen } from './pen.ts';

/** Two digits need as much, and as much again to be bold. */
const NUMBER_PX = 13;
const BOLD_PX = 15;
const FADED = 0.72;

interface Served {
  /** Number, from 1, of the wavefront that brings a lane's last word. */
  readonly wavefront: number;
  /** Ways of the lane's phase. */
  readonly ways: number;
  /** Bank of the lane's first word. */
  readonly bank: number;
}

function servedByLane({ records: { request } }: TileGridPen): ReadonlyMap<number, Served> {
  const byLane = new Map<number, Served>();
  for (const hit of request?.cost.hits ?? []) {
    const known = byLane.get(hit.lane);
    byLane.set(hit.lane, {
      wavefront: Math.max(hit.wavefront + 1, known?.wavefront ?? 0),
      ways: request!.cost.phases[hit.phase].wavefronts,
      bank: known?.bank ?? hit.bank,
    });
  }
  return byLane;
}

/** Whether the tile shows how far the access has come, in place of what lies where. */
export const isPlayed = ({
  records: { request },
  view,
  frame,
}: Pick<TileGridPen, 'records' | 'view' | 'frame'>): boolean =>
  request !== null && Number.isFinite(view.playhead) && frame.block === 1;

/** What the numbers of served cells are; null where none is drawn. */
export const numbersSay = (pen: Pick<TileGridPen, 'records' | 'view' | 'frame'>): 'wavefront' | 'bank' | null =>
  isPlayed(pen) && pen.frame.pitch >= NUMBER_PX ? (pen.records.servedSay ?? 'wavefront') : null;

/** Ways of the queue that each lane stands in; lanes without conflict are left out. Known in the colours of banks only. */
export function queueByLane(pen: TileGridPen): ReadonlyMap<number, number> {
  if (pen.records.colourBy !== 'bank') return new Map();
  return new Map([...servedByLane(pen)].flatMap(([lane, { ways }]) => (ways > 1 ? [[lane, ways]] : [])));
}

/** A lane without conflict keeps its bank's colour: only who queues turns to that of the queue. */
export function drawServed(pen: TileGridPen): void {
  if (isPlayed(pen)) drawPlayed(pen);
  else if (pen.frame.block === 1) drawQueues(pen);
}

function drawQueues(pen: TileGridPen): void {
  const { scene, frame, theme, cells } = pen;
  const queues = queueByLane(pen);
  for (const { row, column, lane } of cells.requested) {
    const ways = queues.get(lane);
    if (ways !== undefined) scene.rect(cellBox(frame, row, column), degreeFill(theme, ways), { lane });
  }
}

function drawPlayed(pen: TileGridPen): void {
  const { scene, frame, theme, view, cells } = pen;
  const byLane = servedByLane(pen);
  // Where all are served at once, a ring would tell nothing.
  const hasTurns = [...byLane.values()].some(({ wavefront }) => wavefront > 1);
  const says = numbersSay(pen);
  const drawn = new Set<number>();
  let labelled = -1;
  for (const { row, column, lane } of cells.requested) {
    const served = byLane.get(lane);
    const at = row * frame.columns + column;
    if (served === undefined || drawn.has(at)) continue;
    drawn.add(at);
    const box = cellBox(frame, row, column);
    const { wavefront, ways, bank } = served;
    const isPending = wavefront > view.playhead;
    if (isPending) scene.rect(box, theme.page, { opacity: FADED, lane });
    else if (ways > 1) scene.rect(box, degreeFill(theme, ways), { lane });
    // If a lane has several cells side by side, only the first one gets a number. What waits has its bank, no wavefront yet.
    if (says !== null && labelled !== lane && (says === 'bank' || !isPending)) {
      labelled = lane;
      const ink = isPending ? theme.ink : ways > 1 ? degreeChip(theme, ways).text : theme.label;
      const size = frame.pitch >= 20 ? 11 : 10;
      const middle = box.y + box.height / 2 + size * 0.36;
      scene.text(box.x + box.width / 2, middle, `${says === 'bank' ? bank : wavefront}`, ink, {
        size,
        anchor: 'middle',
        weight: frame.pitch >= BOLD_PX ? 600 : 400,
      });
    }
    if (hasTurns && wavefront === view.playhead) scene.ring(box, 1, { stroke: theme.ink, width: 1.6 });
  }
}
