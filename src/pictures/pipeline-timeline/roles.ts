/** Rows of roles: who works, who waits for what. */

import type { SpanKind } from '../../model/pipeline/run-groups.ts';
import { roleTone } from '../pipeline/roles.ts';
import { spanStep, waiterOf } from '../pipeline/steps.ts';
import { tracksOf } from '../pipeline/tracks.ts';
import { TRACK } from '../scene/scene.ts';
import { blend, type RoleTone, type Theme } from '../theme.ts';
import type { Box } from '../view.ts';
import { drawTrack, label, type TimelinePen } from './bars.ts';
import { boxOf, lineOf, type PlacedRow, type RowExtent } from './frame.ts';

type RoleRow = PlacedRow & { readonly kind: 'role' };

/** Hatch lines of waits and fills. */
export const HATCH_PX = 5;
const RADIUS_PX = 2;

/** Products in the role's own colour, its exponentials in half of it, its other arithmetic and its stores in the epilogue's. */
export function workFill(theme: Theme, tone: RoleTone, kind: SpanKind): string {
  if (kind === 'mma') return tone.fill;
  if (kind === 'softmax') return blend(theme.surface, tone.fill, 0.5);
  return kind === 'alu' ? blend(theme.surface, theme.roles.epilogue.fill, 0.6) : theme.roles.epilogue.fill;
}

/** Apart from the next one, where there is room for that. */
export const apart = (box: Box): Box => ({ ...box, width: Math.max(1, box.width - (box.width > 3 ? 1 : 0)) });

/** A dotted line through the time in which the role waits for its own work or for a unit: bars lie above it. */
export function drawIdle(pen: TimelinePen, row: RoleRow): void {
  const { records } = pen;
  const { theme } = pen;
  const { y, height } = lineOf(row, 0);
  const middle = y + height / 2;
  drawTrack(
    pen,
    tracksOf(records).spans(row.name, 'idle'),
    { extent: { y: middle - 0.5, height: 1 }, fill: theme.ink3 },
    (_, { x, width }) => pen.scene.line([x, middle], [x + width, middle], theme.ink3, { dash: TRACK }),
  );
}

export function drawRole(pen: TimelinePen, row: RoleRow): void {
  const { records } = pen;
  const tone = roleTone(records.scenario, row.name, pen.theme);
  row.lines.forEach((kinds, line) => {
    const extent = lineOf(row, line);
    if (kinds.includes('wait')) drawWaits(pen, row.name, extent);
    for (const kind of kinds) if (kind !== 'wait') drawWork(pen, { role: row.name, kind, tone, extent });
  });
  drawIssues(pen, row, tone);
}

interface Work {
  readonly role: string;
  readonly kind: SpanKind;
  readonly tone: RoleTone;
  readonly extent: RowExtent;
}

const WORDS: Readonly<Partial<Record<SpanKind, readonly string[]>>> = {
  softmax: ['exp'],
  alu: ['alu'],
  store: ['store'],
};

function drawWork(pen: TimelinePen, { role, kind, tone, extent }: Work): void {
  const { records } = pen;
  const { theme } = pen;
  const fill = workFill(theme, tone, kind);
  drawTrack(pen, tracksOf(records).spans(role, kind), { extent, fill }, (item, box) => {
    pen.scene.rect(apart(box), fill, { radius: box.width > 6 ? RADIUS_PX : 0 });
    if (box.width < LEAST_LABEL_PX) return;
    const words = WORDS[kind] ?? [spanStep(records, item), 'mma'].filter(word => word !== '');
    label(pen, box, words, { fill: theme.label, weight: kind === 'mma' ? 600 : 400, ground: null });
  });
}

/** Least width at which a label fits. */
export const LEAST_LABEL_PX = 14;

function drawWaits(pen: TimelinePen, role: string, extent: RowExtent): void {
  const { records } = pen;
  const { scene, view, frame } = pen;
  const { theme } = view;
  const { run } = records;
  drawTrack(pen, tracksOf(records).spans(role, 'wait'), { extent, fill: theme.lineStrong }, (item, box) => {
    if (waiterOf(run, item) !== null) return;
    scene.hatch(apart(box), theme.page, theme.lineStrong, HATCH_PX);
    label(pen, box, [run.spans.at(item)!.barrier!.name], { fill: theme.ink2, weight: 400, ground: theme.page });
  });
  // One that began when all stood still has no span: it took no time.
  const waiter = run.deadlock?.waiters.find(each => each.role === role);
  if (waiter === undefined) return;
  const box = boxOf(frame, waiter.since, Number.POSITIVE_INFINITY, extent);
  if (box.width <= 0) return;
  // Red, but not so red that nothing else is seen.
  scene.hatch(box, theme.conflict.soft, blend(theme.conflict.soft, theme.conflict.ink, 0.4), HATCH_PX);
  label(pen, box, [waiter.barrier], { fill: theme.conflict.ink, weight: 600, ground: theme.page });
}

const TICK_PX = 3;

/** When the role asked for copies; far out a band while any are under way. */
function drawIssues(pen: TimelinePen, row: RoleRow, { ink }: RoleTone): void {
  const { records } = pen;
  const band = { extent: { y: row.y, height: TICK_PX }, fill: ink };
  const { x: left } = pen.frame.plot;
  const height = row.workPx;
  for (const kind of ['copy', 'issue'] as const)
    drawTrack(pen, tracksOf(records).spans(row.name, kind), band, (_, { x, y }) =>
      pen.scene.rect({ x: Math.max(left, x - TICK_PX / 2), y, width: TICK_PX, height }, ink),
    );
}
