/** How busy the units are and what decides the time; below, what each role does and what it waits for. */

import type { RoleTimes } from '../../model/pipeline/role-times.ts';
import { roleTone } from '../pipeline/roles.ts';
import { inCta, shortened } from '../pipeline-timeline/names.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import { textPx } from '../scene/text-metrics.ts';
import { isPinned, type PictureView } from '../view.ts';
import { rowBox, shareBox, type UnitBarsPen, unitBarsFrame } from './frame.ts';
import { percent, type UnitBarsRecords, type UnitRow } from './records.ts';

export function unitBarsScene(records: UnitBarsRecords, view: PictureView): Scene {
  const frame = unitBarsFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  drawGround(pen);
  scene.layer();
  frame.units.forEach((unit, row) => {
    drawUnit(pen, unit, row);
  });
  records.roles.forEach((role, i) => {
    drawRole(pen, role, frame.units.length + i);
  });
  scene.layer();
  drawTexts(pen);
  drawHighlight(pen);
  return scene.finish(view.width, frame.height);
}

const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

function drawGround({ scene, frame, theme }: UnitBarsPen): void {
  frame.rowY.forEach((_, row) => {
    scene.rect(shareBox(frame, row, 0, 1), theme.sunken);
  });
  const bottom = frame.rowY.at(-1)! + frame.barPx;
  for (const share of QUARTERS) {
    const x = frame.x + share * frame.width;
    scene.line([x, frame.rowY[0]], [x, bottom], theme.line);
  }
}

/** Source by look: predicted shares are outlines with a tint; what decides the time is a solid line below. */
function drawUnit({ scene, frame, theme, textScale, view }: UnitBarsPen, unit: UnitRow, row: number): void {
  const { ink, soft } = theme.sources[view.source];
  if (unit.busy !== null && unit.busy > 0) {
    const box = shareBox(frame, row, 0, Math.min(1, unit.busy));
    const bar = { ...box, height: box.height - 4 * textScale };
    scene.rect(bar, soft);
    scene.ring({ ...bar, x: bar.x + 0.5, y: bar.y + 0.5, width: bar.width - 1, height: bar.height - 1 }, 0, {
      stroke: ink,
      width: 1,
    });
  }
  if (unit.decides !== null) {
    const box = shareBox(frame, row, 0, unit.decides);
    scene.rect({ ...box, y: box.y + box.height - 3 * textScale, height: 3 * textScale }, theme.ink2);
  }
}

const HATCH_PX = 5;

function drawRole(
  { scene, frame, theme, textScale, records: { scenario, run } }: UnitBarsPen,
  { role, worksClk, waits }: RoleTimes,
  row: number,
): void {
  const share = (clk: number): number => clk / Math.max(1, run.totalClk);
  scene.rect(shareBox(frame, row, 0, share(worksClk)), roleTone(scenario, role, theme).fill);
  let from = share(worksClk);
  for (const { what, clk } of waits) {
    const box = shareBox(frame, row, from, from + share(clk));
    scene.hatch(box, theme.surface, theme.lineStrong, HATCH_PX);
    scene.ring({ ...box, y: box.y + 0.5, height: box.height - 1 }, 0, { stroke: theme.lineStrong, width: 0.8 });
    const width = textPx(what, 10 * textScale) + 6 * textScale;
    if (width < box.width) {
      const x = box.x + box.width / 2;
      scene.layer().rect({ ...box, x: x - width / 2, width, y: box.y + 1, height: box.height - 2 }, theme.surface);
      scene.text(x, box.y + box.height - 3.5 * textScale, what, theme.ink2, { anchor: 'middle' });
    }
    from += share(clk);
  }
}

function drawTexts({ scene, frame, theme, textScale, records }: UnitBarsPen): void {
  const end = { anchor: 'end' } as const;
  const baseline = (row: number): number => frame.rowY[row] + frame.barPx - 3 * textScale;
  const name = { size: 11.5 * textScale } as const;
  scene.text(frame.x, frame.headY, '0', theme.ink3);
  scene.text(frame.x + frame.width, frame.headY, '100 %', theme.ink3, end);
  scene.text(frame.numbers[0], frame.headY, 'busy', theme.ink3, end);
  scene.text(frame.numbers[1], frame.headY, 'decides', theme.ink3, end);
  frame.units.forEach(({ name: unit, limit, busy, decides }, row) => {
    const weight = limit === records.run.bound ? 700 : 400;
    scene.text(0, baseline(row), unit, theme.ink, { ...name, weight });
    if (busy !== null) scene.text(frame.numbers[0], baseline(row), percent(busy), theme.ink, { ...end, weight });
    const text = decides === null ? '—' : percent(decides);
    scene.text(frame.numbers[1], baseline(row), text, theme.ink2, { ...end, weight });
  });
  records.roles.forEach(({ role, worksClk }, i) => {
    const row = frame.units.length + i;
    const { plain, cta } = inCta(role);
    const short = shortened(plain, name.size, frame.x - 4);
    const tail = cta === '' ? {} : { tail: { text: cta, fill: theme.ink3, size: 9 * textScale, gap: 3 } };
    scene.text(0, baseline(row), short, roleTone(records.scenario, role, theme).ink, { ...name, weight: 600, ...tail });
    const works = percent(worksClk / Math.max(1, records.run.totalClk));
    scene.text(frame.numbers[0], baseline(row), works, theme.ink, end);
  });
}

function drawHighlight(pen: UnitBarsPen): void {
  const { frame } = pen;
  const { highlight, selection } = pen.view;
  const at = highlight?.cell ?? selection;
  if (at === null || at.row >= frame.rowY.length) return;
  const ring = isPinned(highlight, selection) || highlight === null ? pinnedRing : hoverRing;
  ring(pen, inset(rowBox(frame, at.row)), undefined);
}

const inset = ({ x, y, width, height }: ReturnType<typeof rowBox>) => ({
  x: x + 3,
  y: y + 2,
  width: width - 6,
  height: height - 4,
});
