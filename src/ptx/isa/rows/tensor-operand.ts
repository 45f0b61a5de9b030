/** The operand `[map, {coordinates}]` of tensor copies, and the box that a lane's registers make of it. */
import { CHUNK_BYTES } from '../../../base/hardware.ts';
import type { SharedUse } from '../../../trace/shared-use.ts';
import type { AccessForm } from '../../machine/access-form.ts';
import type { Issuer } from '../../machine/bulk-copy.ts';
import { reportBadCopy, reportOutside } from '../../machine/bulk-faults.ts';
import type { BulkPieces } from '../../machine/bulk-pieces.ts';
import { type SharedPlace, tensorMapPlace } from '../../machine/bulk-places.ts';
import { deviceAddress } from '../../machine/global-memory.ts';
import type { PlacedTensorMap } from '../../machine/placed-tensor-map.ts';
import { boxPieces, boxSizes, repeatBytes } from '../../machine/tensor-box.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import { addressOf } from './bulk-operands.ts';

/** Boxes; pixels of a convolution (im2col); or a box of four rows that the coordinates behind the first name (`.tile::gather4`). */
export type TensorCopyMode = 'boxes' | 'pixels' | 'fourRows';

const ROWS = 4;

export interface TensorOperand {
  readonly map: AccessForm;
  readonly mode: TensorCopyMode;
  /** Slots, fastest dimension first. */
  readonly coordinates: readonly number[];
  /** Slots of the offsets of pixels, fastest dimension first, perhaps none. */
  readonly offsets: readonly number[];
}

/** `offsets`: the operand with those of an im2col copy; null where it has no such operand. */
export function tensorOperand(
  form: Form,
  operand: Operand,
  rank: number,
  mode: TensorCopyMode,
  offsets: Operand | null,
): TensorOperand {
  if (operand.kind !== 'vector') return form.refuse('needs a tensor map and coordinates');
  const [map, coordinates] = operand.elements;
  const count = mode === 'fourRows' ? 1 + ROWS : rank;
  if (coordinates?.kind !== 'vector' || coordinates.elements.length !== count) {
    return form.refuse(`needs ${count} coordinates`);
  }
  return {
    map: addressOf(form, map, 'generic'),
    mode,
    coordinates: coordinates.elements.map(element => form.source(element, 's32')),
    offsets: offsets === null ? [] : offsetSlots(form, offsets, rank - 2),
  };
}

function offsetSlots(form: Form, operand: Operand, count: number): number[] {
  const isFitting = operand.kind === 'vector' && operand.elements.length === count;
  if (!isFitting) return form.refuse(`needs ${count} offset${count === 1 ? '' : 's'} of pixels in braces`);
  return operand.elements.map(element => form.source(element, 'u16'));
}

interface Box {
  readonly placed: PlacedTensorMap;
  /** Coordinates, fastest first; they may lie outside of the tensor. */
  readonly start: readonly number[];
  /** Offsets of the pixels, in im2col mode. */
  readonly offsets: readonly number[];
  /** Coordinates of rows that need not lie side by side; null for those of a box. */
  readonly rows: readonly number[] | null;
}

/** Null after a fault. */
export function boxAt(issuer: Issuer, tensor: TensorOperand, isStored: boolean): Box | null {
  const { warp, lane } = issuer;
  const placed = tensorMapPlace(issuer, tensor.map);
  if (placed === null) return null;
  const coordinates = tensor.coordinates.map(slot => warp.r[slot + lane]);
  const isUnfolded = tensor.mode === 'pixels';
  const [start, rows] = tensor.mode === 'fourRows' ? [[coordinates[0], 0], coordinates.slice(1)] : [coordinates, null];
  const why =
    isUnfolded === (placed.pixels !== null)
      ? (refusedStart(placed, start, isStored && !isUnfolded) ??
        (isStored ? refusedCorners(placed) : null) ??
        (rows && refusedRows(placed)))
      : `the tensor map is for ${isUnfolded ? 'boxes' : 'im2col copies'}, and the instruction is not`;
  const offsets = tensor.offsets.map(slot => warp.u[slot + lane] & 0xffff);
  if (why === null) return { placed: rows ? ofFourRows(placed) : placed, start, offsets, rows };
  reportBadCopy(issuer, why);
  return null;
}

