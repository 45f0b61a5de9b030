/** The page's whole state as a flat record of strings. What does not fit falls back to its default, and is not written. */

import { type Swizzle, swizzleOf } from '../../model/layout/swizzle.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import { MOST_BITS, topBit } from '../../model/swizzle/brackets.ts';
import type { FlatSearch } from '../../state/exhibit-search.ts';
import { accessOf } from '../kit/tile/access-list.ts';
import {
  DEFAULTS,
  ELEMENT_BYTES,
  MOST_BASE,
  MOST_COLUMNS,
  MOST_PAD,
  MOST_ROWS,
  RUNS,
  type SwizzleState,
} from './swizzle-state.ts';

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
