/** Length and first content of a buffer, from what the kernel does with the pointer to it. */
import { type BufferInit, type BufferSpec, ELEMENT_BYTES, type ElementType } from '../../trace/launch.ts';
import type { ProblemShape } from './guess-shape.ts';
import { AXES, type PointerUse } from './module-outline.ts';
import type { ScalarPlace } from './scalar-place.ts';

/** Facts from the other parameters about lengths. */
export interface Lengths {
  readonly shape: ProblemShape;
  /** The number that a parameter holds; null for pointers and floats. */
  readonly numberAt: (place: ScalarPlace) => number | null;
  /** Whether it is the length along an axis of the grid. */
  readonly boundsAxis: (place: ScalarPlace) => boolean;
  /** The largest of all lengths that are not along an axis; 0 for none. */
  readonly longestInner: number;
  /** Bytes behind the pointer that the kernel's ranges of indices reach; null where they do not tell. */
  readonly bytesBehind: (use: PointerUse) => number | null;
  /** Bytes that its strides step over; 0 for none. */
  readonly bytesByStrides: (use: PointerUse) => number;
  /** Whether its index is a number that atomics give out: each thread may draw one. */
  readonly isDrawn: (use: PointerUse) => boolean;
  /** Whether all accesses through it lie behind a comparison with a length. */
  readonly isGuarded: (use: PointerUse) => boolean;
}

/** Values that another buffer is indexed with. */
export interface IndexRange {
  readonly length: number;
  /** For places of which each is another one: the distance from one to the next. */
  readonly step?: number;
}

/** Number of elements behind an index that comes from memory: as many as a byte has values. */
export const DATA_RANGE = 256;
/** A guess is small; what a user's own numbers ask for may be larger. */
const MOST_ELEMENTS = 2 ** 24;
/** Sums of many products, as strides make them, stay far below the product of all. */
const MOST_DIMENSIONS = 3;
/** A larger step from one index to the next is a row, not one element. */
const MOST_STRUCTURE_BYTES = 16;

/** Guess for a length in elements of that type. */
export function guessLength(use: PointerUse, type: ElementType, lengths: Lengths): number {
  const { extent } = lengths.shape;
  if (use.accessBytes.length === 0) return Math.min(MOST_ELEMENTS, product(extent));
  const width = ELEMENT_BYTES[type];
  const perAccess = Math.max(1, Math.min(...use.accessBytes) / width);
  const dims = dimensions(use, lengths);
  // A structure of three words is loaded word by word.
  const isStructure = dims.length > 1 && use.index.strideBytes <= MOST_STRUCTURE_BYTES;
  const perIndex = isStructure ? use.index.strideBytes / width : 0;
  const strided = dims.length === 0 ? 0 : Math.max(...dims) * (use.index.strideBytes / width);
  const constant = use.constantEndBytes / width;
  // All threads read the same elements: those of a loop.
  const isSwept = dims.length === 0 && !use.atomic && (!use.written || constant > perAccess);
  const swept = isSwept ? lengths.longestInner : 0;
  const elements = Math.ceil(Math.max(1, product(dims) * Math.max(perAccess, perIndex), strided, constant, swept));
  const pair = use.inPairs && isIntegerType(type) ? 1 : 0;
  const behind = lengths.bytesBehind(use);
  const byStrides = Math.ceil(lengths.bytesByStrides(use) / width);
  const reached = Math.max(behind === null ? elements : reachedLength(elements, Math.ceil(behind / width)), byStrides);
  return Math.min(MOST_ELEMENTS, reached + pair);
}

/** Neighbours may lie outside by mistake: where the range of an index differs by a few elements, it does not count. */
const FEW = 32;
const FEWEST = 4;
const FEW_PART = 1 / 4;
const MOST_PART = 3 / 4;

function reachedLength(seen: number, reached: number): number {
  // Of a loop that the compiler has unrolled, the rounds that are left over at its end are not seen.
  if (reached < seen && reached >= seen * MOST_PART) return seen;
  const few = Math.min(FEW, Math.max(FEWEST, seen * FEW_PART));
  // No neighbours are as many as all there are: those of a few CTAs in rows.
  const isMany = seen > 1 && reached >= 2 * seen;
  return !isMany && Math.abs(reached - seen) < few ? seen : Math.max(1, reached);
}

/** n ranges have n + 1 ends; neighbours in a grid, which are mostly floats, are looked at with more care by their kernels. */
const isIntegerType = (type: ElementType): boolean => /^[us]\d/.test(type);

const product = (numbers: readonly number[]): number => numbers.reduce((a, b) => a * b, 1);

