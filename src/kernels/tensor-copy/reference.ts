/**
 * Expected results of a copy, without the model's formulas: rows are taken from the tensor, or put there, by counting
 * through all dimensions, and a mode is an order of pieces.
 */
import { CHUNK_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { numberedByte } from '../../base/numbered-words.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { exchangedLines } from '../exchanged-lines.ts';
import { FIRST_STORED_TO, UNTOUCHED } from './launch.ts';
import { type CopyParams, strideBytes } from './params.ts';
import type { TensorCopyVariant } from './variants.ts';

const SPANS: Readonly<Record<string, number>> = { '32B': 32, '64B': 64 };

export const referenceOf = (_: TensorCopyVariant, p: CopyParams): Map<string, Uint8Array> =>
  p.direction === 'load' ? new Map([['out', dumpOf(p)]]) : new Map([['tensor', tensorOf(p)]]);

const pitchOf = ({ mode, rowBytes }: CopyParams): number => (mode === 'none' ? rowBytes : (SPANS[mode] ?? 128));

const windowOf = (p: CopyParams): number => p.base + p.count ** (p.rank - 1) * pitchOf(p);

function dumpOf(p: CopyParams): Uint8Array {
  const window = new Uint8Array(windowOf(p)).fill(UNTOUCHED);
  const fill = p.outside === 'nan' ? [0xf7, 0x7f] : [0, 0];
  rowsOf(p).forEach((from, row) => {
    for (let i = 0; i < p.rowBytes; i++)
      window[p.base + row * pitchOf(p) + i] = isInside(p, from, i)
        ? numberedByte(from! + p.startChunk * CHUNK_BYTES + i)
        : fill[i & 1];
  });
  return exchangedLines(p.mode, window, UNTOUCHED);
}

function tensorOf(p: CopyParams): Uint8Array {
  const bytes = strideBytes(p) * p.extent ** (p.rank - 1);
  const end = bytes - strideBytes(p) + Math.ceil((p.width * ELEMENT_BYTES[p.type]) / CHUNK_BYTES) * CHUNK_BYTES;
  const tensor = Uint8Array.from({ length: end }, (_, i) => numberedByte(FIRST_STORED_TO * WORD_BYTES + i));
  const numbered = Uint8Array.from({ length: windowOf(p) }, (_, i) => numberedByte(i));
  const window = exchangedLines(p.mode, numbered, 0);
  // A piece that the edge cuts is stored whole.
  const pieceBytes = p.mode === '128B_ATOM_32B_FLIP_8B' ? 8 : CHUNK_BYTES;
  rowsOf(p).forEach((to, row) => {
    for (let i = 0; i < p.rowBytes; i++)
      if (isInside(p, to, i - (i % pieceBytes)))
        tensor[to! + p.startChunk * CHUNK_BYTES + i] = window[p.base + row * pitchOf(p) + i];
  });
  return tensor;
}

/** Whether the tensor has the byte of a row of the box. */
function isInside({ startChunk, width, type }: CopyParams, row: number | null, byte: number): boolean {
  const x = startChunk * CHUNK_BYTES + byte;
  return row !== null && x >= 0 && x < width * ELEMENT_BYTES[type];
}

/** For each row of the box: where the tensor's row begins; null if it is outside. Dimension 1 runs fastest. */
function rowsOf(p: CopyParams): (number | null)[] {
  let rows: (number | null)[] = [0];
  for (let dim = p.rank - 1; dim >= 1; dim--)
    rows = rows.flatMap(row =>
      Array.from({ length: p.count }, (_, i) => {
        const at = p.start + i * p.step;
        return row === null || at < 0 || at >= p.extent ? null : row + at * strideBytes(p) * p.extent ** (dim - 1);
      }),
    );
  return rows;
}
