/** Multiplicands of wgmma in shared memory: their descriptors, which all threads of the warpgroup give alike, and their bytes. */
import { CHUNK_BYTES } from '../../../base/hardware.ts';
import { FaultSignal, fail, hex, placeOf, whereWords } from '../../machine/faults.ts';
import type { Operation } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
import {
  type MatrixPieces,
  piecesOf,
  placeChunks,
  readDescriptor,
  reservedField,
} from '../fragments/matrix-descriptor.ts';
import { matrixUse } from '../fragments/matrix-use.ts';
import { type OperandType, perPieceOf, readChunks } from '../fragments/operand-numbers.ts';
import { MOST_COLUMNS } from '../fragments/warpgroup-product.ts';
import { rankInDescriptor } from './rank-in-descriptor.ts';

export interface DescribedMatrix {
  readonly name: 'A' | 'B';
  /** Planes of the descriptor. */
  readonly descriptor: number;
  readonly type: OperandType;
  /** Rows of A, or columns of B. */
  readonly rows: number;
  readonly isMnMajor: boolean;
  /** Pieces of 16 bytes in a row of K. */
  readonly perRow: MatrixPieces['perRow'];
}

/** A product as its warpgroup carries it out; `number` counts them from 0. */
export interface ProductIssue {
  readonly warps: readonly Warp[];
  readonly operation: Operation;
  readonly number: number;
}

const chunkAt = new Int32Array(4 * MOST_COLUMNS);

/** Its numbers, row by row. Ends the run where the descriptor is none or leads out of shared memory. */
export function readDescribed(
  { warps, operation, number }: ProductIssue,
  matrix: DescribedMatrix,
  into: Float64Array,
): void {
  const { type } = matrix;
  const pieces = { ...matrix, perPiece: perPieceOf(type) };
  const [{ cta }] = warps;
  const descriptor = descriptorOf(warps, operation, matrix);
  const ranked = rankInDescriptor(cta, operation.pc, matrix.name, descriptor, pieces);
  if (ranked !== null) failDescriptor(warps[0], operation, ranked);
  placeChunks(descriptor, pieces, chunkAt);
  const { sharedBaseBytes, sharedBytes } = cta.grid;
  const count = piecesOf(pieces);
  for (let i = 0; i < count; i++) {
    const byteOffset = chunkAt[i] - sharedBaseBytes;
    if (byteOffset < 0 || byteOffset + CHUNK_BYTES > sharedBytes) failOutside(warps[0], operation, matrix, chunkAt[i]);
    chunkAt[i] = byteOffset;
  }
  cta.grid.counts?.sharedUses.add(matrixUse({ ...matrix, swizzleBytes: descriptor.swizzleBytes }, chunkAt, count));
  cta.watch?.multiplied(warps, operation, number, chunkAt, count);
  readChunks(cta.shared.i32, chunkAt, pieces, type, into);
}

function descriptorOf(warps: readonly Warp[], operation: Operation, { name, descriptor }: DescribedMatrix) {
  const [first] = warps;
  const [low, high] = [first.r[descriptor], first.r[descriptor + 32]];
  const isAlike = ({ r }: Warp): boolean => {
    for (let l = descriptor; l < descriptor + 32; l++) if (r[l] !== low || r[l + 32] !== high) return false;
    return true;
  };
  if (!warps.every(isAlike))
    failDescriptor(first, operation, `the descriptor of ${name} is not the same in all threads of the warpgroup`);
  const reserved = reservedField(low, high);
  if (reserved !== null) failDescriptor(first, operation, `${reserved} of the descriptor of ${name} are not 0`);
  return readDescriptor(low, high);
}

const failDescriptor = (warp: Warp, operation: Operation, why: string): never =>
  fail(warp, operation, -1, { kind: 'badOperand' }, why);

function failOutside(warp: Warp, operation: Operation, { name, descriptor }: DescribedMatrix, address: number): never {
  const { grid, number } = warp.cta;
  const { startBytes, leadingBytes, strideBytes, swizzleBytes } = readDescriptor(
    warp.r[descriptor],
    warp.r[descriptor + 32],
  );
  const place = placeOf(grid.files, operation);
  const who = { cta: number, warp: warp.index, lane: -1 };
  const limitBytes = grid.sharedBytes;
  const swizzle = swizzleBytes === CHUNK_BYTES ? 'none' : `${swizzleBytes} bytes`;
  const message = `${whereWords(place, who)}: the descriptor of ${name} (start ${hex(startBytes)}, LBO ${leadingBytes}, SBO ${strideBytes}, swizzle ${swizzle}) leads to shared byte ${hex(address)}, outside the ${limitBytes} bytes from ${hex(grid.sharedBaseBytes)}.`;
  throw new FaultSignal({
    kind: 'outOfBounds',
    message,
    place,
    who,
    space: 'shared',
    address,
    widthBytes: CHUNK_BYTES,
    limitBytes,
  });
}
