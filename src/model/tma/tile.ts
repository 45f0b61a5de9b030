/** A box in shared memory: rows of bytes under a swizzle mode, from a base address on. `box.ts` says what the rows hold. */
import { CHUNK_BYTES, CTA_SHARED_BYTES, LINE_BYTES } from '../../base/hardware.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { SwizzleMode } from '../../trace/launch.ts';
import { SPAN_BYTES } from '../../trace/tensor-map-rules.ts';
import { addressSwizzle } from './swizzle-modes.ts';

export interface TileError {
  readonly code: 'misaligned' | 'range' | 'tooWide' | 'tooLarge' | 'notInteger';
  /** Name of the wrong argument. */
  readonly field: string;
  /** What is wrong, and which values are allowed. */
  readonly message: string;
}

export const tileError = (code: TileError['code'], field: string, message: string): Result<never, TileError> =>
  err({ code, field, message: `${field}: ${message}` });

/**
 * Distance from one row's start to the next one's, without interleave. A swizzled row takes the whole span of its mode,
 * even if the box is narrower. An H200 does not write to the gap.
 */
export const pitchBytes = (mode: SwizzleMode, rowBytes: number): number =>
  mode === 'none' ? rowBytes : Math.max(rowBytes, SPAN_BYTES[mode]);

/** Checks the alignment that the engine demands of the destination of a tensor copy. */
export function checkedBase(base: number): Result<number, TileError> {
  if (!Number.isSafeInteger(base) || base < 0) return tileError('notInteger', 'base', `${base} is no byte address`);
  if (base % LINE_BYTES === 0) return ok(base);
  const below = base - (base % LINE_BYTES);
  return tileError(
    'misaligned',
    'base',
    `${base} is no multiple of ${LINE_BYTES}, as a tensor copy needs; ${below} or ${below + LINE_BYTES} would do`,
  );
}

export interface Tile {
  readonly mode: SwizzleMode;
  readonly rows: number;
  /** A multiple of 16. */
  readonly rowBytes: number;
  /** Byte address in shared memory, a multiple of 128. */
  readonly base: number;
}

/**
 * Byte offsets from the base at which the engine stores each 16-byte chunk, by row and chunk. If the mode flips the
 * halves of a chunk, this is the place of the whole chunk.
 */
export function chunkOffsets(tile: Tile): Result<number[][], TileError> {
  const { mode, rows, rowBytes } = tile;
  const error = sizeError(tile);
  if (error !== null) return error;
  const base = checkedBase(tile.base);
  if (!base.ok) return base;
  const swizzle = addressSwizzle(mode);
  const pitch = pitchBytes(mode, rowBytes);
  const chunks = Array.from({ length: rowBytes / CHUNK_BYTES }, (_, chunk) => chunk * CHUNK_BYTES);
  const placed = (linear: number): number => {
    const address = swizzle(base.value + linear);
    return address - (address % CHUNK_BYTES) - base.value;
  };
  return ok(Array.from({ length: rows }, (_, row) => chunks.map(chunk => placed(row * pitch + chunk))));
}

function sizeError({ mode, rows, rowBytes }: Tile): Result<never, TileError> | null {
  if (!Number.isSafeInteger(rows) || rows < 1) return tileError('range', 'rows', `${rows}: expected 1 or more`);
  if (!Number.isSafeInteger(rowBytes) || rowBytes < CHUNK_BYTES || rowBytes % CHUNK_BYTES !== 0)
    return tileError('misaligned', 'innerBytes', `${rowBytes}: expected a positive multiple of ${CHUNK_BYTES}`);
  if (mode !== 'none' && rowBytes > SPAN_BYTES[mode])
    return tileError('tooWide', 'innerBytes', `${rowBytes} bytes under ${mode}; ${SPAN_BYTES[mode]} would do`);
  const most = Math.floor(CTA_SHARED_BYTES / pitchBytes(mode, rowBytes));
  if (rows <= most) return null;
  return tileError('tooLarge', 'rows', `${rows} rows exceed a CTA's ${CTA_SHARED_BYTES} bytes; ${most} would do`);
}
