/** The slots of a ring: what each holds, by colour, hatch and word. */

import type { SlotNow } from '../../model/pipeline/pipeline-state.ts';
import type { Scenario } from '../../trace/scenario.ts';
import { roleLetters, roleTone } from '../pipeline/roles.ts';
import { stepName } from '../pipeline/steps.ts';
import { fullFill } from '../pipeline-timeline/slots.ts';
import { longestPx, textPx } from '../scene/text-metrics.ts';
import { blend, type Theme } from '../theme.ts';
import { middleOf, type PlacedRing, pointAt, type RingPen, type Sector, sectorOf, sectorPath } from './frame.ts';
import type { RingRecords } from './records.ts';

/** Share of the producer's fill under its hatch. */
const TINT = 0.25;
const HATCH = { periodPx: 6, widthPx: 2.4 };

export function drawSlot(pen: RingPen, ring: PlacedRing, slot: SlotNow): void {
  const { scene, theme, records } = pen;
  const sector = sectorOf(ring, slot.stage);
  const bands = fillsOf(slot, records, theme);
  const band = (ring.outer - ring.inner) / bands.length;
  bands.forEach((fill, i) => {
    const outer = ring.outer - i * band;
    scene.path(sectorPath(ring, sector, outer - band, outer), { stroke: theme.lineStrong, width: 0.8, fill });
  });
  if (slot.state !== 'filling') return;
  scene.layer();
  hatchSector(pen, ring, sector);
}

/** From the outside in: a band for each reader. */
function fillsOf({ state, readers }: SlotNow, { scenario }: RingRecords, theme: Theme): readonly string[] {
  if (state === 'read') return readers.map(name => roleTone(scenario, name, theme).fill);
  if (state === 'full') return [fullFill(theme)];
  if (state === 'filling') return [blend(theme.surface, theme.roles.producer.fill, TINT)];
  return [state === 'used' ? theme.cellIdle : theme.surface];
}

/** Lines at 45°, as in the timeline, from edge to edge of the sector. */
function hatchSector({ scene, theme }: RingPen, ring: PlacedRing, sector: Sector): void {
  const { x, y, outer } = ring;
  const step = HATCH.periodPx * Math.SQRT2;
  const point = (sum: number, t: number) => [x + sum / 2 + t, y + sum / 2 - t] as const;
  for (let sum = -Math.SQRT2 * outer + step / 2; sum < Math.SQRT2 * outer; sum += step) {
    for (const [from, to] of stretchesIn(ring, sector, sum))
      scene.line(point(sum, from), point(sum, to), theme.roles.producer.fill, { width: HATCH.widthPx });
  }
}

/** Of the line whose points, from the ring's centre, are (sum / 2 + t, sum / 2 - t): the t between which it is in the sector. */
function stretchesIn({ inner, outer }: PlacedRing, sector: Sector, sum: number): (readonly [number, number])[] {
  const circles = [inner, outer].flatMap(radius => {
    const t = Math.sqrt((radius * radius - (sum * sum) / 2) / 2);
    return [-t, t];
  });
  const sides = [sector.from, sector.to].map(
    angle => ((sum / 2) * (Math.cos(angle) + Math.sin(angle))) / (Math.sin(angle) - Math.cos(angle)),
  );
  const cuts = [...circles, ...sides].filter(Number.isFinite).toSorted((a, b) => a - b);
  const isInside = (t: number): boolean => {
    const [x, y] = [sum / 2 + t, sum / 2 - t];
    const radius = Math.hypot(x, y);
    const turned = (Math.atan2(x, -y) - sector.from + 4 * Math.PI) % (2 * Math.PI);
    return radius > inner && radius < outer && turned < sector.to - sector.from;
  };
  return cuts.slice(1).flatMap((to, i) => (isInside((cuts[i] + to) / 2) ? [[cuts[i], to] as const] : []));
}

const LABEL = { size: 11.5, noteSize: 10, lineGap: 12 };
/** Of a wider sector the label lies across the ring, of others along it. */
const MOST_WIDE_STAGES = 4;

/** '3 · k3' and 'read by C1', or 'k3' where sectors are narrow, as far as there is room. */
export function labelSlot(pen: RingPen, ring: PlacedRing, slot: SlotNow): void {
  const { scene, theme, textScale } = pen;
  const { scenario } = pen.records;
  const [x, y] = pointAt(ring, middleOf(sectorOf(ring, slot.stage)), (ring.inner + ring.outer) / 2);
  const size = LABEL.size * textScale;
  const lines = linesOf(slot, ring, scenario).filter(text => textPx(text, size) <= roomOf(ring));
  if (lines.length === 0) return;
  const gap = LABEL.lineGap * textScale;
  const top = y - ((lines.length - 1) * gap) / 2 + size * 0.35;
  if (slot.state === 'filling') clearGround(pen, lines, { x, y, gap, size });
  const ink = slot.state === 'read' ? theme.label : theme.ink;
  lines.forEach((text, i) => {
    const style = i === 0 ? ({ size, weight: 700 } as const) : { size: LABEL.noteSize * textScale };
    scene.text(x, top + i * gap, text, ink, { ...style, anchor: 'middle' });
  });
}

function linesOf(slot: SlotNow, { buffer: { stages } }: PlacedRing, scenario: Scenario): readonly string[] {
  const step = slot.holds === null ? null : stepName(scenario, slot.buffer, slot.holds);
  if (stages > MOST_WIDE_STAGES) return [step ?? `${slot.stage}`];
  return [step === null ? `${slot.stage}` : `${slot.stage} · ${step}`, noteOf(slot)];
}

/** Across the middle of a sector. */
function roomOf({ buffer: { stages }, inner, outer }: PlacedRing): number {
  if (stages === 1) return 0;
  const chord = (inner + outer) * Math.sin(Math.PI / stages);
  return stages > MOST_WIDE_STAGES ? Math.min(chord, outer - inner) : Math.min(1.4 * outer, chord * 1.15);
}

interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly gap: number;
  readonly size: number;
}

function clearGround({ scene, theme }: RingPen, lines: readonly string[], { x, y, gap, size }: LabelPlace) {
  const width = longestPx(lines, size) + 4;
  const height = lines.length * gap + 3;
  scene.rect({ x: x - width / 2, y: y - height / 2, width, height }, theme.surface, { radius: 2 });
}

/** 'read by C1 C2'. */
export const noteOf = ({ state, readers }: SlotNow): string =>
  state === 'read' ? `read by ${readers.map(roleLetters).join(' ')}` : state;
