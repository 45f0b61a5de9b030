/** The page's whole state as a flat record of strings. What does not fit falls back to its default, and is not written. */

import { type Swizzle, swizzleOf } from '../../model/layout/swizzle.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import { MOST_BITS, topBit } from '../../model/swizzle/brackets.ts';
import type { UnitName } from '../../model/swizzle/names.ts';
import type { PieceName } from '../../model/swizzle/places.ts';
import type { FlatSearch } from '../../state/exhibit-search.ts';
import { accessOf } from './access-list.ts';

export interface SwizzleState {
  readonly elementBytes: number;
  readonly rows: number;
  /** Elements. */
  readonly columns: number;
  readonly pad: number;
  /** Byte address of the tile. */
  readonly base: number;
  /** On bytes. */
  readonly swizzle: Swizzle;
  /** On bytes: what the pattern is compared with; its rows have no padding. */
  readonly against: Swizzle;
  /** Of one's own, in place of the swizzle; '' = none. */
  readonly formula: string;
  readonly gives: 'chunk' | 'column';
  readonly unit: UnitName;
  readonly piece: PieceName;
  readonly arranged: 'memory' | 'tile';
  /** Id of the access that is drawn. */
  readonly access: string;
  readonly origin: Cell;
  /** The own table: 32 numbers, or a formula in `lane`. */
  readonly lanes: string;
  /** Ids of the accesses that a swizzle is looked for. */
  readonly wanted: readonly string[];
  /** The compiled kernel that lays the tile. */
  readonly run: (typeof RUNS)[number];
  /** By which column the candidates are sorted, with a minus for the greatest first; '' = best first. */
  readonly sort: string;
  /** Inside of somebody else's page: the pictures alone. */
  readonly embed: boolean;
}

export const ELEMENT_BYTES = [1, 2, 4, 8, 16] as const;
export const MOST_ROWS = 256;
export const MOST_COLUMNS = 256;
export const MOST_PAD = 64;
export const MOST_BASE = 16384;

export const DEFAULTS: SwizzleState = {
  elementBytes: 2,
  rows: 16,
  columns: 64,
  pad: 0,
  base: 0,
  swizzle: { bits: 3, base: 4, shift: 3 },
  against: { bits: 0, base: 4, shift: 3 },
  formula: '',
  gives: 'chunk',
  unit: 'bytes',
  piece: 'chunk',
  arranged: 'memory',
  access: 'ldmatrix-4',
  origin: { row: 0, column: 0 },
  lanes: 'lane * 128',
  wanted: ['row-16', 'ldmatrix-4'],
  run: 'tma-tile',
  sort: '',
  embed: false,
};

/** Variants of the kernel `swizzle` that fill a tile and dump it. */
export const RUNS = ['tma-tile', 'cp-async-xor', 'wrong-mask'] as const;

const UNITS = ['bits', 'bytes', 'elements'] as const;
const PIECES = ['byte', 'element', 'chunk'] as const;

const oneOf = <T extends string>(text: string | undefined, values: readonly T[], fallback: T): T =>
  values.find(value => value === text) ?? fallback;

function whole(text: string | undefined, least: number, most: number, fallback: number): number {
  const value = /^\d{1,6}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : fallback;
}

function decodeSwizzle(text = '', fallback: Swizzle): Swizzle {
  const match = /^(\d+)\.(\d+)\.(-?\d+)$/.exec(text);
  const swizzle = match && swizzleOf(Number(match[1]), Number(match[2]), Number(match[3]));
  return swizzle?.ok && topBit(swizzle.value) <= MOST_BITS ? swizzle.value : fallback;
}

function decodeCell(text = '', rows: number, columns: number): Cell {
  const match = /^(\d{1,3})\.(\d{1,3})$/.exec(text);
  const cell = match && { row: Number(match[1]), column: Number(match[2]) };
  return cell && cell.row < rows && cell.column < columns ? cell : DEFAULTS.origin;
}

function decodeTile(search: FlatSearch): Pick<SwizzleState, 'elementBytes' | 'rows' | 'columns' | 'pad' | 'base'> {
  const elementBytes = ELEMENT_BYTES.find(bytes => `${bytes}` === search.e) ?? DEFAULTS.elementBytes;
  const base = whole(search.base, 0, MOST_BASE, DEFAULTS.base);
  return {
    elementBytes,
    rows: whole(search.rows, 1, MOST_ROWS, DEFAULTS.rows),
    columns: whole(search.cols, 1, MOST_COLUMNS, DEFAULTS.columns),
    pad: whole(search.pad, 0, MOST_PAD, DEFAULTS.pad),
    base: base - (base % elementBytes),
  };
}

const isAccess = (id: string): boolean => accessOf(id, []) !== null;

export function decodeSwizzleSearch(search: FlatSearch): SwizzleState {
  const tile = decodeTile(search);
  return {
    ...tile,
    swizzle: decodeSwizzle(search.swz, DEFAULTS.swizzle),
    against: decodeSwizzle(search.vs, DEFAULTS.against),
    formula: search.f ?? DEFAULTS.formula,
    gives: oneOf(search.gives, ['chunk', 'column'], DEFAULTS.gives),
    unit: oneOf(search.unit, UNITS, DEFAULTS.unit),
    piece: oneOf(search.piece, PIECES, DEFAULTS.piece),
    arranged: oneOf(search.show, ['memory', 'tile'], DEFAULTS.arranged),
    access: isAccess(search.access ?? '') ? search.access : DEFAULTS.access,
    origin: decodeCell(search.at, tile.rows, tile.columns),
    lanes: search.lanes ?? DEFAULTS.lanes,
    wanted: search.want === undefined ? DEFAULTS.wanted : search.want.split('.').filter(isAccess),
    run: oneOf(search.run, RUNS, DEFAULTS.run),
    sort: search.sort ?? DEFAULTS.sort,
    embed: search.embed === '1',
  };
}

const swizzleText = ({ bits, base, shift }: Swizzle): string => `${bits}.${base}.${shift}`;

const TEXTS: Readonly<Record<string, (state: SwizzleState) => string>> = {
  e: state => `${state.elementBytes}`,
  rows: state => `${state.rows}`,
  cols: state => `${state.columns}`,
  pad: state => `${state.pad}`,
  base: state => `${state.base}`,
  swz: ({ swizzle }) => swizzleText(swizzle),
  vs: ({ against }) => swizzleText(against),
  f: state => state.formula,
  gives: state => state.gives,
  unit: state => state.unit,
  piece: state => state.piece,
  show: state => state.arranged,
  access: state => state.access,
  at: ({ origin }) => `${origin.row}.${origin.column}`,
  lanes: state => state.lanes,
  want: ({ wanted }) => wanted.join('.'),
  run: state => state.run,
  sort: state => state.sort,
  embed: state => (state.embed ? '1' : ''),
};

export const encodeSwizzleSearch = (state: SwizzleState): FlatSearch =>
  Object.fromEntries(
    Object.entries(TEXTS).flatMap(([name, textOf]) =>
      textOf(state) === textOf(DEFAULTS) ? [] : [[name, textOf(state)]],
    ),
  );
