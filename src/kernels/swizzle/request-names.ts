/** What the page calls a warp's accesses of shared memory, in their order. */
import { CHUNK_BYTES, LANES, MATRIX_ROWS } from '../../base/hardware.ts';
import { elementBytesOf, type SwizzleParams } from './params.ts';
import { isByEngine, THREADS, windowBytes } from './tile.ts';
import type { SwizzleVariant } from './variants.ts';

const WARPS = THREADS / LANES;
const MATRICES = 4;

interface Place {
  readonly side: 'store' | 'load';
  readonly warp: number;
  readonly request: number;
}

export function requestNameOf(variant: SwizzleVariant, p: SwizzleParams, { side, warp, request }: Place): string {
  if (side === 'load') return readName(variant, p, request, warp);
  const clearing = passesOf(windowBytes(p) / CHUNK_BYTES, warp);
  if (request < clearing) return `clearing, pass ${request}`;
  const copy = request - clearing;
  return isByEngine(variant, p) ? `engine, chunks from ${copy * LANES}` : `copy, pass ${copy}`;
}

function readName(variant: SwizzleVariant, p: SwizzleParams, read: number, warp: number): string {
  const piece = read * WARPS + warp;
  if (variant === 'ldmatrix-read') {
    const bands = p.rows / MATRIX_ROWS;
    const at = (matrix: number) => `row ${(matrix % bands) * MATRIX_ROWS}, chunk ${Math.floor(matrix / bands)}`;
    return `matrices from ${at(piece * MATRICES)}`;
  }
  if (variant !== 'column-read') return `dump, pass ${read}`;
  const groups = Math.ceil(p.rows / LANES);
  const column = `column ${Math.floor(piece / groups)}`;
  return groups === 1 ? column : `${column}, rows from ${(piece % groups) * LANES}`;
}

/** Passes in which a thread of the warp has one of so many chunks. */
const passesOf = (chunks: number, warp: number): number => Math.max(0, Math.ceil((chunks - warp * LANES) / THREADS));

/** The tile in a sentence. */
export function tileWords(p: SwizzleParams): string {
  const elements = p.rowBytes / elementBytesOf(p);
  const pattern = p.mode === 'none' ? (p.pad > 0 ? `padded by ${p.pad} B` : 'without a pattern') : `under ${p.mode}`;
  return `${p.rows} × ${elements} ${p.type}, ${pattern}`;
}

/** Rows and columns of what the variant leaves behind: words of a dump by lines of 128 bytes, or elements. */
export function outputShape(variant: SwizzleVariant, p: SwizzleParams) {
  const elementBytes = elementBytesOf(p);
  if (variant === 'column-read') return { rows: p.rowBytes / elementBytes, columns: p.rows, elementBytes };
  if (variant === 'ldmatrix-read') return { rows: p.rows, columns: p.rowBytes / 4, elementBytes: 4 };
  return { rows: Math.ceil(windowBytes(p) / 128), columns: 32, elementBytes: 4 };
}
