/** Multiplicands of tcgen05.mma, from shared or tensor memory, and their scale factors. */
import { CHUNK_BYTES } from '../../../base/hardware.ts';
import type { Issuer } from '../../machine/bulk-copy.ts';
import { reportBadCopy, reportOutside, sharedLimit } from '../../machine/bulk-faults.ts';
import type { Cta } from '../../machine/cta.ts';
import { addressWords, columnOf, laneOf, TENSOR_LANES, tensorMemoryOf } from '../../machine/tensor-memory.ts';
import type { TensorRectangle } from '../../machine/tensor-state.ts';
import type { TensorUse } from '../../machine/watch.ts';
import { type MatrixPieces, piecesOf, placeChunks } from '../fragments/matrix-descriptor.ts';
import { matrixUse } from '../fragments/matrix-use.ts';
import { type ScaleBlocks, type ScaleType, scaleOf } from '../fragments/scale-factors.ts';
import { readTensorDescriptor } from '../fragments/tensor-descriptor.ts';
import { heldElement, readPiece } from '../fragments/tensor-elements.ts';
import type { Factor } from '../fragments/tensor-instruction.ts';
import { rankInDescriptor } from './rank-in-descriptor.ts';
import { areAllocated } from './tcgen05-operands.ts';

/**
 * Rows, or columns of B, that one CTA brings; their numbers go to `into` from element `first` on. So many before them are
 * skipped.
 */
export interface Portion {
  readonly cta: Cta;
  readonly rows: number;
  readonly first: number;
  readonly skipped: number;
}

const MOST_PIECES = 2 * (256 + 32);
const pieceAt = new Int32Array(MOST_PIECES);

/**
 * Offsets of a matrix's pieces in the CTA's shared memory; null after a fault. `name`: "A". `perRow`: 1 for K-major
 * rows if only their first half is needed.
 */
export function piecesAt(
  issuer: Issuer,
  cta: Cta,
  slot: number,
  pieces: MatrixPieces,
  name: string,
  perRow: 1 | 2 = 2,
): Int32Array | null {
  const { warp, lane } = issuer;
  const descriptor = readTensorDescriptor(warp.r[slot + lane], warp.r[slot + 32 + lane]);
  if (typeof descriptor === 'string') {
    reportBadCopy(issuer, `the descriptor of ${name}: ${descriptor}`);
    return null;
  }
  const ranked = rankInDescriptor(warp.cta, issuer.operation.pc, name, descriptor, pieces);
  if (ranked !== null) {
    reportBadCopy(issuer, ranked);
    return null;
  }
  placeChunks(descriptor, pieces, pieceAt);
  const { sharedBaseBytes, sharedBytes } = cta.grid;
  const step = 2 / perRow;
  for (let i = 0; i < piecesOf(pieces) / step; i++) {
    const address = pieceAt[i * step];
    pieceAt[i] = address - sharedBaseBytes;
    if (pieceAt[i] >= 0 && pieceAt[i] + CHUNK_BYTES <= sharedBytes) continue;
    const limit = `the descriptor of ${name} leads there, and ${sharedLimit(cta)}`;
    reportOutside(issuer, { space: 'shared', address, widthBytes: CHUNK_BYTES }, sharedBytes, limit);
    return null;
  }
  return pieceAt;
}

/** Swizzle of a descriptor that was read before. */
function swizzleOf({ warp, lane }: Issuer, slot: number): number {
  const descriptor = readTensorDescriptor(warp.r[slot + lane], warp.r[slot + 32 + lane]);
  return typeof descriptor === 'string' ? CHUNK_BYTES : descriptor.swizzleBytes;
}

/** Reads a factor from shared memory; false after a fault. */
export function readDescribedFactor(
  issuer: Issuer,
  use: TensorUse,
  portion: Portion,
  slot: number,
  { element, isMnMajor }: Factor,
  name: string,
  into: Float64Array,
): boolean {
  const { perPiece } = element;
  const { cta, first, skipped } = portion;
  const rows = skipped + portion.rows;
  const pieces = { rows, perPiece, isMnMajor, perRow: 2 } as const;
  const all = piecesAt(issuer, cta, slot, pieces, name);
  if (all === null) return false;
  const depth = 2 * perPiece;
  const firstPiece = isMnMajor ? depth * Math.floor(skipped / perPiece) : 2 * skipped;
  const [at, count] = [all.subarray(firstPiece), piecesOf(pieces) - firstPiece];
  const swizzleBytes = swizzleOf(issuer, slot);
  cta.grid.counts?.sharedUses.add(matrixUse({ name, type: element.name, swizzleBytes }, at, count));
  cta.watch?.tensorUsed({ kind: 'operand', use, at, count });
  // Behind what is skipped of the first group of rows.
  const before = isMnMajor ? skipped % perPiece : 0;
  for (let i = 0; i < count; i++) {
    const row = isMnMajor ? perPiece * Math.floor(i / depth) : i >> 1;
    const to = first + row * depth + (isMnMajor ? i % depth : (i & 1) * perPiece);
    const asked = isMnMajor ? Math.min(perPiece, portion.rows + before - row) : perPiece;
    readPiece(cta.shared.i32, at[i], element, into, to, isMnMajor ? depth : 1, asked);
  }
  if (before > 0) into.copyWithin(first, first + before * depth, first + (before + portion.rows) * depth);
  return true;
}

