/**
 * Expected results of each variant, without the model's formulas: rows are cut from the tensor byte by byte, and a mode
 * is an order of pieces.
 */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { numberedWord } from '../../base/numbered-words.ts';
import { exchangedLines } from '../exchanged-lines.ts';
import { strideBytes, tensorWords } from './launch.ts';
import { elementBytesOf, type SwizzleParams } from './params.ts';
import { pitchOf, windowBytes } from './tile.ts';
import type { SwizzleVariant } from './variants.ts';

/** Content of the window before the tile arrives. */
const UNTOUCHED = 0xee;

export function referenceOf(variant: SwizzleVariant, p: SwizzleParams): Map<string, Uint8Array> {
  const box = boxBytes(p);
  if (variant === 'ldmatrix-read') return new Map([['out', box]]);
  if (variant === 'column-read') return new Map([['out', transposed(box, p)]]);
  return new Map([['out', windowOf(box, p)]]);
}

/** The box, row by row without gaps. */
function boxBytes(p: SwizzleParams): Uint8Array {
  const tensor = Uint32Array.from({ length: tensorWords(p) }, (_, i) => numberedWord(i));
  const bytes = new Uint8Array(tensor.buffer);
  const fill = p.outside === 'nan' ? [0xf7, 0x7f] : [0, 0];
  const widthBytes = p.width * elementBytesOf(p);
  const box = new Uint8Array(p.rows * p.rowBytes);
  for (let i = 0; i < box.length; i++) {
    const y = p.startRow + Math.floor(i / p.rowBytes);
    const x = p.startChunk * CHUNK_BYTES + (i % p.rowBytes);
    const isInside = y >= 0 && y < p.height && x >= 0 && x < widthBytes;
    box[i] = isInside ? bytes[y * strideBytes(p) + x] : fill[x & 1];
  }
  return box;
}

function transposed(box: Uint8Array, p: SwizzleParams): Uint8Array {
  const elementBytes = elementBytesOf(p);
  const columns = p.rowBytes / elementBytes;
  const out = new Uint8Array(box.length);
  for (let row = 0; row < p.rows; row++)
    for (let column = 0; column < columns; column++) {
      const from = row * p.rowBytes + column * elementBytes;
      out.set(box.subarray(from, from + elementBytes), (column * p.rows + row) * elementBytes);
    }
  return out;
}

/** Rows at their pitch from the base on; then every line from the window's start on has its pieces put in order. */
function windowOf(box: Uint8Array, p: SwizzleParams): Uint8Array {
  const window = new Uint8Array(windowBytes(p)).fill(UNTOUCHED);
  for (let row = 0; row < p.rows; row++)
    window.set(box.subarray(row * p.rowBytes, (row + 1) * p.rowBytes), p.base + row * pitchOf(p));
  return exchangedLines(p.mode, window, UNTOUCHED);
}
