/** The page's whole state as a flat record of strings. What does not fit falls back to its default, and is not written. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import { denseStrides } from '../../model/tma/dense-strides.ts';
import type { FlatSearch } from '../../state/exhibit-search.ts';
import { ELEMENT_TYPES, type ElementType, SWIZZLE_MODES, type TensorMap } from '../../trace/launch.ts';

export const INTERLEAVES = ['none', '16B', '32B'] as const;
export const PROMOTIONS = ['none', '64B', '128B', '256B'] as const;
export const FILLS = ['zero', 'nan'] as const;
export const DIRECTIONS = ['load', 'store'] as const;
export const PIECES = ['chunk', 'element'] as const;
export const TEXTS = ['encode', 'instruction', 'launch'] as const;
/** Which compiled kernel copies. */
export const RUNS = ['in-order', 'slowest-first'] as const;
export const MAX_RANK = 5;

/** Of the map it may hold what the driver refuses: the page says so. */
export interface TensorMapState {
  readonly type: ElementType;
  /** Fastest first, like the other lists; all of one length. */
  readonly dims: readonly number[];
  /** From dimension 1 on; null = packed. */
  readonly strides: readonly number[] | null;
  readonly box: readonly number[];
  readonly elementStrides: readonly number[];
  readonly interleave: TensorMap['interleave'];
  readonly swizzle: TensorMap['swizzle'];
  readonly promotion: (typeof PROMOTIONS)[number];
  readonly fill: TensorMap['oobFill'];
  readonly start: readonly number[];
  /** Byte address in shared memory. */
  readonly base: number;
  readonly direction: (typeof DIRECTIONS)[number];
  /** The dimension that runs down the picture; 0 where there is but one. */
  readonly down: number;
  /** Which plane of the box is drawn, by dimension, in copies from its start; null = the one that the walk is in. */
  readonly plane: readonly number[] | null;
  readonly piece: (typeof PIECES)[number];
  /** Chunks copied; null = all. */
  readonly at: number | null;
  /** Row of the box and element in it. */
  readonly pin: Cell | null;
  readonly text: (typeof TEXTS)[number];
  readonly run: (typeof RUNS)[number];
  /** The pictures alone, for slides. */
  readonly embed: boolean;
}

export const DEFAULTS: TensorMapState = {
  type: 'bf16',
  dims: [256, 256],
  strides: null,
  box: [64, 64],
  elementStrides: [1, 1],
  interleave: 'none',
  swizzle: '128B',
  promotion: '256B',
  fill: 'zero',
  start: [64, 96],
  base: 0,
  direction: 'load',
  down: 1,
  plane: null,
  piece: 'chunk',
  at: null,
  pin: null,
  text: 'encode',
  run: 'in-order',
  embed: false,
};

export const mapOf = (state: TensorMapState): TensorMap => {
  const { type, dims, box, elementStrides, interleave, swizzle, promotion, fill } = state;
  const stridesBytes = state.strides ?? denseStrides({ type, dims, interleave });
  return { type, dims, stridesBytes, box, elementStrides, interleave, swizzle, l2Promotion: promotion, oobFill: fill };
};

const oneOf = <T extends string>(text: string | undefined, values: readonly T[], fallback: T): T =>
  values.find(value => value === text) ?? fallback;

const WHOLE = /^-?\d{1,15}$/;

const whole = (text: string | undefined, fallback: number): number =>
  WHOLE.test(text ?? '') ? Number(text) : fallback;

function listOf(text: string | undefined): number[] | null {
  const parts = text === undefined || text === '' ? [] : text.split('.');
  return text !== undefined && parts.every(part => WHOLE.test(part)) ? parts.map(Number) : null;
}

/** A list of so many numbers, or what stands for it. */
const sized = <T>(text: string | undefined, length: number, fallback: T): number[] | T => {
  const list = listOf(text);
  return list?.length === length ? list : fallback;
};

