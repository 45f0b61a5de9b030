/** What a counting loop says in letters and numbers: counters, residues and verdicts. */

import { LANES } from '../../base/hardware.ts';
import { NO_ELEMENT } from '../../model/permute/spool.ts';
import { residueElements } from '../../model/permute/strides.ts';
import { coordinatesOf } from '../permute/block-elements.ts';
import { indexTicks } from '../scene/axis.ts';
import { textPx } from '../scene/text-metrics.ts';
import { type CountingLoopPen, cursorSlot, laneCellBox } from './frame.ts';
import { type CountedRow, slotAddress, verdictText } from './rows.ts';

const END = { anchor: 'end' } as const;
const MIDDLE = { anchor: 'middle' } as const;

export function drawCountingTexts(pen: CountingLoopPen): void {
  drawHead(pen);
  drawResidues(pen);
  drawRows(pen);
}

function drawHead({ scene, frame, theme, textScale, records: { block } }: CountingLoopPen) {
  const { names, move } = block;
  const baseline = frame.rowsY - 8 * textScale;
  for (const { mode, x } of frame.counters) {
    const colour = theme.series[move.modes[mode].dim % theme.series.length];
    scene.text(x, baseline, names[mode], theme.ink, { ...END, weight: 700 });
    scene.line([x - 6 * textScale, frame.rowsY - 4], [x, frame.rowsY - 4], colour, { width: 1.5 });
  }
  const [, ...lanes] = indexTicks(LANES, frame.lanePitch, 22 * textScale);
  const hasRoom = lanes[0] * frame.lanePitch > 40 * textScale;
  scene.text(frame.lanesX, baseline, hasRoom ? 'lane 0' : '0', theme.ink3);
  for (const lane of lanes) {
    const x = frame.lanesX + (lane + 0.5) * frame.lanePitch - 0.5;
    scene.text(x, baseline, `${lane}`, theme.ink3, MIDDLE);
  }
  if (frame.overview !== null) scene.text(frame.overview.x + frame.overview.width, baseline, 'all', theme.ink3, END);
}

function drawResidues({ scene, frame, theme, records, view: { playhead }, counted }: CountingLoopPen): void {
  const { elementBytes } = records.block.move;
  const modulus = residueElements(elementBytes);
  if (textPx(`${modulus - 1}`, 10, 'digits') + 1 > frame.lanePitch) return;
  for (let slot = frame.first * LANES; slot < (frame.first + frame.count) * LANES && slot < playhead; slot++) {
    if (counted.spool.elements[slot] === NO_ELEMENT) continue;
    const residue = Math.floor(slotAddress(records, counted, slot) / elementBytes) % modulus;
    const { x, y, width, height } = laneCellBox(frame, slot);
    scene.text(x + width / 2, y + height / 2 + 3.5, `${residue}`, theme.label, { ...MIDDLE, size: 10 });
  }
}

function drawRows(pen: CountingLoopPen): void {
  const { scene, frame, theme, textScale, records, view, counted } = pen;
  const { playhead } = view;
  const cursor = cursorSlot(counted, view);
  for (let row = frame.first; row < frame.first + frame.count; row++) {
    const here = cursor !== null && Math.floor(cursor / LANES) === row ? cursor : null;
    const baseline = frame.rowsY + (row - frame.first + 0.5) * frame.rowPitch + 3.2 * textScale;
    const element = counted.spool.elements[here ?? row * LANES];
    const index = coordinatesOf(records.block.move, Math.max(0, element));
    const style = { ...END, weight: here === null ? 400 : 700 } as const;
    for (const { mode, x } of frame.counters)
      scene.text(x, baseline, `${index[mode]}`, here === null ? theme.ink3 : theme.accent.ink, style);
    if ((row + 1) * LANES <= playhead) drawVerdict(pen, counted.rows[row], baseline);
  }
}

function drawVerdict({ scene, frame, theme }: CountingLoopPen, row: CountedRow, baseline: number) {
  const text = verdictText(row, frame.isShort);
  const ink = row.verdict === 'colliding' ? theme.ink : row.verdict === 'consecutive' ? theme.ok.ink : theme.ink2;
  scene.text(frame.verdictX, baseline, text, ink, row.verdict === 'colliding' ? { weight: 600 } : {});
}