/** A in tensor memory, each row in the lane of its sums; false after a fault. `copyLanes`: there again so many lanes above. */
export function readHeldFactor(
  issuer: Issuer,
  use: TensorUse,
  { cta, rows, first }: Portion,
  address: number,
  { element }: Factor,
  lanes: {
    readonly laneOf: (row: number) => number;
    readonly copyLanes: number;
    readonly rectangles: readonly TensorRectangle[];
  },
  into: Float64Array,
): boolean {
  const [lane, column] = [laneOf(address), columnOf(address)];
  const depth = 2 * element.perPiece;
  const columns = (depth * element.heldBits) / 32;
  const cells = lanes.rectangles.map(each => ({ ...each, lane: each.lane + lane, column, columns }));
  if (!areAllocated(issuer.warp, issuer.operation, issuer.lane, cta, cells)) return false;
  cta.watch?.tensorUsed({ kind: 'cells', use: { ...use, shape: 'A' }, cells, effect: 'read' });
  const { words } = tensorMemoryOf(cta);
  const wordAt = (row: number, copy: number, c: number): number =>
    words[(column + c) * TENSOR_LANES + lane + lanes.laneOf(row) + copy];
  for (let row = 0; row < rows; row++) {
    for (let c = 0; c < columns; c++) {
      for (let copy = lanes.copyLanes; lanes.laneOf(row) + copy < TENSOR_LANES; copy += lanes.copyLanes) {
        if (wordAt(row, copy, c) === wordAt(row, 0, c)) continue;
        reportBadCopy(issuer, `A at ${addressWords(address)} is not the same ${lanes.copyLanes} lanes above`);
        return false;
      }
    }
    for (let k = 0; k < depth; k++) into[first + row * depth + k] = heldElement(element, k, c => wordAt(row, 0, c));
  }
  return true;
}

/** Scale factors of rows; `isInHalves`: those of the second half are in the upper half of the lanes. */
interface Scales {
  readonly address: number;
  readonly blocks: ScaleBlocks;
  readonly type: ScaleType;
  readonly byte: number;
  readonly isInHalves: boolean;
}

const QUARTER = 32;

/** The factors of the rows' blocks, row by row; null after a fault. */
export function readScales(
  issuer: Issuer,
  use: TensorUse,
  cta: Cta,
  rows: number,
  { address, blocks, type, byte, isInHalves }: Scales,
): Float64Array | null {
  const column = columnOf(address);
  const perQuarter = isInHalves ? rows / 2 : rows;
  const cells = quarterCells(column, perQuarter);
  if (!areAllocated(issuer.warp, issuer.operation, issuer.lane, cta, cells)) return null;
  cta.watch?.tensorUsed({ kind: 'cells', use: { ...use, shape: 'scales' }, cells, effect: 'read' });
  const { words } = tensorMemoryOf(cta);
  const factors = new Float64Array(rows * blocks.count);
  for (let row = 0; row < rows; row++) {
    const inQuarter = row % perQuarter;
    const copies = isInHalves ? (row < perQuarter ? [0, 32] : [64, 96]) : [0, 32, 64, 96];
    const at = (column + (inQuarter >> 5)) * TENSOR_LANES + (inQuarter & 31);
    const word = words[at + copies[0]];
    if (copies.some(copy => words[at + copy] !== word)) {
      reportBadCopy(issuer, `scale factors at ${addressWords(address)} are not the same in all quarters of the lanes`);
      return null;
    }
    for (let j = 0; j < blocks.count; j++)
      factors[row * blocks.count + j] = scaleOf(type, (word >>> (8 * (byte + j))) & 0xff);
  }
  return factors;
}

/** A column for each 32 rows, in all quarters. */
const quarterCells = (column: number, rows: number): TensorRectangle[] =>
  Array.from({ length: Math.ceil(rows / QUARTER) }, (_, c) =>
    [0, 1, 2, 3].map(q => ({
      lane: QUARTER * q,
      lanes: Math.min(QUARTER, rows - QUARTER * c),
      column: column + c,
      columns: 1,
    })),
  ).flat();
