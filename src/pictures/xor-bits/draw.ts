/** XOR bit diagram: an address above, where it lands below, and which bits flip which. */
import { groupsOf, type Swizzle } from '../../model/layout/swizzle.ts';
import { picturePen } from '../scene/pen.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneBuilder } from '../scene/scene-builder.ts';
import type { XorBitsRecords } from '../swizzle/records.ts';
import type { PictureView } from '../view.ts';
import { type AddressPair, addressPairOf, bitAt } from './address.ts';
import { drawRow, rowsOf } from './boxes.ts';
import { drawDimensions } from './dimensions.ts';
import { drawFields } from './fields.ts';
import { bitMiddle, type XorBitsFrame, type XorBitsPen, xorBitsFrame } from './frame.ts';

export function xorBitsScene(records: XorBitsRecords, view: PictureView): Scene {
  const frame = xorBitsFrame(records, view);
  const pair = addressPairOf(records, view.highlight ?? { cell: view.selection, bank: null });
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  drawFields(pen);
  const ways = waysOf(frame, records);
  for (const way of ways) drawWires(pen, way);
  scene.layer();
  for (const way of ways) drawArcs(pen, way, pair);
  scene.layer();
  for (const row of rowsOf(records, pair, frame)) drawRow(pen, row);
  drawDimensions(pen);
  return scene.finish(frame.width, frame.height);
}

/** From the address to the place under one swizzle: downwards, or upwards for the second. */
interface Way {
  readonly swizzle: Swizzle;
  readonly from: number;
  readonly to: number;
}

function waysOf(frame: XorBitsFrame, { swizzle, against }: XorBitsRecords): Way[] {
  const { inputY, outputY, againstY, boxHeight } = frame;
  const down = { swizzle, from: inputY + boxHeight, to: outputY };
  return against && againstY !== null ? [down, { swizzle: against, from: inputY, to: againstY + boxHeight }] : [down];
}

/** Every bit goes to its own place. */
function drawWires({ scene, frame, theme }: XorBitsPen, { from, to }: Way): void {
  for (let bit = frame.low; bit <= frame.top; bit++) {
    const x = bitMiddle(frame, bit);
    scene.line([x, from], [x, to], theme.line, { width: 1.2 });
  }
}

const XOR_RADIUS_PX = 8;
/** Most that one arc ends further than the next. */
const STAGGER_PX = 15;

/** Each arc ends at a height of its own, the innermost nearest to the address: none runs along another. */
function drawArcs(
  { scene, frame, theme, textScale }: XorBitsPen,
  { swizzle, from, to }: Way,
  pair: AddressPair | null,
): void {
  const { source, target } = groupsOf(swizzle);
  const side = Math.sign(to - from);
  const radius = Math.min(XOR_RADIUS_PX * textScale, frame.pitch * 0.34);
  const room = Math.abs(to - from) - radius - 6 * textScale;
  const apart = Math.min(STAGGER_PX * textScale, (room - 2 * radius) / Math.max(1, swizzle.bits - 1));
  for (let i = 0; i < swizzle.bits; i++) {
    const flips = pair !== null && bitAt(pair.linear, source + i) === 1;
    const stroke = flips ? theme.accent.ink : theme.ink3;
    const nearer = swizzle.shift > 0 ? swizzle.bits - 1 - i : i;
    const y = from + side * (room - nearer * apart);
    const [x0, x1] = [bitMiddle(frame, source + i), bitMiddle(frame, target + i)];
    const end = x1 + Math.sign(x0 - x1) * radius;
    const curve = `M${x0} ${from}V${y - side * 10}Q${x0} ${y} ${x0 + Math.sign(end - x0) * 10} ${y}H${end}`;
    scene.path(curve, { stroke, width: flips ? 2.2 : 1.4, halo: theme.page, haloWidth: 5 });
    drawXor(scene, x1, y, radius, stroke, theme.page);
  }
}

function drawXor(scene: SceneBuilder, x: number, y: number, radius: number, stroke: string, fill: string): void {
  const r = radius - 0.8;
  const circle = `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`;
  scene.path(circle, { stroke, width: 1.6, fill });
  scene.path(`M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}`, { stroke, width: 1.4 });
}
