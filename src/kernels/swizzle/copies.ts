/** The tile by hand, in closed form: 16-byte copies from the tensor, each to where the pattern has it. */
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
    const from = chunk && sourceOf(p, chunk);
    return from && (from.bytes === CHUNK_BYTES) === isWhole ? tensor + from.offset : null;
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

/** What a chunk of the box has of the tensor; null for one that lies outside. */
function sourceOf(p: SwizzleParams, { row, chunk }: Chunk): { offset: number; bytes: number } | null {
  const [x, y] = [(p.startChunk + chunk) * CHUNK_BYTES, p.startRow + row];
  const bytes = Math.min(CHUNK_BYTES, p.width * elementBytesOf(p) - x);
  return y >= 0 && y < p.height && x >= 0 && bytes > 0 ? { offset: y * strideBytes(p) + x, bytes } : null;
}
