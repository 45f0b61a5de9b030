/** How the tile comes, in closed form: by 16-byte copies of threads, or by the engine, each chunk to where the pattern has it. */
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import type { CtaAccess } from '../cta-trace.ts';
import { strideBytes } from './launch.ts';
import { CHUNK_BYTES, elementBytesOf, type SwizzleParams } from './params.ts';
import { THREADS, tileLayout } from './tile.ts';

interface Chunk {
  readonly row: number;
  readonly chunk: number;
}

/** A chunk of the box per thread and pass. `tensor`: device address. */
export function copies(p: SwizzleParams, tensor: number): CtaAccess[] {
  const chunks = p.rowBytes / CHUNK_BYTES;
  const passes = Math.ceil((p.rows * chunks) / THREADS);
  return Array.from({ length: passes }, (_, pass) => pass * THREADS).flatMap(first =>
    pass(p, tensor, thread => {
      const i = first + thread;
      return i < p.rows * chunks ? { row: Math.floor(i / chunks), chunk: i % chunks } : null;
    }),
  );
}

/** Lanes that read a part of a chunk come before those that read all of one; those that read nothing write zeros. */
function pass(p: SwizzleParams, tensor: number, chunkOf: (thread: number) => Chunk | null): CtaAccess[] {
  const layout = tileLayout(p);
  const perChunk = CHUNK_BYTES / layout.elementBytes;
  const source = (isWhole: boolean) => (thread: number) => {
    const chunk = chunkOf(thread);
    if (chunk === null) return null;
    const { offset, bytes } = insideOf(p, { row: chunk.row, byte: chunk.chunk * CHUNK_BYTES }, CHUNK_BYTES);
    return bytes > 0 && (bytes === CHUNK_BYTES) === isWhole ? tensor + offset : null;
  };
  const destination = (thread: number) => {
    const chunk = chunkOf(thread);
    return chunk && byteAddressOf(layout, chunk.row, chunk.chunk * perChunk);
  };
  const copy = { kind: 'copy', widthBytes: CHUNK_BYTES, interval: 1 } as const;
  return [
    { ...copy, space: 'global', addressOf: source(false) },
    { ...copy, space: 'global', addressOf: source(true) },
    { ...copy, space: 'shared', addressOf: destination },
  ];
}

/** Columns of a row, at most, as a bulk copy is told in traces: chunks in the order of the box. */
const ENGINE_COLUMNS = 32;

/**
 * The engine's copy as its warp issues it. What is read comes first: whole pieces, then what the tensor's edge has left of
 * others, in the largest parts that it can be divided into. A mode that exchanges halves of chunks moves these.
 */
export function engineCopy(p: SwizzleParams, tensor: number): CtaAccess[] {
  const layout = tileLayout(p);
  const pieceBytes = p.mode === '128B_ATOM_32B_FLIP_8B' ? CHUNK_BYTES / 2 : CHUNK_BYTES;
  const perRow = p.rowBytes / pieceBytes;
  const pieces = Array.from({ length: p.rows * perRow }, (_, i) => ({
    row: Math.floor(i / perRow),
    byte: (i % perRow) * pieceBytes,
  }));
  const inside = pieces.map(piece => insideOf(p, piece, pieceBytes));
  const cut = inside.find(({ bytes }) => bytes > 0 && bytes < pieceBytes)?.bytes ?? 0;
  const partBytes = cut & -cut;
  const whole = inside.filter(({ bytes }) => bytes === pieceBytes).map(({ offset }) => tensor + offset);
  const parts = inside
    .filter(({ bytes }) => bytes > 0 && bytes < pieceBytes)
    .flatMap(({ offset }) => Array.from({ length: cut / partBytes }, (_, i) => tensor + offset + i * partBytes));
  const placed = pieces.map(({ row, byte }) => byteAddressOf(layout, row, byte / layout.elementBytes));
  return [
    ...engineRows('global', pieceBytes, whole),
    ...engineRows('global', partBytes, parts),
    ...engineRows('shared', pieceBytes, placed),
  ];
}

/** By the first warp. */
const engineRows = (space: 'global' | 'shared', widthBytes: number, addresses: readonly number[]): CtaAccess[] =>
  Array.from({ length: Math.ceil(addresses.length / ENGINE_COLUMNS) }, (_, row) => ({
    ...({ space, kind: 'bulk', widthBytes, interval: 1 } as const),
    addressOf: thread => (thread < ENGINE_COLUMNS ? (addresses[row * ENGINE_COLUMNS + thread] ?? null) : null),
  }));

/** How much of a piece of the box the tensor has, and where. */
function insideOf(p: SwizzleParams, { row, byte }: { row: number; byte: number }, pieceBytes: number) {
  const [x, y] = [p.startChunk * CHUNK_BYTES + byte, p.startRow + row];
  const isRow = y >= 0 && y < p.height && x >= 0;
  const bytes = isRow ? Math.max(0, Math.min(pieceBytes, p.width * elementBytesOf(p) - x)) : 0;
  return { offset: y * strideBytes(p) + x, bytes };
}
