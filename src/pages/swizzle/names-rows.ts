/** The equivalence panel's rows: one pattern in every notation, or why it has none. */
import { groupsOf, type Swizzle } from '../../model/layout/swizzle.ts';
import {
  bitsText,
  codeText,
  cuteName,
  type TmaFit,
  tmaModeOf,
  type UnitName,
} from '../../model/swizzle/swizzle-names.ts';
import { repeatOf } from '../../model/swizzle/swizzle-numbers.ts';
import { pitchBytes, type SwizzledTile } from '../../model/swizzle/tile.ts';

export interface NamesRow {
  readonly name: string;
  /** Null where there is none; `note` then says why. */
  readonly text: string | null;
  readonly note: string;
  /** Unit in which it counts, for names of CuTe. */
  readonly unit?: UnitName;
}

/** A type with this number of bytes, for the snippets. */
export const TYPE_OF: Readonly<Record<number, string>> = {
  1: 'uint8_t',
  2: 'half_t',
  4: 'float',
  8: 'double',
  16: 'uint128_t',
};

const cuteRow = (swizzle: Swizzle, unit: UnitName, name: string, elementBytes: number): NamesRow => {
  const text = cuteName(swizzle, unit, elementBytes);
  return { name, text, note: text === null ? 'none: it flips bits inside of an element' : '', unit };
};

export function namesRows(tile: SwizzledTile, swizzle: Swizzle): NamesRow[] {
  const { elementBytes } = tile;
  const fit = tmaModeOf({ ...tile, pattern: { kind: 'xor', swizzle } });
  return [
    cuteRow(swizzle, 'elements', `CuTe, ${elementBytes} B elements`, elementBytes),
    cuteRow(swizzle, 'bytes', 'CuTe, bytes', elementBytes),
    cuteRow(swizzle, 'bits', 'CuTe, bits', elementBytes),
    { name: 'Address bits', text: bitsText(swizzle), note: '' },
    ...modeRows(fit),
    { name: 'C', text: codeText(swizzle), note: '' },
    chunkRow(tile, swizzle),
    layoutRow(tile, swizzle),
  ];
}

function modeRows({ mode, why }: TmaFit): NamesRow[] {
  if (mode === null)
    return ['TMA', 'PTX', 'wgmma descriptor'].map((name, at) => ({ name, text: null, note: at === 0 ? why : '' }));
  return [
    { name: 'TMA', text: `CU_TENSOR_MAP_SWIZZLE_${mode.name}`, note: `= ${mode.value}` },
    { name: 'PTX', text: mode.ptx, note: '.swizzle_mode' },
    {
      name: 'wgmma descriptor',
      text: mode.wgmma === null ? null : `bits 62–63 = ${mode.wgmma}`,
      note: mode.wgmma === null ? 'has no such mode' : '',
    },
  ];
}

const CHUNK_BITS = 4;

/** Code as in kernels with known rows: the address bits above a row's length are those of the row's number. */
function chunkRow(tile: SwizzledTile, swizzle: Swizzle): NamesRow {
  const name = 'Chunk of a row';
  if (swizzle.bits === 0) return { name, text: 'chunk', note: '' };
  const pitchBits = Math.log2(pitchBytes(tile));
  const { source, target } = groupsOf(swizzle);
  const fits = Number.isInteger(pitchBits) && target >= CHUNK_BITS && target + swizzle.bits <= pitchBits;
  if (!fits || source < pitchBits) return { name, text: null, note: 'it does not follow from the row’s number alone' };
  const row = source === pitchBits ? 'row' : `row >> ${source - pitchBits}`;
  const flip = `${source === pitchBits ? row : `(${row})`} & ${2 ** swizzle.bits - 1}`;
  const text = target === CHUNK_BITS ? `chunk ^ (${flip})` : `chunk ^ ((${flip}) << ${target - CHUNK_BITS})`;
  return { name, text, note: tile.base % repeatOf(swizzle) === 0 ? '' : 'if the base were aligned' };
}

/** Composition in CuTe; its swizzle counts elements. */
function layoutRow({ rows, columns, padBytes, elementBytes }: SwizzledTile, swizzle: Swizzle): NamesRow {
  const name = cuteName(swizzle, 'elements', elementBytes);
  const layout = `Layout<Shape<_${rows},_${columns}>, Stride<_${columns + padBytes / elementBytes},_1>>{}`;
  if (name === null) return { name: 'CuTe C++', text: null, note: '' };
  return { name: 'CuTe C++', text: `composition(${name}{}, ${layout})`, note: `of ${TYPE_OF[elementBytes]}` };
}
