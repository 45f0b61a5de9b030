/**
 * The origins of an access on a tile: as many places as fit side by side and below each other. Most of them cost the
 * same; which ones do can be known without counting.
 */
import { LINE_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import type { Swizzle } from '../layout/swizzle.ts';
import { type AccessPattern, requestsOf, strideOf } from './accesses.ts';
import { repeatOf } from './swizzle-numbers.ts';
import { rowBytes, type SwizzledTile } from './tile.ts';

/**
 * The requests of one origin, as offsets from the lowest of them. Origins of equal shape differ only by where they start.
 */
export interface OriginShape {
  /** For each request and lane: rows and bytes between the lane and the first byte. rows = -1: the lane is idle. */
  readonly rows: Int32Array;
  readonly bytes: Int32Array;
}

export interface Origin {
  readonly shape: OriginShape;
  readonly row: number;
  /** The byte within the row. */
  readonly byte: number;
}

export interface AccessOrigins {
  readonly widthBytes: number;
  readonly origins: readonly Origin[];
}

/**
 * All origins of an access, without those that touch nothing. Offsets of the user's own table include padding already, so
 * the tile is taken as one long row.
 */
export function originsOf(tile: SwizzledTile, access: AccessPattern): AccessOrigins {
  const plain = { ...tile, padBytes: 0 };
  const length = access.kind === 'own' ? Number.MAX_SAFE_INTEGER : rowBytes(tile);
  const step = strideOf(plain, access);
  const across = Math.max(1, Math.floor(rowBytes(tile) / step.bytes));
  const down = Math.max(1, Math.floor(tile.rows / step.rows));
  const shapes = new Map<string, OriginShape>();
  const origins: Origin[] = [];
  for (let at = 0; at < across * down; at++) {
    const column = ((at % across) * step.bytes) / tile.elementBytes;
    const requests = requestsOf(plain, access, { row: Math.floor(at / across) * step.rows, column });
    const offsets = requests.flatMap(request => request.offsets);
    const origin = originAt(offsets, length, shapes);
    if (origin !== null) origins.push(origin);
  }
  const [first] = requestsOf(plain, access, { row: 0, column: 0 });
  return { widthBytes: first?.widthBytes ?? 1, origins };
}

function originAt(
  offsets: readonly (number | null)[],
  length: number,
  shapes: Map<string, OriginShape>,
): Origin | null {
  const least = offsets.reduce<number>((low, offset) => Math.min(low, offset ?? low), Number.MAX_SAFE_INTEGER);
  if (least === Number.MAX_SAFE_INTEGER) return null;
  const [row, byte] = [Math.floor(least / length), least % length];
  const rows = Int32Array.from(offsets, offset => (offset === null ? -1 : Math.floor(offset / length) - row));
  const bytes = Int32Array.from(offsets, offset => (offset === null ? 0 : (offset % length) - byte));
  const key = `${rows} ${bytes}`;
  const shape = shapes.get(key) ?? { rows, bytes };
  shapes.set(key, shape);
  return { shape, row, byte };
}

/** A tile's base and pitch, which give an origin its address. */
export interface OriginFrame {
  readonly base: number;
  readonly pitch: number;
}

export const startOf = ({ base, pitch }: OriginFrame, { row, byte }: Origin): number => base + row * pitch + byte;

/**
 * For a given swizzle: one origin of each kind, since all origins of a kind cost the same. Without a swizzle, only the
 * place within a word, or within one lane's bytes, matters: any other shift rotates the banks. With a swizzle, the
 * place within its repeat matters. If no bit of the start is also a bit of an offset, then adding is XOR: the start
 * changes all banks by the same XOR, and does not matter either.
 */
export function originKinds(
  { origins, widthBytes }: AccessOrigins,
  frame: OriginFrame,
): (swizzle: Swizzle) => readonly Origin[] {
  const bitsOf = new Map<OriginShape, number>();
  const places = origins.map(origin => {
    const bits = bitsOf.get(origin.shape) ?? offsetBits(origin.shape, frame.pitch);
    bitsOf.set(origin.shape, bits);
    const start = startOf(frame, origin);
    return { origin, start, isApart: (start & bits) === 0 };
  });
  const known = new Map<number, readonly Origin[]>();
  return swizzle => {
    const isPlain = swizzle.bits === 0;
    const period = isPlain ? Math.max(WORD_BYTES, widthBytes) : Math.max(LINE_BYTES, repeatOf(swizzle));
    const found = known.get(period) ?? kindsOf(places, period, !isPlain);
    known.set(period, found);
    return found;
  };
}

interface Place {
  readonly origin: Origin;
  readonly start: number;
  /** Whether no bit of the start is also a bit of an offset. */
  readonly isApart: boolean;
}

function kindsOf(places: readonly Place[], period: number, joinsApart: boolean): readonly Origin[] {
  const kinds = new Map<OriginShape, Map<number, Origin>>();
  for (const { origin, start, isApart } of places) {
    const kind = isApart && joinsApart ? 0 : start % period;
    const ofShape = kinds.get(origin.shape) ?? new Map<number, Origin>();
    kinds.set(origin.shape, ofShape);
    if (!ofShape.has(kind)) ofShape.set(kind, origin);
  }
  return [...kinds.values()].flatMap(ofShape => [...ofShape.values()]);
}

/** The bits that are set in any of the offsets. */
function offsetBits({ rows, bytes }: OriginShape, pitch: number): number {
  let bits = 0;
  for (let i = 0; i < rows.length; i++) if (rows[i] >= 0) bits |= rows[i] * pitch + bytes[i];
  return bits;
}
