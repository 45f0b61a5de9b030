/** XOR bit diagram: an address above, where it lands below, and which bits flip which. */
import { groupsOf } from '../model/layout/swizzle.ts';
import type { Scene } from './scene.ts';
import { SceneBuilder } from './scene-builder.ts';
import type { XorBitsRecords } from './swizzle-records.ts';
import type { PictureView } from './view.ts';
import { type AddressPair, addressPairOf, bitAt } from './xor-bits.address.ts';
import { drawRow } from './xor-bits.boxes.ts';
import { drawDimensions } from './xor-bits.dimensions.ts';
import { drawFields } from './xor-bits.fields.ts';
import { bitMiddle, type XorBitsFrame, xorBitsFrame } from './xor-bits.frame.ts';

export function xorBitsScene(records: XorBitsRecords, view: PictureView): Scene {
  const frame = xorBitsFrame(records, view);
  const pair = addressPairOf(records, view.highlight ?? { cell: view.selection, bank: null });
  const scene = new SceneBuilder(view);
  drawFields(scene, frame, records, view);
  drawWires(scene, frame, view);
  scene.layer();
  drawArcs(scene, frame, records, pair, view);
  scene.layer();
  for (const row of ['input', 'output'] as const) drawRow(scene, frame, records, { row, pair }, view);
  drawDimensions(scene, frame, records, view);
  return scene.finish(frame.width, frame.height);
}

/** Every bit goes down to its own place. */
function drawWires(scene: SceneBuilder, frame: XorBitsFrame, { theme }: PictureView): void {
  const from = frame.inputY + frame.boxHeight;
  for (let bit = frame.low; bit <= frame.top; bit++) {
    const x = bitMiddle(frame, bit);
    scene.line([x, from], [x, frame.outputY], theme.line, { width: 1.2 });
  }
}

const XOR_RADIUS_PX = 8;
/** Most that one arc ends below the next. */
const STAGGER_PX = 15;

/** Each arc ends at a height of its own, the innermost highest: none runs along another. */
function drawArcs(
  scene: SceneBuilder,
  frame: XorBitsFrame,
  { swizzle }: XorBitsRecords,
  pair: AddressPair | null,
  { theme, textScale }: PictureView,
): void {
  const { source, target } = groupsOf(swizzle);
  const radius = Math.min(XOR_RADIUS_PX * textScale, frame.pitch * 0.34);
  const from = frame.inputY + frame.boxHeight;
  const lowest = frame.outputY - radius - 6 * textScale;
  const apart = Math.min(STAGGER_PX * textScale, (lowest - from - 2 * radius) / Math.max(1, swizzle.bits - 1));
  for (let i = 0; i < swizzle.bits; i++) {
    const flips = pair !== null && bitAt(pair.linear, source + i) === 1;
    const stroke = flips ? theme.accent.ink : theme.ink3;
    const above = swizzle.shift > 0 ? swizzle.bits - 1 - i : i;
    const y = lowest - above * apart;
    const [x0, x1] = [bitMiddle(frame, source + i), bitMiddle(frame, target + i)];
    const end = x1 + Math.sign(x0 - x1) * radius;
    const curve = `M${x0} ${from}V${y - 10}Q${x0} ${y} ${x0 + Math.sign(end - x0) * 10} ${y}H${end}`;
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
