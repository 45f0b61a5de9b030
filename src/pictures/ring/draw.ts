/** Rings of slots at one time: a sector for each stage, the roles that stand at it, what it holds. */

import type { SlotNow } from '../../model/pipeline/pipeline-state.ts';
import type { Scenario } from '../../trace/scenario.ts';
import { roleLetters, roleTone } from '../pipeline/roles.ts';
import { stepName } from '../pipeline/steps.ts';
import { inCta } from '../pipeline-timeline/names.ts';
import { fullFill } from '../pipeline-timeline/slots.ts';
import type { RingRecords } from '../records.ts';
import { picturePen } from '../scene/pen.ts';
import type { Scene } from '../scene/scene.ts';
import { longestPx, textPx } from '../scene/text-metrics.ts';
import { kibText } from '../shared-budget/frame.ts';
import { blend, type Theme } from '../theme.ts';
import { isPinned, type PictureView } from '../view.ts';
import {
  middleOf,
  type PlacedRing,
  pointAt,
  type RingPen,
  ringFrame,
  type Sector,
  sectorOf,
  sectorPath,
} from './frame.ts';

export function ringScene(records: RingRecords, view: PictureView): Scene {
  const frame = ringFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  for (const ring of frame.rings) {
    const slots = records.state.slots.filter(({ buffer }) => buffer === ring.buffer.name);
    scene.layer();
    for (const slot of slots) drawSlot(pen, ring, slot);
    scene.layer();
    for (const slot of slots) labelSlot(pen, ring, slot);
    drawPills(pen, ring);
  }
  scene.layer();
  for (const ring of frame.rings) nameRing(pen, ring);
  drawHighlight(pen);
  return scene.finish(view.width, frame.height);
}

const PILL = { width: 20, height: 15, away: 12 };

/** Roles at one stage stand side by side along the ring. */
function drawPills({ scene, theme, textScale, records }: RingPen, ring: PlacedRing) {
  const [width, height] = [PILL.width * textScale, PILL.height * textScale];
  const radius = ring.outer + PILL.away * textScale;
  for (let stage = 0; stage < ring.buffer.stages; stage++) {
    const here = records.positions.filter(p => p.buffer === ring.buffer.name && p.stage === stage);
    here.forEach(({ role }, i) => {
      const angle = middleOf(sectorOf(ring, stage)) + ((i - (here.length - 1) / 2) * (width + 4)) / radius;
      const [x, y] = pointAt(ring, angle, radius);
      const box = { x: x - width / 2, y: y - height / 2, width, height };
      scene.rect(box, roleTone(records.scenario, role, theme).fill, { radius: height / 2 });
      const style = { size: 10 * textScale, weight: 700, anchor: 'middle' } as const;
      scene.text(x, y + 3.6 * textScale, roleLetters(role), theme.label, style);
    });
  }
}

/** Texts in the middle: for a single ring its size; otherwise the ring's name, with its size below the ring. */
function nameRing({ scene, frame, theme, textScale, records }: RingPen, ring: PlacedRing) {
  const { stages, bytes, name, overlays = [] } = ring.buffer;
  const size = kibText(stages * bytes);
  const middle = { anchor: 'middle' } as const;
  const head = { ...middle, weight: 700, size: 13 * textScale } as const;
  if (frame.rings.length === 1) {
    scene.text(ring.x, ring.y, `${stages} ${stages === 1 ? 'stage' : 'stages'}`, theme.ink, head);
    scene.text(ring.x, ring.y + 15 * textScale, size, theme.ink3, middle);
    return;
  }
  const { plain, cta } = inCta(name);
  scene.text(ring.x, ring.y + (cta === '' ? 4.5 : 0) * textScale, plain, theme.ink, head);
  if (cta !== '') scene.text(ring.x, ring.y + 13 * textScale, cta, theme.ink3, middle);
  const below = ring.y + ring.outer + 30 * textScale;
  const note = overlays.length === 0 ? '' : `, in ${overlays.join(' and ')}`;
  scene.text(ring.x, below, `${stages === 1 ? '' : `${stages} × `}${kibText(bytes)}${note}`, theme.ink3, middle);
  if (stages === 1) scene.text(ring.x, below + 12 * textScale, soleText(ring, records), theme.ink2, middle);
}

/** A single slot has no room for its words: they stand below. */
function soleText({ buffer }: PlacedRing, { scenario, state }: RingRecords): string {
  const slot = state.slots.find(({ buffer: name }) => name === buffer.name)!;
  return slot.holds === null ? noteOf(slot) : `${stepName(scenario, slot.buffer, slot.holds)} ${noteOf(slot)}`;
}

function drawHighlight({ scene, frame: { rings }, theme, view: { highlight, selection } }: RingPen): void {
  const at = highlight?.cell ?? selection;
  const ring = at === null ? undefined : rings[at.row];
  if (at === null || ring === undefined || at.column >= ring.buffer.stages) return;
  const pinned = highlight === null || isPinned(highlight, selection);
  const style = { stroke: pinned ? theme.accent.ink : theme.ink, width: 2, halo: theme.page, haloWidth: 4 };
  scene.path(sectorPath(ring, sectorOf(ring, at.column), ring.inner, ring.outer), style);
}

// The slots of a ring: what each holds, by colour, hatch and word.

/** Share of the producer's fill under its hatch. */
const TINT = 0.25;
const HATCH = { periodPx: 6, widthPx: 2.4 };

function drawSlot(pen: RingPen, ring: PlacedRing, slot: SlotNow): void {
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

/** Fills from the outside in: a band for each reader. */
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

/**
 * Points (sum / 2 + t, sum / 2 - t) from the ring's centre form a line; gives the ranges of t in which it is inside the
 * sector.
 */
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
/** Most stages with labels across the ring: their sectors are wide. With more stages, labels run along it. */
const MOST_WIDE_STAGES = 4;

/** '3 · k3' and 'read by C1', or 'k3' where sectors are narrow, as many as fit. */
function labelSlot(pen: RingPen, ring: PlacedRing, slot: SlotNow): void {
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
const noteOf = ({ state, readers }: SlotNow): string =>
  state === 'read' ? `read by ${readers.map(roleLetters).join(' ')}` : state;
