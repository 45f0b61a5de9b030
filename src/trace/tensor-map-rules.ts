/**
 * What `cuTensorMapEncodeTiled` demands of its arguments: one statement of each rule, for launches and for all code
 * that builds a map. The rules are those of the CUDA driver API, "Tensor Map Object Management" (the comment above the
 * function in cuda.h of CUDA 13.0), for the element types that a launch knows; the packed 4- and 6-bit types are not
 * among them. The driver of an H200 was asked at each limit (scripts/replay/evidence/tma.json). It differs in two ways:
 * it also refuses boxes of more than 228 KiB and interleaved boxes with an odd number of chunks, and it accepts 32-byte
 * interleave with any swizzle. In the header's sketch strides grow from one dimension to the next; in fact they need
 * not.
 */
import { ELEMENT_BYTES, type ElementType, type SwizzleMode, type TensorMap } from './launch.ts';
import { listRule, numberRule, type TensorMapBreach } from './tensor-map-breach.ts';

const MAX_RANK = 5;
const MAX_DIM = 2 ** 32;
const STRIDES_BELOW = 2 ** 40;
const MAX_BOX = 256;
/**
 * Largest box, as the driver counts it: without the gaps behind narrow rows, but with all channels of an interleaved
 * map.
 */
const MAX_BOX_BYTES = 228 * 1024;
const MAX_ELEMENT_STRIDE = 8;
/** Alignment of addresses, strides and the box's inner dimension. */
const ALIGN_BYTES = 16;
/** Alignment of addresses and strides of tensors interleaved by 32 bytes. */
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

/**
 * Every violated rule, in the order of the function's arguments. `globalAddress` is the address at which the tensor
 * starts. If a list has the wrong length, only that is reported, since the meaning of its entries is not known.
 */
export function* tensorMapBreaches(map: TensorMap, globalAddress = 0): Generator<TensorMapBreach> {
  const lengths = [...lengthRules(map)];
  if (lengths.length > 0) return yield* lengths;
  const align = map.interleave === '32B' ? INTERLEAVE_32B_ALIGN_BYTES : ALIGN_BYTES;
  const why = map.interleave === '32B' ? ' with 32-byte interleave' : '';
  yield* numberRule(['globalAddress'], globalAddress, { step: align, last: Number.MAX_SAFE_INTEGER }, `bytes${why}`);
  yield* listRule(map, 'dims', { first: 1, last: MAX_DIM }, 'elements');
  yield* listRule(map, 'stridesBytes', { step: align, last: STRIDES_BELOW - align }, `bytes${why}`);
  const ofBox = [
    ...boxRules(map),
    ...listRule(map, 'elementStrides', { first: 1, last: MAX_ELEMENT_STRIDE }, 'elements'),
  ];
  yield* ofBox.length > 0 ? ofBox : boxSizeRule(map);
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

/** Rules of the box. For the inner dimension only the strictest bounds are reported, in elements. */
function* boxRules(map: TensorMap): Generator<TensorMapBreach> {
  const elementBytes = ELEMENT_BYTES[map.type];
  const step = ALIGN_BYTES / elementBytes;
  const isSpanned = map.swizzle !== 'none' && map.interleave === 'none';
  const span = isSpanned ? SPAN_BYTES[map.swizzle] : Number.POSITIVE_INFINITY;
  const last = Math.min(MAX_BOX, span / elementBytes);
  const why = last < MAX_BOX ? `, the ${span} bytes of swizzle ${map.swizzle}` : '';
  const unit = `elements (${ALIGN_BYTES}-byte chunks of ${map.type}${why})`;
  for (const [i, value] of map.box.entries()) {
    if (i === 0) yield* numberRule(['box', 0], value, { first: step, last, step }, unit);
    else yield* numberRule(['box', i], value, { first: 1, last: MAX_BOX }, 'elements');
  }
}

/** Without interleave, the element stride of dimension 0 is ignored. */
export const elementStep = ({ interleave, elementStrides }: TensorMap, dim: number): number =>
  dim === 0 && interleave === 'none' ? 1 : elementStrides[dim];

/**
 * Rule of the box's size, checked only if box and element strides break no other rule. The advice shortens the slowest
 * dimensions, one by one.
 */
function* boxSizeRule(map: TensorMap): Generator<TensorMapBreach> {
  const { type, box } = map;
  const counts = box.map((length, i) => Math.ceil(length / elementStep(map, i)));
  let bytes = counts.reduce((product, count) => product * count, ELEMENT_BYTES[type]);
  for (let i = box.length - 1; bytes > MAX_BOX_BYTES; i--) {
    const others = bytes / counts[i];
    const count = Math.max(1, Math.floor(MAX_BOX_BYTES / others));
    if (count < counts[i]) {
      const value = count * elementStep(map, i);
      const message = `${box[i]} elements make a box of ${bytes} bytes, which has at most ${MAX_BOX_BYTES}; ${value} would do`;
      yield { path: ['box', i], message, remedy: { value } };
    }
    bytes = others * count;
  }
}

function* modeRules({ interleave, swizzle, oobFill, type, roundsTo }: TensorMap): Generator<TensorMapBreach> {
  if (interleave === '32B' && swizzle !== '32B') {
    const message = `${swizzle} with 32-byte interleave, which needs 32B`;
    yield { path: ['swizzle'], message, remedy: { value: '32B' } };
  }
  if (oobFill === 'nan' && !FLOATS.has(type)) {
    // The driver knows no 8-bit floats: they travel as bytes.
    const message = `nan with ${type}, which the driver takes as integers; zero would do`;
    yield { path: ['oobFill'], message, remedy: { value: 'zero' } };
  }
  if (roundsTo !== undefined && type !== 'f32') {
    yield { path: ['roundsTo'], message: `${roundsTo} with ${type}; only f32 is rounded`, remedy: { value: 'none' } };
  }
}

/** Bytes from the tensor's first element to the end of its last: what must be allocated, for maps without interleave. */
export function tensorBytes({ type, dims, stridesBytes }: TensorMap): number {
  const elementBytes = ELEMENT_BYTES[type];
  return dims.reduce((end, n, i) => end + (n - 1) * (i === 0 ? elementBytes : stridesBytes[i - 1]), elementBytes);
}
