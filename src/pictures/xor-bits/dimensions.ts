/** The three numbers of a swizzle as dimensions below the boxes that they measure. */
import { groupsOf } from '../../model/layout/swizzle.ts';
import type { XorBitsRecords } from '../swizzle/records.ts';
import { bitMiddle, bracketBox, type XorBitsFrame, type XorBitsPen } from './frame.ts';

/** M counts in the unit that is shown; null where it is inside of one. */
export const shownBase = (records: XorBitsRecords, frame: XorBitsFrame): number | null => {
  const base = records.swizzle.base - frame.unitShift;
  return base < 0 ? null : base;
};

export function drawDimensions(pen: XorBitsPen): void {
  const { frame, records } = pen;
  const { swizzle } = records;
  const base = shownBase(records, frame);
  drawSpan(pen, 'base', base === null ? 'M —' : `M ${base}`);
  drawSpan(pen, 'bits', `B ${swizzle.bits}`);
  drawShift(pen);
}

/** |←  M 4  →| */
function drawSpan(
  { scene, frame, theme, textScale, records }: XorBitsPen,
  bracket: 'base' | 'bits',
  text: string,
): void {
  const { x, y, width } = bracketBox(frame, records, bracket, textScale);
  const [left, right] = [x + 2, x + width - 2];
  const stroke = theme.ink2;
  scene.path(`M${left} ${y + 6}V${y}H${right}V${y + 6}`, { stroke, width: 1.4 });
  const style = { anchor: 'middle', size: 12 * textScale, weight: 600 } as const;
  scene.text(x + width / 2, y + 17 * textScale, text, theme.ink, style);
}

/** From the lowest flipped bit to the lowest of those that flip. */
function drawShift({ scene, frame, theme, textScale, records }: XorBitsPen): void {
  const { swizzle } = records;
  const { source, target } = groupsOf(swizzle);
  const { y } = bracketBox(frame, records, 'shift', textScale);
  const [from, to] = [bitMiddle(frame, source), bitMiddle(frame, target)];
  const side = Math.sign(to - from);
  const line = y + 4 * textScale;
  scene.path(`M${from} ${line - 4}V${line + 4}M${from} ${line}H${to - side}`, { stroke: theme.ink2, width: 1.4 });
  scene.path(`M${to - side * 6} ${line - 4}L${to} ${line}L${to - side * 6} ${line + 4}`, {
    stroke: theme.ink2,
    width: 1.4,
  });
  const style = { anchor: 'middle', size: 12 * textScale, weight: 600 } as const;
  scene.text((from + to) / 2, line + 15 * textScale, `S ${swizzle.shift}`.replace('-', '−'), theme.ink, style);
}
