/** The operand `[image, {coordinates}]` of texture and surface instructions, and the image that a lane's handle names. */
import { lowestBit32 } from '../../../base/bits.ts';
import { fail, hex } from '../../machine/faults.ts';
import type { Operation } from '../../machine/operation.ts';
import { imageBehind, type PlacedImage } from '../../machine/placed-image.ts';
import type { Warp } from '../../machine/warp.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import { lanesAlike } from './lanes-alike.ts';

/** Dimensions of an image, and whether it has layers. */
export const GEOMETRIES = {
  '1d': { rank: 1, isLayered: false },
  '2d': { rank: 2, isLayered: false },
  '3d': { rank: 3, isLayered: false },
  a1d: { rank: 1, isLayered: true },
  a2d: { rank: 2, isLayered: true },
} as const;
export type Geometry = keyof typeof GEOMETRIES;
const OTHERS = ['cube', 'acube', '2dms', 'a2dms'] as const;

export function takeGeometry(form: Form): Geometry {
  const other = OTHERS.find(name => form.take(name));
  if (other)
    form.refuse(`.${other} images are not here: .1d, .2d, .3d, .a1d and .a2d are (a cube is six layers of .a2d)`);
  return form.oneOf(Object.keys(GEOMETRIES) as Geometry[]);
}

export interface ImageOperand {
  readonly geometry: Geometry;
  /** Slot of the handle's two planes. */
  readonly handle: number;
  /** Slot of the layer's number. */
  readonly layer: number | null;
  /** Slots, fastest dimension first. */
  readonly coordinates: readonly number[];
}

/** Slot of the handle in `[image]`. */
export function handleSlot(form: Form, operand: Operand | undefined): number {
  if (operand?.kind !== 'address') return form.refuse('needs an image in brackets');
  const { base, byteOffset } = operand;
  if (base?.kind !== 'register' || byteOffset !== 0n || form.link.registerBits(base.name) !== 64) {
    return form.refuse(
      'the image must be a handle in a register of 64 bits: texture and surface references are not here',
    );
  }
  return form.link.register(base.name).slot;
}

export function imageOperand(form: Form, operand: Operand, geometry: Geometry, isWhole: boolean): ImageOperand {
  if (operand.kind !== 'vector') return form.refuse('needs an image and coordinates');
  const [image, coordinates, more] = operand.elements;
  if (more) form.refuse('a sampler of its own is not here: leave it to the texture object');
  const { rank, isLayered } = GEOMETRIES[geometry];
  const given = coordinates?.kind === 'vector' ? coordinates.elements : [coordinates];
  const first = isLayered ? 1 : 0;
  if (given.includes(undefined as never) || given.length < first + rank)
    form.refuse(`needs ${first + rank} coordinates`);
  if (isLayered) requireCoordinates(form, given.slice(0, 1), true);
  requireCoordinates(form, given.slice(first, first + rank), isWhole);
  return {
    geometry,
    handle: handleSlot(form, image),
    layer: isLayered ? form.source(given[0], 's32') : null,
    coordinates: given.slice(first, first + rank).map(each => form.source(each, isWhole ? 's32' : 'f32')),
  };
}

/** Words of integers or of floats; where one is a register without a type, the others may be either (as ptxas 13.0 takes them). */
function requireCoordinates(form: Form, given: readonly Operand[], isWhole: boolean): void {
  const types = given.map(each => (each.kind === 'register' ? form.link.register(each.name).type : each.kind));
  const odd = types.find(type => /^(pred|.*(8|16|64|128))$/.test(type));
  if (odd !== undefined) form.refuse(`a coordinate is in a register of .${odd}: it is a word`);
  if (types.includes('b32')) return;
  const isFloat = (type: string): boolean => type === 'f32' || type === 'float';
  if (isWhole && types.some(isFloat)) form.refuse('a coordinate is a float: it is an integer here');
  if (!isWhole && types.some(type => type === 'integer' || type === 'f16x2'))
    form.refuse('a coordinate is no float: it is one here');
  if (!isWhole && types.some(isFloat) && !types.every(isFloat))
    form.refuse('coordinates are all integers or all floats');
}

/** Calls `each` for the lanes of every image that the lanes of `mask` name. */
export function eachImage(
  warp: Warp,
  operation: Operation,
  handle: number,
  mask: number,
  each: (image: PlacedImage, lanes: number) => void,
): void {
  const { r, u, cta } = warp;
  for (let left = mask; left !== 0; ) {
    const lanes = lanesAlike(r, handle + 32, lanesAlike(r, handle, left));
    const lane = lowestBit32(lanes);
    const image = imageBehind(cta.grid.images, r[handle + lane], r[handle + 32 + lane]);
    if (image === null) {
      const value = r[handle + 32 + lane] * 2 ** 32 + u[handle + lane];
      fail(
        warp,
        operation,
        lanes,
        { kind: 'badOperand' },
        `${hex(value)} is the handle of no texture or surface: give the parameter as one of these in the launch`,
      );
    }
    each(image, lanes);
    left &= ~lanes;
  }
}

/** Ends the run where the instruction is not for the image. */
export function requireImage(
  warp: Warp,
  operation: Operation,
  mask: number,
  { value }: PlacedImage,
  { geometry, kind }: { readonly geometry: Geometry; readonly kind: 'texture' | 'surface' },
): void {
  const { rank, isLayered } = GEOMETRIES[geometry];
  const has = value.dims.length;
  const isThat = value.kind === kind && has === rank && (value.layers !== undefined) === isLayered;
  if (isThat) return;
  const layers = (many: boolean) => (many ? ' with layers' : '');
  const what = `a ${value.kind} of ${has} dimension${has === 1 ? '' : 's'}${layers(value.layers !== undefined)}`;
  const why = `'${value.buffer}' is ${what}, and the instruction wants a ${kind} of ${rank}${layers(isLayered)}`;
  fail(warp, operation, mask, { kind: 'badOperand' }, why);
}
