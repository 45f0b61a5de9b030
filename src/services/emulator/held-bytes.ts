/** The worker's end of `sent-bytes.ts`: joins the pieces, and puts them back into their launch. */
import type { Launch } from '../../trace/launch.ts';
import type { HeldBytes } from './sent-bytes.ts';

const held = new Map<number, Uint8Array<ArrayBuffer>>();

export function takePiece(key: number, totalBytes: number, byteOffset: number, piece: Uint8Array): void {
  const whole = held.get(key) ?? new Uint8Array(totalBytes);
  whole.set(piece, byteOffset);
  held.set(key, whole);
}

/** The launch as it was before it was sent. Its bytes are held no longer. */
export function withHeld(launch: Launch, places: readonly HeldBytes[]): Launch {
  if (places.length === 0) return launch;
  const buffers = [...launch.buffers];
  for (const { buffer, key } of places) {
    const bytes = held.get(key);
    held.delete(key);
    if (bytes === undefined) throw new Error(`the bytes of buffer ${buffer} were not sent`);
    buffers[buffer] = { ...buffers[buffer], init: { kind: 'bytes', bytes } };
  }
  return { ...launch, buffers };
}

export function forget(places: readonly HeldBytes[]): void {
  for (const { key } of places) held.delete(key);
}
