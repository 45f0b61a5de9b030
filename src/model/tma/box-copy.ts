/**
 * One tensor copy: a tensor map, and the operands of the instruction. Lists the rules that a copy breaks, and repairs it.
 */
import { CHUNK_BYTES, CTA_SHARED_BYTES, LINE_BYTES } from '../../base/hardware.ts';
import type { TensorMap } from '../../trace/launch.ts';
import { numberRule, type TensorMapBreach } from '../../trace/tensor-map-breach.ts';
import { elementStep, tensorMapBreaches } from '../../trace/tensor-map-rules.ts';
import { boxShape, unitBytes } from './box.ts';
import { denseStrides } from './dense-strides.ts';

export interface BoxCopy {
  readonly map: TensorMap;
  /** Coordinates of the box's first element, fastest first. */
  readonly start: readonly number[];
  /** Byte address of the tile in shared memory. */
  readonly base: number;
  readonly direction: 'load' | 'store';
}

/** A broken rule, like a `TensorMapBreach`, but also for the instruction's operands. */
export interface CopyBreach {
  readonly path: TensorMapBreach['path'] | readonly [field: 'start', index: number] | readonly [field: 'base'];
  readonly message: string;
  readonly remedy: TensorMapBreach['remedy'];
}

/** Coordinates are signed 32-bit numbers. At this distance from both ends, a box of 256 elements stays within them. */
const MAX_COORDINATE = 2 ** 31 - 256;

/** The rules of the map come first. Only a map that breaks none of them has a shape, and with it a size in shared memory. */
export function* copyBreaches(copy: BoxCopy): Generator<CopyBreach> {
  const ofMap = [...tensorMapBreaches(copy.map)];
  yield* ofMap;
  if (copy.start.length !== copy.map.dims.length) return;
  yield* startRules(copy);
  yield* ofMap.length > 0 ? baseRule(copy, 0) : sharedRules(copy);
}

/** Dimension 0 starts at a whole chunk, and a store's coordinates are not negative (PTX manual). An H200 traps otherwise. */
function* startRules({ map, start, direction }: BoxCopy): Generator<CopyBreach> {
  for (const [i, value] of start.entries()) {
    const step = i === 0 ? CHUNK_BYTES / unitBytes(map) : 1;
    const range = { first: direction === 'store' ? 0 : -MAX_COORDINATE, last: MAX_COORDINATE, step: Math.max(1, step) };
    for (const { message, remedy } of numberRule(
      ['box'],
      value,
      range,
      map.interleave === 'none' ? 'elements' : 'slices',
    ))
      yield { path: ['start', i], message, remedy };
  }
}

/** The tile fits into the shared memory of a CTA. The remedy shortens the slowest dimensions, one after another. */
function* sharedRules({ map, base }: BoxCopy): Generator<CopyBreach> {
  const shape = boxShape(map);
  let bytes = shape.sharedBytes;
  for (let i = map.box.length - 1; i > 0 && bytes > CTA_SHARED_BYTES; i--) {
    const others = bytes / shape.counts[i];
    const fitting = Math.max(1, Math.floor(CTA_SHARED_BYTES / others));
    if (fitting === shape.counts[i]) continue;
    const value = fitting * elementStep(map, i);
    const message = `${map.box[i]} elements take ${bytes} bytes of shared memory with the gaps of narrow rows, of which a CTA has ${CTA_SHARED_BYTES}; ${value} would do`;
    yield { path: ['box', i], message, remedy: { value } };
    bytes = others * fitting;
  }
  yield* baseRule({ base }, bytes);
}

/** The tile starts on a line and ends before shared memory ends. */
function* baseRule({ base }: Pick<BoxCopy, 'base'>, sharedBytes: number): Generator<CopyBreach> {
  const last = Math.floor(Math.max(0, CTA_SHARED_BYTES - sharedBytes) / LINE_BYTES) * LINE_BYTES;
  for (const { message, remedy } of numberRule(['box'], base, { last, step: LINE_BYTES }, 'bytes'))
    yield { path: ['base'], message, remedy };
}

/** The copy with each wrong value replaced by one that satisfies the rule. */
export function remedied(copy: BoxCopy, { path: [field, index], remedy }: CopyBreach): BoxCopy {
  if ('length' in remedy)
    return field === 'dims' ? withRank(copy, remedy.length) : withLength(copy, field, remedy.length);
  const { value } = remedy;
  if (field === 'base') return { ...copy, base: Number(value) };
  const replaced = (list: readonly number[]): number[] => list.map((each, i) => (i === index ? Number(value) : each));
  if (field === 'start') return { ...copy, start: replaced(copy.start) };
  const entry = index === undefined ? value : replaced(copy.map[field as NumberList]);
  return { ...copy, map: { ...copy.map, [field]: entry } };
}

type NumberList = 'dims' | 'stridesBytes' | 'box' | 'elementStrides';

const resized = (list: readonly number[], length: number, fill: number): number[] =>
  Array.from({ length }, (_, i) => list[i] ?? fill);

const withLength = ({ map, ...copy }: BoxCopy, field: CopyBreach['path'][0], length: number): BoxCopy => ({
  ...copy,
  map: { ...map, [field]: resized(map[field as NumberList], length, 1) },
});

/** The copy with another rank. New dimensions have one element, so the tensor stays the same. */
export function withRank({ map, start, ...copy }: BoxCopy, rank: number): BoxCopy {
  const dims = resized(map.dims, rank, 1);
  const strides = [...map.stridesBytes, ...denseStrides({ ...map, dims }).slice(map.stridesBytes.length)];
  const lists = { dims, stridesBytes: strides.slice(0, Math.max(0, rank - 1)) };
  const box = resized(map.box, rank, 1);
  const elementStrides = resized(map.elementStrides, rank, 1);
  return { ...copy, map: { ...map, ...lists, box, elementStrides }, start: resized(start, rank, 0) };
}

/** More than the number of remedies that can follow from one another. */
const MOST_REMEDIES = 64;

/** The nearest copy that breaks no rule, found by applying the rules' remedies. */
export function repaired(copy: BoxCopy): BoxCopy {
  let whole = copy;
  for (let i = 0; i < MOST_REMEDIES; i++) {
    const breach = copyBreaches(whole).next();
    if (breach.done) return whole;
    whole = remedied(whole, breach.value);
  }
  throw new Error('remedies go round in circles');
}
