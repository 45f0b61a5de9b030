/** The slots of a ring: what each holds, by colour, hatch and word. */
import type { SlotNow } from '../model/pipeline/pipeline-state.ts';
import type { Scenario } from '../trace/scenario.ts';
import { roleLetters, roleTone } from './pipeline-roles.ts';
import { stepName } from './pipeline-steps.ts';
import { fullFill } from './pipeline-timeline.slots.ts';
import { middleOf, type PlacedRing, pointAt, type Sector, sectorOf, sectorPath } from './ring.frame.ts';
import type { RingRecords } from './ring.records.ts';
import type { SceneBuilder } from './scene-builder.ts';
import { blend, type Theme } from './theme.ts';
import type { PictureView } from './view.ts';

/** Share of the producer's fill under its hatch. */
const TINT = 0.25;
const HATCH = { stepPx: 8, widthPx: 2.4, turnPx: 20 };

export function drawSlot(
  scene: SceneBuilder,
  ring: PlacedRing,
  slot: SlotNow,
  records: RingRecords,
  { theme }: PictureView,
): void {
  const sector = sectorOf(ring, slot.stage);
  const bands = fillsOf(slot, records, theme);
  const band = (ring.outer - ring.inner) / bands.length;
  bands.forEach((fill, i) => {
    const outer = ring.outer - i * band;
    scene.path(sectorPath(ring, sector, outer - band, outer), { stroke: theme.lineStrong, width: 0.8, fill });
  });
  if (slot.state !== 'filling') return;
  scene.layer();
  hatchSector(scene, ring, sector, theme);
}

/** From the outside in: a band for each reader. */
function fillsOf({ state, readers }: SlotNow, { scenario }: RingRecords, theme: Theme): readonly string[] {
  if (state === 'read') return readers.map(name => roleTone(scenario, name, theme).fill);
  if (state === 'full') return [fullFill(theme)];
  if (state === 'filling') return [blend(theme.surface, theme.roles.producer.fill, TINT)];
  return [state === 'used' ? theme.cellIdle : theme.surface];
}

/** Lines across the sector, bent a little further at the outside, that end at its sides. */
function hatchSector(scene: SceneBuilder, ring: PlacedRing, { from, to }: Sector, theme: Theme): void {
  const { inner, outer, buffer } = ring;
  const [step, turn] = [HATCH.stepPx / outer, HATCH.turnPx / outer];
  const isWhole = buffer.stages === 1;
  const end = isWhole ? to - step / 2 : to;
  for (let angle = isWhole ? from : from - turn + step; angle < end; angle += step) {
    const [first, last] = isWhole ? [0, 1] : [(from - angle) / turn, (to - angle) / turn];
    const [t0, t1] = [Math.max(0, first), Math.min(1, last)];
    if (t1 <= t0) continue;
    const at = (t: number) => pointAt(ring, angle + t * turn, inner + t * (outer - inner));
    scene.line(at(t0), at(t1), theme.roles.producer.fill, { width: HATCH.widthPx });
  }
}

const LABEL = { size: 11.5, noteSize: 10, lineGap: 12, advance: 0.56 };
/** Of a wider sector the label lies across the ring, of others along it. */
const MOST_WIDE_STAGES = 4;

/** '3 · k3' and 'read by C1', or 'k3' where sectors are narrow, as far as there is room. */
export function labelSlot(
  scene: SceneBuilder,
  ring: PlacedRing,
  slot: SlotNow,
  { scenario }: RingRecords,
  { theme, textScale }: PictureView,
): void {
  const [x, y] = pointAt(ring, middleOf(sectorOf(ring, slot.stage)), (ring.inner + ring.outer) / 2);
  const size = LABEL.size * textScale;
  const lines = linesOf(slot, ring, scenario).filter(text => text.length * LABEL.advance * size <= roomOf(ring));
  if (lines.length === 0) return;
  const gap = LABEL.lineGap * textScale;
  const top = y - ((lines.length - 1) * gap) / 2 + size * 0.35;
  if (slot.state === 'filling') clearGround(scene, lines, { x, y, gap, size }, theme);
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

function clearGround(scene: SceneBuilder, lines: readonly string[], { x, y, gap, size }: LabelPlace, theme: Theme) {
  const width = Math.max(...lines.map(line => line.length)) * LABEL.advance * size + 4;
  const height = lines.length * gap + 3;
  scene.rect({ x: x - width / 2, y: y - height / 2, width, height }, theme.surface, { radius: 2 });
}

/** 'read by C1 C2'. */
export const noteOf = ({ state, readers }: SlotNow): string =>
  state === 'read' ? `read by ${readers.map(roleLetters).join(' ')}` : state;
