/** suld.b and sust.b: bytes of surfaces (PTX ISA, "Surface Instructions"). x counts bytes, y and z count texels. */
import { lowestBit32 } from '../../../base/bits.ts';
import { fail } from '../../machine/faults.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import type { PlacedImage } from '../../machine/placed-image.ts';
import type { Warp } from '../../machine/warp.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import { type Row, row, widthOf } from '../row.ts';
import { eachImage, type ImageOperand, imageOperand, requireImage, takeGeometry } from './image-operand.ts';
import { TexelAccess } from './texel-access.ts';

const S = 'Surface Instructions';

type Outside = 'trap' | 'clamp' | 'zero';

interface SurfaceForm {
  readonly operand: ImageOperand;
  readonly outside: Outside;
  /** Slots of the elements, and the bytes of each. */
  readonly values: readonly number[];
  readonly elementBytes: number;
  readonly access: TexelAccess;
}

function surfaceForm(form: Form, image: number, values: number, writes: boolean): SurfaceForm {
  if (form.take('p')) form.refuse('stores that convert (.p) are not here: store bytes with .b');
  form.oneOf(['b']);
  const geometry = takeGeometry(form);
  const outside = form.oneOf(['trap', 'clamp', 'zero'], 'trap');
  const elements = elementsOf(form, form.operand(values));
  form.finish();
  const elementBytes = widthOf(form.type()) / 8;
  const kind = elementBytes === 8 ? 'b64' : 's32';
  if (elementBytes * elements.length > 16) form.refuse('an access has at most 16 bytes');
  if (writes && elementBytes < form.link.globalGranule) form.link.globalGranule = elementBytes as 1 | 2;
  return {
    ...{ operand: imageOperand(form, form.operand(image), geometry, true), outside, elementBytes },
    values: elements.map(each => (writes ? form.source(each, kind) : form.destination(each, kind))),
    access: new TexelAccess(form),
  };
}

function elementsOf(form: Form, operand: Operand): readonly Operand[] {
  const count = form.take('v2') ? 2 : form.take('v4') ? 4 : 1;
  const elements = operand.kind === 'vector' ? operand.elements : [operand];
  return elements.length === count ? elements : form.refuse(`needs a vector of ${count}`);
}

/** Offset in the surface of what a lane accesses; null where it is outside and nothing happens. */
function byteOffset(
  warp: Warp,
  operation: Operation,
  lane: number,
  image: PlacedImage,
  item: SurfaceForm,
): number | null {
  const { operand, outside, values, elementBytes } = item;
  const [width, height, depth] = image.sizes;
  const bytes = elementBytes * values.length;
  const layers = image.value.layers ?? 1;
  const rowBytes = width * image.texelBytes;
  const most = [rowBytes - bytes, height - 1, depth - 1, layers - 1];
  const given = [0, 1, 2].map(i => (i < operand.coordinates.length ? warp.r[operand.coordinates[i] + lane] : 0));
  const at = [...given, operand.layer === null ? 0 : warp.r[operand.layer + lane]];
  const isOutside = at.some((value, i) => value < 0 || value > most[i]);
  if (isOutside && outside === 'zero') return null;
  if (isOutside && outside === 'trap') {
    const where = given.slice(0, operand.coordinates.length).join(', ');
    const sizes = [rowBytes, height, depth].slice(0, operand.coordinates.length).join(' x ');
    const layer = operand.layer === null ? '' : ` of layer ${at[3]} of ${layers}`;
    const why = `${bytes} bytes at (${where})${layer} are outside of the surface '${image.value.buffer}' of ${sizes} (bytes, then texels)`;
    fail(warp, operation, 1 << lane, { kind: 'trap' }, why);
  }
  const [x, y, z, layer] = at.map((value, i) => Math.max(0, Math.min(most[i], value)));
  return x + rowBytes * (y + height * (z + depth * layer));
}

/** Places the lanes' accesses; returns those that are inside. */
function placeLanes(warp: Warp, operation: Operation, lanes: number, image: PlacedImage, item: SurfaceForm): number {
  let there = 0;
  for (let m = lanes; m !== 0; m &= m - 1) {
    const lane = lowestBit32(m);
    const offset = byteOffset(warp, operation, lane, image, item);
    if (offset === null) continue;
    item.access.place(warp, lane, image.byteOffset + offset);
    there |= 1 << lane;
  }
  return there;
}

const eachSurface =
  (item: SurfaceForm, act: (warp: Warp, operation: Operation, there: number, lanes: number) => void): Run =>
  (warp, operation, mask) => {
    const { geometry, handle } = item.operand;
    eachImage(warp, operation, handle, mask, (image, lanes) => {
      requireImage(warp, operation, lanes, image, { geometry, kind: 'surface' });
      act(warp, operation, placeLanes(warp, operation, lanes, image, item), lanes);
    });
    return 0;
  };

/** `d, [surface, {coordinates}]`. */
function load(form: Form): Run {
  const item = surfaceForm(form, 1, 0, false);
  const { values, elementBytes, access } = item;
  return eachSurface(item, (warp, operation, there, lanes) => {
    const planes = elementBytes === 8 ? 2 : 1;
    for (const slot of values)
      for (let m = lanes; m !== 0; m &= m - 1)
        for (let p = 0; p < planes; p++) warp.r[slot + 32 * p + lowestBit32(m)] = 0;
    if (there === 0) return;
    access.read(warp, operation, there, elementBytes * values.length, ({ u8 }, at, lane) => {
      values.forEach((slot, i) => {
        for (let b = 0; b < elementBytes; b++)
          warp.r[slot + 32 * (b >> 2) + lane] |= u8[at + i * elementBytes + b] << (8 * (b & 3));
      });
    });
  });
}

/** `[surface, {coordinates}], value`. */
function store(form: Form): Run {
  const item = surfaceForm(form, 0, 1, true);
  const { values, elementBytes, access } = item;
  return eachSurface(item, (warp, operation, there) => {
    if (there === 0) return;
    access.write(warp, operation, there, elementBytes * values.length, ({ u8 }, at, lane) => {
      values.forEach((slot, i) => {
        for (let b = 0; b < elementBytes; b++)
          u8[at + i * elementBytes + b] = warp.r[slot + 32 * (b >> 2) + lane] >>> (8 * (b & 3));
      });
    });
  });
}

const TYPES = [['b8', 'b16', 'b32', 'b64']];
const HINTS = /^(ca|cg|cs|cv|wb|wt)$/;

export const SURFACE_ROWS: readonly Row[] = [
  row('suld', { types: TYPES, class: 'global', section: `${S}: suld`, hints: HINTS, decode: load }),
  row('sust', { types: TYPES, class: 'global', section: `${S}: sust`, hints: HINTS, decode: store }),
];
