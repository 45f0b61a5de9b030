/**
 * Sends a launch to the worker whose buffers are large: their bytes go ahead in pieces, since a copy of hundreds of megabytes
 * in one message blocks the page.
 */
import * as Comlink from 'comlink';
import type { Launch } from '../../trace/launch.ts';

/** Place of bytes that were sent ahead. */
export interface HeldBytes {
  /** Index into the launch's buffers. */
  readonly buffer: number;
  readonly key: number;
}

export type TakePiece = (key: number, totalBytes: number, byteOffset: number, piece: Uint8Array) => Promise<void>;

/** Smaller buffers go with the launch. */
const LARGE_BYTES = 2 ** 24;
/** Copied in a few milliseconds. */
const PIECE_BYTES = 2 ** 23;
const NOTHING = new Uint8Array();
let nextKey = 0;

/** The launch without its large contents, and where the worker holds them. */
export async function sentAhead(launch: Launch, take: TakePiece): Promise<{ launch: Launch; held: HeldBytes[] }> {
  const held: HeldBytes[] = [];
  const buffers = [...launch.buffers];
  for (const [buffer, spec] of launch.buffers.entries()) {
    if (spec.init.kind !== 'bytes' || spec.init.bytes.length < LARGE_BYTES) continue;
    const { bytes } = spec.init;
    const key = nextKey++;
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.slice(at, at + PIECE_BYTES);
      await take(key, bytes.length, at, Comlink.transfer(piece, [piece.buffer]));
    }
    held.push({ buffer, key });
    buffers[buffer] = { ...spec, init: { kind: 'bytes', bytes: NOTHING } };
  }
  return { launch: held.length === 0 ? launch : { ...launch, buffers }, held };
}
