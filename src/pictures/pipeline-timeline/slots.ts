/** Rows of slots and barriers: what each stage of a ring holds, and the parities of the barriers that guard it. */
import type { SlotStretch } from '../../model/pipeline/pipeline-run.ts';
import type { PipelineRecords } from '../pipeline/records.ts';
import { roleLetters, roleTone } from '../pipeline/roles.ts';
import { stepName } from '../pipeline/steps.ts';
import { tracksOf } from '../pipeline/tracks.ts';
import { TRACK } from '../scene/scene.ts';
import { blend, type Theme } from '../theme.ts';
import type { Box } from '../view.ts';
import { drawTrack, label, type TimelinePen } from './bars.ts';
import { boxOf, type PlacedRow, xOf } from './frame.ts';
import { apart, HATCH_PX, LEAST_LABEL_PX } from './roles.ts';

type SlotRow = PlacedRow & { readonly kind: 'slot' };
type TraceRow = PlacedRow & { readonly kind: 'trace' };

/** Fill of a slot that is full and not being read. */
export const fullFill = (theme: Theme): string => blend(theme.surface, theme.roles.producer.fill, 0.4);

export function drawSlot(pen: TimelinePen, row: SlotRow): void {
  const { records } = pen;
  const { theme } = pen;
  const { run, scenario } = records;
  const tracks = tracksOf(records);
  const stateOf = (state: 'filling' | 'full' | 'read') => tracks.slot(row.buffer.name, row.stage, state);
  const name = (item: number): string => stepName(scenario, row.buffer.name, run.slots.at(item)!.index);
  drawTrack(pen, stateOf('filling'), { extent: row, fill: theme.roles.producer.fill }, (item, box) =>
    drawFill(pen, row, { item, box, name: name(item) }),
  );
  drawTrack(pen, stateOf('full'), { extent: row, fill: fullFill(theme) }, (item, box) => {
    pen.scene.rect(apart(box), fullFill(theme));
    if (box.width >= LEAST_LABEL_PX)
      label(pen, box, [`full, ${name(item)}`, 'full'], { fill: theme.label, weight: 400, ground: null });
  });
  drawTrack(pen, stateOf('read'), { extent: row, fill: readersFill(records, theme) }, (item, box) =>
    drawRead(pen, run.slots.at(item)!.readers, box),
  );
}

/** Zoomed out, readers cannot be told apart: the mean of their colours. */
const readersFill = ({ scenario }: PipelineRecords, theme: Theme): string =>
  scenario.roles
    .map(({ name }) => roleTone(scenario, name, theme).fill)
    .filter(fill => fill !== theme.roles.producer.fill)
    .reduce((mean, fill, i) => (i === 0 ? fill : blend(mean, fill, 1 / (i + 1))), theme.roles.consumer1.fill);

interface Fill {
  readonly item: number;
  readonly box: Box;
  readonly name: string;
}

/** Dashed from when the copy was asked for, hatched while the bytes arrive. */
function drawFill(pen: TimelinePen, row: SlotRow, { item, box, name }: Fill): void {
  const { records } = pen;
  const { scene, frame, view } = pen;
  const { fill, ink } = view.theme.roles.producer;
  const stretch = records.run.slots.at(item)!;
  const arriving = boxOf(frame, arrivalClk(records, stretch), stretch.to, row);
  const middle = row.y + row.height / 2;
  if (arriving.x - box.x > 1) scene.line([box.x, middle], [arriving.x, middle], ink, { dash: TRACK, width: 1.4 });
  scene.hatch(apart(arriving), blend(view.theme.surface, fill, 0.25), fill, HATCH_PX + 2);
  if (arriving.width >= LEAST_LABEL_PX)
    label(pen, arriving, [name], { fill: view.theme.ink, weight: 600, ground: view.theme.surface });
}

/** When the first bytes of a fill arrive: each copy lands as long as the engine was at it, and ends with its last byte. */
function arrivalClk({ run }: PipelineRecords, { buffer, stage, from, to }: SlotStretch): number {
  const users = tracksOf({ run }).users(buffer, stage);
  const { first, end } = users.within(from, to);
  const arrivals = Array.from(users.item.subarray(first, end), index => {
    const span = run.spans.at(index)!;
    const { servedFrom, servedTo } = run.links.at(index)!;
    return span.kind === 'copy' && span.to <= to ? span.to - (servedTo - servedFrom) : to;
  });
  return Math.max(from, Math.min(to, ...arrivals));
}

/** A part of the height for each reader. */
function drawRead(pen: TimelinePen, readers: readonly string[], box: Box): void {
  const { scenario } = pen.records;
  const height = box.height / readers.length;
  for (const [i, role] of readers.entries()) {
    const part = { ...box, y: box.y + i * height, height };
    pen.scene.rect(apart(part), roleTone(scenario, role, pen.theme).fill);
  }
  if (box.width >= LEAST_LABEL_PX)
    label(pen, box, [readers.map(roleLetters).join(' ')], { fill: pen.theme.label, weight: 600, ground: null });
}

/** A pulse and the time until the next one: closer lines would only be a dark band. */
const LEAST_PULSE_PX = 6;

/** Low while the parity is 0, high while it is 1. */
export function drawTrace(pen: TimelinePen, row: TraceRow): void {
  const { records } = pen;
  const { frame, scene, view } = pen;
  const ink = traceInk(view.theme, row.guard);
  const [high, low] = [row.y + 1, row.y + row.height - 1];
  const end = xOf(frame, records.run.totalClk);
  let d = `M${round(Math.max(frame.plot.x - 6, xOf(frame, 0)))} ${low}`;
  const look = { extent: { y: high, height: low - high }, fill: ink, leastPx: LEAST_PULSE_PX };
  drawTrack(pen, tracksOf(records).high(row.barrier), look, (_, { x, width }) => {
    d += `H${round(x)}V${high}H${round(x + width)}${x + width < end ? `V${low}` : ''}`;
  });
  scene.path(`${d}H${round(Math.min(end, frame.plot.x + frame.plot.width + 6))}`, {
    stroke: ink,
    width: pen.lit.includes(row.barrier) ? 2.2 : 1.3,
  });
}

const round = (px: number): number => Math.round(px * 100) / 100;

export const traceInk = (theme: Theme, guard: TraceRow['guard']): string =>
  guard === 'full' ? theme.roles.producer.ink : guard === 'empty' ? theme.roles.consumer1.ink : theme.ink2;
