/**
 * Swizzle modes without formulas: a mode is the order of the pieces of a 128-byte line, as the figures of the PTX manual show
 * it. For references, which are to know nothing of the model.
 */
import { LINE_BYTES } from '../base/hardware.ts';
import type { SwizzleMode } from '../trace/launch.ts';

/** Neighbouring pieces change places in every other group of so many lines. */
interface Exchange {
  readonly pieceBytes: number;
  readonly everyLines: number;
}

const EXCHANGES: Readonly<Record<SwizzleMode, readonly Exchange[]>> = {
  none: [],
  '32B': [{ pieceBytes: 16, everyLines: 1 }],
  '64B': [
    { pieceBytes: 16, everyLines: 1 },
    { pieceBytes: 32, everyLines: 2 },
  ],
  '128B': [
    { pieceBytes: 16, everyLines: 1 },
    { pieceBytes: 32, everyLines: 2 },
    { pieceBytes: 64, everyLines: 4 },
  ],
  '128B_ATOM_32B': [
    { pieceBytes: 32, everyLines: 1 },
    { pieceBytes: 64, everyLines: 2 },
  ],
  '128B_ATOM_32B_FLIP_8B': [
    { pieceBytes: 8, everyLines: 1 },
    { pieceBytes: 32, everyLines: 1 },
    { pieceBytes: 64, everyLines: 2 },
  ],
  '128B_ATOM_64B': [{ pieceBytes: 64, everyLines: 1 }],
};

/**
 * Shared memory from the start of a pattern on, with the pieces of each line in the mode's order; the other way round it is
 * the same. What stands in a last line that is not whole comes from a line of `around`.
 */
export function exchangedLines(mode: SwizzleMode, memory: Uint8Array, around: number): Uint8Array {
  const lines = Math.ceil(memory.length / LINE_BYTES);
  const exchanged = new Uint8Array(lines * LINE_BYTES).fill(around);
  exchanged.set(memory);
  for (let line = 0; line < lines; line++)
    for (const { pieceBytes, everyLines } of EXCHANGES[mode])
      if (Math.floor(line / everyLines) % 2 === 1)
        exchangePieces(exchanged.subarray(line * LINE_BYTES, (line + 1) * LINE_BYTES), pieceBytes);
  return exchanged.subarray(0, memory.length);
}

function exchangePieces(line: Uint8Array, pieceBytes: number): void {
  for (let at = 0; at < line.length; at += 2 * pieceBytes) {
    const first = line.slice(at, at + pieceBytes);
    line.copyWithin(at, at + pieceBytes, at + 2 * pieceBytes);
    line.set(first, at + pieceBytes);
  }
}
