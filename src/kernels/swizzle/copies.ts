/** How the tile comes, in closed form: by 16-byte copies of threads, or by the engine, each chunk to where the pattern has it. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import type { CtaAccess } from '../cta-trace.ts';
import { strideBytes } from './launch.ts';
import { elementBytesOf, type SwizzleParams } from './params.ts';
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

/** How much of a piece of the box the tensor has, and where. */
function insideOf(p: SwizzleParams, { row, byte }: { row: number; byte: number }, pieceBytes: number) {
  const [x, y] = [p.startChunk * CHUNK_BYTES + byte, p.startRow + row];
  const isRow = y >= 0 && y < p.height && x >= 0;
  const bytes = isRow ? Math.max(0, Math.min(pieceBytes, p.width * elementBytesOf(p) - x)) : 0;
  return { offset: y * strideBytes(p) + x, bytes };
}
