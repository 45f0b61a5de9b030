/** Where a scenario's buffers lie in shared memory, one behind the other; barriers and alignment are left out. */
import type { BufferRing, Scenario } from '../../trace/scenario.ts';

export interface SharedPiece {
  readonly buffer: string;
  readonly stage: number;
  readonly from: number;
  readonly to: number;
  /** Buffers that lie in the same bytes; none where the piece has its bytes to itself. */
  readonly over: readonly string[];
}

/** Each slot, in bytes from the start: buffers of their own first, in the scenario's order, then those that lie over them. */
export function sharedPieces({ buffers }: Pick<Scenario, 'buffers'>): SharedPiece[] {
  const pieces: SharedPiece[] = [];
  let end = 0;
  for (const buffer of buffers.filter(each => over(each).length === 0)) {
    pieces.push(...slotsFrom(end, buffer));
    end = pieces.at(-1)!.to;
  }
  for (const buffer of buffers.filter(each => over(each).length > 0)) {
    const below = pieces.filter(piece => over(buffer).includes(piece.buffer));
    pieces.push(...slotsFrom(Math.min(...below.map(({ from }) => from), end), buffer));
  }
  return pieces;
}

const over = ({ overlays = [] }: BufferRing): readonly string[] => overlays;

const slotsFrom = (from: number, buffer: BufferRing): SharedPiece[] =>
  Array.from({ length: buffer.stages }, (_, stage) => ({
    buffer: buffer.name,
    stage,
    from: from + stage * buffer.bytes,
    to: from + (stage + 1) * buffer.bytes,
    over: over(buffer),
  }));