/** Its box has one row, of which there are four in shared memory (PTX ISA, "Tiled Mode": gather4 and scatter4). */
const refusedRows = ({ map: { box, interleave } }: PlacedTensorMap): string | null =>
  box[1] === 1 && interleave === 'none'
    ? null
    : `the box of the tensor map has ${box[1]} rows: four rows are copied one by one, by a map whose box has 1 and is not interleaved`;

function ofFourRows(placed: PlacedTensorMap): PlacedTensorMap {
  const { box, elementStrides } = placed.map;
  return { ...placed, map: { ...placed.map, box: [box[0], ROWS], elementStrides: [elementStrides[0], 1] } };
}

function refusedStart({ map }: PlacedTensorMap, start: readonly number[], isStored: boolean): string | null {
  const rank = map.dims.length;
  if (start.length !== rank) return `${start.length} coordinates for a tensor map of ${rank} dimensions`;
  const before = start.findIndex(coordinate => coordinate < 0);
  if (isStored && before >= 0)
    return `the box starts at ${start[before]} along dimension ${before}: a store's coordinates must not be negative`;
  const perChunk = Math.max(1, CHUNK_BYTES / boxSizes(map).unitBytes);
  if (start[0] % perChunk === 0) return null;
  return `the box starts at ${start[0]} along dimension 0, which must be a multiple of ${perChunk} (${CHUNK_BYTES} bytes)`;
}

/** An H200 ends a store by a map whose pixels may lie outside of the tensor with "illegal instruction", wherever the store starts. */
function refusedCorners({ pixels }: PlacedTensorMap): string | null {
  const lower = pixels?.lowerCorner.find(corner => corner < 0);
  if (lower !== undefined) return `the map's lower corner is ${lower}: a store's must not be negative`;
  const upper = pixels?.upperCorner.find(corner => corner > 0);
  return upper === undefined ? null : `the map's upper corner is ${upper}: a store's must not be above 0`;
}

function boxUse({ map, buffer, byteOffset: tensor }: PlacedTensorMap, byteOffset: number): SharedUse {
  const { sharedBytes: sizeBytes, pitchBytes: rowBytes } = boxSizes(map);
  const { type, swizzle } = map;
  const of = { tensorAddress: deviceAddress(tensor), of: buffer };
  return { by: 'tensorMap', byteOffset, sizeBytes, ...of, type, swizzle, rowBytes };
}

/**
 * The box in pieces, with its place in the shared memory of `to`; null, after a fault, where not all of what is inside of the
 * tensor is in its buffer. A launch makes sure of that, but for interleaved maps.
 */
export function piecesOf(
  issuer: Issuer,
  { placed, start, offsets, rows }: Box,
  { cta, byteOffset }: SharedPlace,
): BulkPieces | null {
  const address = byteOffset + cta.sharedBase;
  const { counts } = cta.grid;
  if (counts !== null && address % repeatBytes(placed.map.swizzle) !== 0) counts.offRepeat[issuer.operation.pc]++;
  counts?.sharedUses.add(boxUse(placed, byteOffset));
  const pieces = boxPieces(placed, start, address, cta.sharedBase, offsets, rows);
  if (placed.map.interleave === 'none') return pieces;
  const { other, insideBytes, sizeBytes: widthBytes } = pieces;
  const region = cta.grid.global.before(placed.byteOffset)!;
  const end = region.byteOffset + region.sizeBytes;
  const beyond = other.find((at, i) => insideBytes[i] > 0 && at + insideBytes[i] > end);
  if (beyond === undefined) return pieces;
  const limit = `the tensor map describes more than the ${region.sizeBytes} bytes of '${placed.buffer}'`;
  const bad = { space: 'global', address: deviceAddress(beyond), widthBytes } as const;
  reportOutside(issuer, bad, region.sizeBytes, limit);
  return null;
}
