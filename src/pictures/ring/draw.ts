/** Rings of slots at one time: a sector for each stage, the roles that stand at it, what it holds. */
import { roleLetters, roleTone } from '../pipeline/roles.ts';
import { stepName } from '../pipeline/steps.ts';
import { picturePen } from '../scene/pen.ts';
import type { Scene } from '../scene/scene.ts';
import { kibText } from '../shared-budget/frame.ts';
import { isPinned, type PictureView } from '../view.ts';
import { middleOf, type PlacedRing, pointAt, type RingPen, ringFrame, sectorOf, sectorPath } from './frame.ts';
import type { RingRecords } from './records.ts';
import { drawSlot, labelSlot, noteOf } from './sectors.ts';

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

/** In the middle: the only ring's size, or a ring's name, whose size is below. */
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
  scene.text(ring.x, ring.y + 4.5 * textScale, name, theme.ink, head);
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
