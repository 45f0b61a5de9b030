/** Where a scenario's buffers lie in shared memory, one behind the other; barriers and alignment are left out. */
import type { BufferRing, Scenario } from '../../trace/scenario.ts';

export interface SharedPiece {
  readonly buffer: string;
  readonly stage: number;
  readonly from: number;
  readonly to: number;
  /** Names of the buffers that lie in the same bytes; empty if the piece has its bytes for itself. */
  readonly over: readonly string[];
}

/**
 * Each slot, in bytes from the start: first the buffers with memory of their own, in the scenario's order, then those
 * that share the memory of another. A buffer that is larger than the one it shares memory with starts earlier by the
 * difference.
 */
export function sharedPieces({ buffers }: Pick<Scenario, 'buffers'>): SharedPiece[] {
  const overlays = buffers.filter(each => over(each).length > 0);
  const pieces: SharedPiece[] = [];
  let end = 0;
  for (const buffer of buffers.filter(each => over(each).length === 0)) {
    const above = overlays.filter(each => over(each)[0] === buffer.name);
    pieces.push(...slotsFrom(end + Math.max(0, ...above.map(each => excessOf(each, buffers))), buffer));
    end = pieces.at(-1)!.to;
  }
  for (const buffer of overlays) {
    const first = pieces.find(piece => piece.buffer === over(buffer)[0])!;
    pieces.push(...slotsFrom(first.from - excessOf(buffer, buffers), buffer));
  }
  return pieces;
}

const over = ({ overlays = [] }: BufferRing): readonly string[] => overlays;
const bytesOf = ({ stages, bytes }: BufferRing): number => stages * bytes;

/** Bytes by which a buffer is larger than the one with which it shares memory. */
function excessOf(buffer: BufferRing, buffers: readonly BufferRing[]): number {
  const below = buffers.filter(({ name }) => over(buffer).includes(name));
  return Math.max(0, bytesOf(buffer) - below.reduce((sum, each) => sum + bytesOf(each), 0));
}

const slotsFrom = (from: number, buffer: BufferRing): SharedPiece[] =>
  Array.from({ length: buffer.stages }, (_, stage) => ({
    buffer: buffer.name,
    stage,
    from: from + stage * buffer.bytes,
    to: from + (stage + 1) * buffer.bytes,
    over: over(buffer),
  }));