/** How long the buffer is in each direction that the index seems to have. */
function dimensions(use: PointerUse, lengths: Lengths): number[] {
  const { shape, numberAt, boundsAxis, longestInner, isDrawn, isGuarded } = lengths;
  const { index } = use;
  const full = AXES.flatMap((axis, i) => {
    if (!index.cta.includes(axis)) return [];
    // Along an axis without threads, each CTA may stand for a tile.
    return [index.thread.includes(axis) || shape.block[i] === 1 ? shape.extent[i] : shape.grid[i]];
  });
  const scalars = index.scalars.filter(place => numberAt(place) !== null);
  const found = [...full];
  for (const place of scalars) if (!boundsAxis(place)) found.push(numberAt(place) ?? 1);
  const rank = Math.min(Math.max(full.length, scalars.length === 0 ? 0 : scalars.length + 1), MOST_DIMENSIONS);
  const dims = found.slice(0, Math.max(rank, full.length));
  while (dims.length < rank) dims.push(longestInner || shape.inner);
  if (dims.length > 0) return dims.map(n => Math.max(1, Math.abs(n)));
  if (index.data) return isDrawn(use) ? [...shape.extent] : [DATA_RANGE];
  const alongThreads = isGuarded(use) ? shape.extent : shape.block;
  return AXES.flatMap((axis, i) => (index.thread.includes(axis) ? [Math.min(alongThreads[i], shape.block[i])] : []));
}

/** `range`: where the values are used as indices; `empty`: what the code asks for as nothing there yet. */
export function guessContent(
  use: PointerUse,
  { type, length }: Pick<BufferSpec, 'type' | 'length'>,
  seed: number,
  range: IndexRange | null,
  empty: number | null = null,
): Pick<BufferSpec, 'init' | 'output'> {
  const output = use.written ? { output: true } : {};
  if (use.written && !use.read && !use.readUnknown) return { init: { kind: 'poison' }, ...output };
  if (use.swappedFrom !== null && use.swappedFrom !== 0)
    return { init: { kind: 'iota', start: use.swappedFrom, step: 0 }, ...output };
  if (use.atomic || (use.polled && use.written)) return { init: { kind: 'zeros' }, ...output };
  if (use.written && empty !== null && type.startsWith('s'))
    return { init: { kind: 'iota', start: empty, step: 0 }, ...output };
  if (use.written && isOneElement(use)) return { init: middle(type), ...output };
  if (range?.step !== undefined) return { init: { kind: 'iota', start: 0, step: range.step }, ...output };
  const isRising = use.inPairs && isIntegerType(type) && length > 1;
  return { init: (isRising && range && rising(type, length, range)) || input(type, seed, range), ...output };
}

/** All threads of all CTAs mean the same one. */
const isOneElement = ({ index: { thread, cta, scalars, data } }: PointerUse): boolean =>
  thread.length + cta.length + scalars.length === 0 && !data;

/** What some inputs are above, and some below: who takes their greatest, or their least, stores something. */
const middle = (type: ElementType): BufferInit =>
  isIntegerType(type) ? { kind: 'iota', start: MOST_INTEGER >> 1, step: 0 } : { kind: 'zeros' };

export const MOST_INTEGER = 9;

/** Longer lists of values are no start. */
const MOST_VALUES = 4096;

/** Ends of ranges, each where the next one begins. Null where there are too many. */
function rising(type: ElementType, length: number, range: IndexRange): BufferInit | null {
  const last = Math.min(range.length - 1, largestOf(type));
  const step = Math.floor(last / (length - 1));
  if (step > 0) return { kind: 'iota', start: 0, step };
  if (length > MOST_VALUES) return null;
  return { kind: 'values', values: Array.from({ length }, (_, i) => Math.floor((i * last) / (length - 1))) };
}

const largestOf = (type: ElementType): number => 2 ** (8 * ELEMENT_BYTES[type] - (type.startsWith('s') ? 1 : 0)) - 1;

/** Small integers: sums of them are exact in every type, and easy to check by eye. */
function input(type: ElementType, seed: number, range: IndexRange | null): BufferInit {
  const isInteger = isIntegerType(type);
  if (range && isInteger) {
    return { kind: 'random', seed, low: 0, high: Math.min(range.length - 1, largestOf(type)) };
  }
  if (isInteger) return { kind: 'random', seed, low: 0, high: MOST_INTEGER };
  return { kind: 'random', seed, low: -4, high: 4, integers: true };
}

export const outputOf = ({ output }: Pick<BufferSpec, 'output'>) => (output === undefined ? {} : { output });
