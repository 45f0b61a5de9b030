/**
 * Bulk copies as rows of an access trace: 32 chunks of 16 bytes a row, in the order of the box, which the columns for lanes
 * hold. The side that is read comes first. A chunk that a tensor's edge cuts comes behind the others there, in pieces.
 */
import { CHUNK_BYTES, LANES } from '../../base/hardware.ts';
import type { Access, Space } from '../../trace/access-trace.ts';
import type { BulkAccess } from '../machine/bulk-copy.ts';
import type { BulkPieces } from '../machine/bulk-pieces.ts';
import type { Cta } from '../machine/cta.ts';
import { deviceAddress } from '../machine/global-memory.ts';

/** Bytes that one column moves, and where each is. */
type Chunks = ReadonlyMap<number, readonly number[]>;

export function* bulkRows(access: BulkAccess): Generator<Access> {
  const { pieces, isInward, shared, other } = access;
  const sharedRows = shared.flatMap(cta => rowsOf(access, cta, wholeChunks(pieces)));
  const otherRows = rowsOf(access, other, insideChunks(pieces));
  yield* isInward ? [...otherRows, ...sharedRows] : [...sharedRows, ...otherRows];
}

function wholeChunks({ shared, sizeBytes }: BulkPieces): Chunks {
  const width = Math.min(sizeBytes, CHUNK_BYTES);
  const at: number[] = [];
  for (const start of shared) for (let i = 0; i < sizeBytes; i += width) at.push(start + i);
  return new Map([[width, at]]);
}

/** Chunks of the other side; a chunk that is cut is split into pieces as large as its length allows. */
function insideChunks({ other, insideBytes, sizeBytes }: BulkPieces): Chunks {
  const chunks = new Map<number, number[]>([[Math.min(sizeBytes, CHUNK_BYTES), []]]);
  for (let i = 0; i < other.length; i++) {
    for (let done = 0; done < insideBytes[i]; done += CHUNK_BYTES) {
      const left = Math.min(insideBytes[i] - done, CHUNK_BYTES);
      const width = left & -left;
      if (!chunks.has(width)) chunks.set(width, []);
      for (let b = 0; b < left; b += width) chunks.get(width)!.push(other[i] + done + b);
    }
  }
  return chunks;
}

/** `cta`: whose shared memory it is; null for device memory. */
function rowsOf({ issuer }: BulkAccess, cta: Cta | null, chunks: Chunks): Access[] {
  const { warp, operation } = issuer;
  const { grid, number } = warp.cta;
  const place = placeOfSide(warp.cta, cta);
  const rows: Access[] = [];
  for (const [widthBytes, at] of chunks) {
    for (let first = 0; first < at.length; first += LANES) {
      const part = at.slice(first, first + LANES);
      rows.push({
        cta: number,
        warp: warp.index,
        pc: operation.pc,
        space: place.space,
        kind: 'bulk',
        widthBytes,
        activeMask: 0xffff_ffff >>> (LANES - part.length),
        interval: warp.interval,
        line: operation.line,
        file: grid.files.get(operation.file) ?? '',
        address: Float64Array.from({ length: LANES }, (_, i) => (i < part.length ? place.base + part[i] : -1)),
      });
    }
  }
  return rows;
}

function placeOfSide(own: Cta, cta: Cta | null): { readonly space: Space; readonly base: number } {
  if (cta === null) return { space: 'global', base: deviceAddress(0) };
  if (cta !== own) return { space: 'cluster', base: cta.sharedBase };
  return { space: 'shared', base: own.grid.sharedBaseBytes };
}
