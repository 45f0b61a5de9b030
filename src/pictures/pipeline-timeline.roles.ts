/** Rows of roles, units and named barriers: who works, who waits for what. */
import type { PipelineRecords } from './pipeline-records.ts';
import { roleTone } from './pipeline-roles.ts';
import { spanStep } from './pipeline-steps.ts';
import { drawTrack, label, type TimelinePen } from './pipeline-timeline.bars.ts';
import { boxOf, type Extent, lineOf, type PlacedRow, sightOf } from './pipeline-timeline.frame.ts';
import { type SpanKind, tracksOf } from './pipeline-tracks.ts';
import { TRACK } from './scene.ts';
import { blend, type RoleTone, type Theme } from './theme.ts';
import type { Box } from './view.ts';

type RoleRow = PlacedRow & { readonly kind: 'role' };

/** Hatch lines of waits and fills. */
export const HATCH_PX = 5;
const RADIUS_PX = 2;

/** Products in the role's own colour, its exponentials in half of it, what else it computes and stores in the epilogue's. */
export function workFill(theme: Theme, tone: RoleTone, kind: SpanKind): string {
  if (kind === 'mma') return tone.fill;
  if (kind === 'softmax') return blend(theme.surface, tone.fill, 0.5);
  return kind === 'alu' ? blend(theme.surface, theme.roles.epilogue.fill, 0.6) : theme.roles.epilogue.fill;
}

/** Apart from the next one, where there is room for that. */
export const apart = (box: Box): Box => ({ ...box, width: Math.max(1, box.width - (box.width > 3 ? 1 : 0)) });

/** A dotted line through the time in which the role waits for its own work or for a unit: bars lie above it. */
export function drawIdle(pen: TimelinePen, records: PipelineRecords, row: RoleRow): void {
  const { theme } = pen.view;
  const { y, height } = lineOf(pen.frame, row, 0);
  const middle = y + height / 2;
  drawTrack(
    pen,
    tracksOf(records).spans(row.name, 'idle'),
    { y: middle - 0.5, height: 1 },
    theme.ink3,
    (_, { x, width }) => pen.scene.line([x, middle], [x + width, middle], theme.ink3, { dash: TRACK }),
  );
}

export function drawRole(pen: TimelinePen, records: PipelineRecords, row: RoleRow): void {
  drawWaits(pen, records, row);
  const tone = roleTone(records.scenario, row.name, pen.view.theme);
  row.groups.forEach((kinds, line) => {
    for (const kind of kinds)
      drawWork(pen, records, { role: row.name, kind, tone, extent: lineOf(pen.frame, row, line) });
  });
  drawIssues(pen, records, row, tone);
}

interface Work {
  readonly role: string;
  readonly kind: SpanKind;
  readonly tone: RoleTone;
  readonly extent: Extent;
}

const WORDS: Readonly<Partial<Record<SpanKind, readonly string[]>>> = {
  softmax: ['exp'],
  alu: ['alu'],
  store: ['store'],
};

function drawWork(pen: TimelinePen, records: PipelineRecords, { role, kind, tone, extent }: Work): void {
  const { theme } = pen.view;
  const fill = workFill(theme, tone, kind);
  drawTrack(pen, tracksOf(records).spans(role, kind), extent, fill, (item, box) => {
    pen.scene.rect(apart(box), fill, { radius: box.width > 6 ? RADIUS_PX : 0 });
    if (box.width < LEAST_LABEL_PX) return;
    const words = WORDS[kind] ?? [spanStep(records, item), 'mma'].filter(word => word !== '');
    label(pen, box, words, { fill: theme.label, weight: kind === 'mma' ? 600 : 400, ground: null });
  });
}

/** Nothing fits on narrower ones. */
export const LEAST_LABEL_PX = 14;

function drawWaits(pen: TimelinePen, records: PipelineRecords, row: RoleRow): void {
  const { scene, view, frame } = pen;
  const { theme } = view;
  const { run } = records;
  const extent: Extent = { y: row.y, height: row.height - frame.footPx };
  const isForEver = (item: number): boolean => run.deadlock !== null && run.spans[item].to >= run.deadlock.at;
  drawTrack(pen, tracksOf(records).spans(row.name, 'wait'), extent, theme.lineStrong, (item, box) => {
    const name = run.spans[item].barrier?.name ?? '';
    const isStuck = isForEver(item);
    const until = isStuck ? boxOf(frame, run.spans[item].from, sightOf(frame).to, extent) : box;
    scene.hatch(
      apart(until),
      isStuck ? theme.conflict.soft : theme.page,
      isStuck ? theme.conflict.ink : theme.lineStrong,
      HATCH_PX,
    );
    const ink = isStuck ? theme.conflict.ink : theme.ink2;
    label(pen, until, [name], { fill: ink, weight: isStuck ? 600 : 400, ground: theme.page });
  });
}

const TICK_PX = 3;

/** When the role asked for copies. */
function drawIssues(pen: TimelinePen, records: PipelineRecords, row: RoleRow, { ink }: RoleTone): void {
  const extent: Extent = { y: row.y, height: row.height - pen.frame.footPx };
  for (const kind of ['copy', 'issue'] as const)
    drawTrack(pen, tracksOf(records).spans(row.name, kind), extent, ink, (_, { x }) =>
      pen.scene.rect({ ...extent, x: Math.max(pen.frame.plot.x, x - TICK_PX / 2), width: TICK_PX }, ink),
    );
}

export function drawUnit(pen: TimelinePen, records: PipelineRecords, row: PlacedRow & { readonly kind: 'unit' }): void {
  const tracks = tracksOf(records);
  for (const { name } of records.scenario.roles) {
    const { fill } = roleTone(records.scenario, name, pen.view.theme);
    const track =
      row.unit === 'copy' ? tracks.engine(name) : tracks.spans(name, row.unit === 'tensor' ? 'mma' : 'softmax');
    drawTrack(pen, track, row, fill, (_, box) => pen.scene.rect(apart(box), fill));
  }
}

/** Who stands at a named barrier: a line for each role that ever does. */
export function drawNamed(
  pen: TimelinePen,
  records: PipelineRecords,
  row: PlacedRow & { readonly kind: 'named' },
): void {
  const tracks = tracksOf(records);
  const waits = records.scenario.roles
    .map(({ name }) => ({ name, track: tracks.waitsAt(row.barrier, name) }))
    .filter(({ track }) => track.length > 0);
  const pitch = row.height / Math.max(1, waits.length);
  for (const [i, { name, track }] of waits.entries()) {
    const { fill } = roleTone(records.scenario, name, pen.view.theme);
    const extent: Extent = { y: row.y + i * pitch, height: pitch };
    drawTrack(pen, track, extent, fill, (_, box) => pen.scene.rect(apart(box), fill));
  }
}