/** Of a default for a tensor of so many dimensions. */
const filled = (list: readonly number[], rank: number, value: number): number[] =>
  Array.from({ length: rank }, (_, i) => list[i] ?? value);

function decodePin(text = ''): Cell | null {
  const match = /^(\d{1,6})\.(\d{1,5})$/.exec(text);
  return match && { row: Number(match[1]), column: Number(match[2]) };
}

function decodeMap(search: FlatSearch) {
  const named = listOf(search.dims);
  const dims = named !== null && named.length >= 1 && named.length <= MAX_RANK ? named : DEFAULTS.dims;
  const rank = dims.length;
  return {
    type: oneOf(search.type, ELEMENT_TYPES, DEFAULTS.type),
    dims,
    strides: sized(search.strides, rank - 1, null),
    box: sized(search.box, rank, filled(DEFAULTS.box, rank, 1)),
    elementStrides: sized(search.steps, rank, filled([], rank, 1)),
    interleave: oneOf(search.il, INTERLEAVES, DEFAULTS.interleave),
    swizzle: oneOf(search.swz, SWIZZLE_MODES, DEFAULTS.swizzle),
    promotion: oneOf(search.l2, PROMOTIONS, DEFAULTS.promotion),
    fill: oneOf(search.oob, FILLS, DEFAULTS.fill),
    start: sized(search.start, rank, filled(rank === 2 ? DEFAULTS.start : [], rank, 0)),
  };
}

export function decodeTensorMapSearch(search: FlatSearch): TensorMapState {
  const map = decodeMap(search);
  const rank = map.dims.length;
  const lowest = Math.min(1, rank - 1);
  const down = whole(search.down, lowest);
  const at = whole(search.at, -1);
  return {
    ...map,
    base: whole(search.base, DEFAULTS.base),
    direction: oneOf(search.dir, DIRECTIONS, DEFAULTS.direction),
    down: down >= lowest && down < rank ? down : lowest,
    plane: sized(search.plane, rank, null),
    piece: oneOf(search.piece, PIECES, DEFAULTS.piece),
    at: at >= 0 ? at : null,
    pin: decodePin(search.pin),
    text: oneOf(search.text, TEXTS, DEFAULTS.text),
    run: oneOf(search.run, RUNS, DEFAULTS.run),
    embed: search.embed === '1',
  };
}

const FIELDS: Readonly<Record<string, (state: TensorMapState) => string>> = {
  type: state => state.type,
  dims: state => state.dims.join('.'),
  strides: state => state.strides?.join('.') ?? 'packed',
  box: state => state.box.join('.'),
  steps: state => state.elementStrides.join('.'),
  il: state => state.interleave,
  swz: state => state.swizzle,
  l2: state => state.promotion,
  oob: state => state.fill,
  start: state => state.start.join('.'),
  base: state => `${state.base}`,
  dir: state => state.direction,
  down: state => `${state.down}`,
  plane: state => state.plane?.join('.') ?? 'walk',
  piece: state => state.piece,
  at: state => `${state.at ?? 'all'}`,
  pin: ({ pin }) => (pin === null ? '' : `${pin.row}.${pin.column}`),
  text: state => state.text,
  run: state => state.run,
  embed: state => (state.embed ? '1' : ''),
};

/** What a link without the field would mean for a tensor of these dimensions. */
export function encodeTensorMapSearch(state: TensorMapState): FlatSearch {
  const without = decodeTensorMapSearch({ dims: state.dims.join('.') });
  const dims = state.dims.join('.') === DEFAULTS.dims.join('.') ? {} : { dims: state.dims.join('.') };
  const others = Object.entries(FIELDS).flatMap(([name, textOf]) =>
    name === 'dims' || textOf(state) === textOf(without) ? [] : [[name, textOf(state)]],
  );
  return { ...dims, ...Object.fromEntries(others) };
}
