/**
 * What `cuTensorMapEncodeTiled` demands of its arguments: one statement of each rule, for launches and for whoever builds a
 * map. The rules are those of the CUDA driver API, "Tensor Map Object Management" (the comment above the function in cuda.h
 * of CUDA 13.0), for the element types that a launch knows; the packed 4- and 6-bit types are not among them. The header's
 * sketch of how strides are made also has them grow from one dimension to the next; the requirements do not, so no rule here.
 */
import { roundUp } from '../base/bits.ts';
import { ELEMENT_BYTES, type ElementType, type SwizzleMode, type TensorMap } from './launch.ts';

const MAX_RANK = 5;
const MAX_DIM = 2 ** 32;
const STRIDES_BELOW = 2 ** 40;
const MAX_BOX = 256;
const MAX_ELEMENT_STRIDE = 8;
/** Of addresses, strides and the box's inner dimension. */
const ALIGN_BYTES = 16;
/** Of addresses and strides of tensors interleaved by 32 bytes. */
const INTERLEAVE_32B_ALIGN_BYTES = 32;
const MIN_INTERLEAVED_RANK = 3;

/** Width of the rows that a mode permutes: without interleave, the box's inner dimension must fit in. */
export const SPAN_BYTES: Readonly<Record<Exclude<SwizzleMode, 'none'>, 32 | 64 | 128>> = {
  '32B': 32,
  '64B': 64,
  '128B': 128,
  '128B_ATOM_32B': 128,
  '128B_ATOM_32B_FLIP_8B': 128,
  '128B_ATOM_64B': 128,
};

const FLOATS: ReadonlySet<ElementType> = new Set(['f16', 'bf16', 'f32', 'f64']);

type Field = keyof TensorMap | 'globalAddress';

/** A violated rule. Its path starts at a field of the map, or is `globalAddress`. */
export interface TensorMapBreach {
  readonly path: readonly [field: Field] | readonly [field: Field, index: number];
  /** What is wrong, and what would do. */
  readonly message: string;
  /** Put there, it satisfies the rule: a value for the path, or the number of entries that the list needs. */
  readonly remedy: { readonly value: number | string } | { readonly length: number };
}

/**
 * Every violated rule, in the order of the function's arguments. `globalAddress` is where the tensor starts. Lists of a wrong
 * length come alone: what their entries mean is not known.
 */
export function* tensorMapBreaches(map: TensorMap, globalAddress = 0): Generator<TensorMapBreach> {
  const lengths = [...lengthRules(map)];
  if (lengths.length > 0) return yield* lengths;
  const align = map.interleave === '32B' ? INTERLEAVE_32B_ALIGN_BYTES : ALIGN_BYTES;
  const why = map.interleave === '32B' ? ' with 32-byte interleave' : '';
  yield* numberRule(['globalAddress'], globalAddress, { step: align, last: Number.MAX_SAFE_INTEGER }, `bytes${why}`);
  yield* listRule(map, 'dims', { first: 1, last: MAX_DIM }, 'elements');
  yield* listRule(map, 'stridesBytes', { step: align, last: STRIDES_BELOW - align }, `bytes${why}`);
  yield* boxRules(map);
  yield* listRule(map, 'elementStrides', { first: 1, last: MAX_ELEMENT_STRIDE }, 'elements');
  yield* modeRules(map);
}

function* lengthRules(map: TensorMap): Generator<TensorMapBreach> {
  const rank = map.dims.length;
  const isInterleaved = map.interleave !== 'none';
  const least = isInterleaved ? MIN_INTERLEAVED_RANK : 1;
  const possible = Math.min(Math.max(rank, least), MAX_RANK);
  if (rank !== possible) {
    const message = `${rank} dimensions; ${isInterleaved ? 'an interleaved map' : 'a map'} has ${least} to ${MAX_RANK}, so ${possible} would do`;
    yield { path: ['dims'], message, remedy: { length: possible } };
  }
  const lengths = { stridesBytes: possible - 1, box: possible, elementStrides: possible } as const;
  for (const field of ['stridesBytes', 'box', 'elementStrides'] as const) {
    const [have, need] = [map[field].length, lengths[field]];
    if (have !== need) {
      yield { path: [field], message: `${have} entries; ${possible} dims need ${need}`, remedy: { length: need } };
    }
  }
}

/** Multiples of `step` (1 when left out) from `first` (0 when left out) to `last`, both of them multiples. */
interface Range {
  readonly first?: number;
  readonly last: number;
  readonly step?: number;
}

function* listRule(
  map: TensorMap,
  field: 'dims' | 'stridesBytes' | 'box' | 'elementStrides',
  range: Range,
  unit: string,
): Generator<TensorMapBreach> {
  for (const [i, value] of map[field].entries()) yield* numberRule([field, i], value, range, unit);
}

function* numberRule(
  path: TensorMapBreach['path'],
  value: number,
  { first = 0, last, step = 1 }: Range,
  unit: string,
): Generator<TensorMapBreach> {
  if (Number.isInteger(value) && value >= first && value <= last && value % step === 0) return;
  const near = Number.isNaN(value) ? first : Math.min(Math.max(roundUp(value, step), first), last);
  const kind = step === 1 ? 'a whole number' : `a multiple of ${step}`;
  const bounds = last === Number.MAX_SAFE_INTEGER ? `from ${first} on` : `from ${first} to ${last}`;
  const message = `${value}: must be ${kind} ${bounds} ${unit}; ${near} would do`;
  yield { path, message, remedy: { value: near } };
}

/** Of the inner dimension only its strictest bounds are told, in elements. */
function* boxRules(map: TensorMap): Generator<TensorMapBreach> {
  if (map.interleave !== 'none') return yield* listRule(map, 'box', { first: 1, last: MAX_BOX }, 'elements');
  const elementBytes = ELEMENT_BYTES[map.type];
  const step = ALIGN_BYTES / elementBytes;
  const span = map.swizzle === 'none' ? Number.POSITIVE_INFINITY : SPAN_BYTES[map.swizzle];
  const last = Math.min(MAX_BOX, span / elementBytes);
  const why = last < MAX_BOX ? `, the ${span} bytes of swizzle ${map.swizzle}` : '';
  const unit = `elements (${ALIGN_BYTES}-byte chunks of ${map.type}${why})`;
  for (const [i, value] of map.box.entries()) {
    if (i === 0) yield* numberRule(['box', 0], value, { first: step, last, step }, unit);
    else yield* numberRule(['box', i], value, { first: 1, last: MAX_BOX }, 'elements');
  }
}

function* modeRules({ interleave, swizzle, oobFill, type }: TensorMap): Generator<TensorMapBreach> {
  if (interleave === '32B' && swizzle !== '32B') {
    const message = `${swizzle} with 32-byte interleave, which needs 32B`;
    yield { path: ['swizzle'], message, remedy: { value: '32B' } };
  }
  if (oobFill === 'nan' && !FLOATS.has(type)) {
    // The driver knows no 8-bit floats: they travel as bytes.
    const message = `nan with ${type}, which the driver takes as integers; zero would do`;
    yield { path: ['oobFill'], message, remedy: { value: 'zero' } };
  }
}

/** Bytes from the tensor's first element to the end of its last: what must be allocated, for maps without interleave. */
export function tensorBytes({ type, dims, stridesBytes }: TensorMap): number {
  const elementBytes = ELEMENT_BYTES[type];
  return dims.reduce((end, n, i) => end + (n - 1) * (i === 0 ? elementBytes : stridesBytes[i - 1]), elementBytes);
}
