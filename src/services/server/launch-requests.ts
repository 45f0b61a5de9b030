/** The page's end of a captured launch on the server's GPU: its bytes ahead, in pieces that the server has not yet, then the launch. */
import {
  hashesSchema,
  type LaunchContents,
  type LaunchRunEvent,
  launchRunEventSchema,
  MOST_HASHES,
  PIECE_BYTES,
  storedPieceSchema,
} from '../../contract/launch-run.ts';
import type { Launch } from '../../trace/launch.ts';
import { bytesAt, eventsOf, post } from './server-api.ts';
import { addressOf } from './server-requests.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A launch that was recorded, and the bytes with which it starts. */
export interface RecordedLaunch {
  readonly launch: Launch;
  readonly ptx: string;
  readonly buffers: ReadonlyMap<string, Bytes>;
  readonly variables: ReadonlyMap<string, Bytes>;
  readonly isCooperative: boolean;
}

interface SendTerms {
  readonly maxSeconds: number;
  readonly signal: AbortSignal;
  /** Bytes that are sent, of those that the server has not yet. */
  readonly onSent: (sent: number, of: number) => void;
}

/** Yields the stages of the run once the server has all bytes. Aborting ends it there. */
export async function* runRecordedLaunch(
  recorded: RecordedLaunch,
  terms: SendTerms,
): AsyncGenerator<LaunchRunEvent, void> {
  const { launch, isCooperative } = recorded;
  const known = new Map<string, Bytes>();
  const text = new TextEncoder().encode(recorded.ptx);
  const ptx = { bytes: text.length, pieces: await cut(text, known) };
  const contents: LaunchContents[] = [];
  for (const [of, all] of [
    ['buffer', recorded.buffers],
    ['variable', recorded.variables],
  ] as const)
    for (const [name, bytes] of all) contents.push({ of, name, bytes: bytes.length, pieces: await cut(bytes, known) });
  await sendMissing(known, terms);
  const { maxSeconds, signal } = terms;
  yield* eventsOf(
    'runLaunch',
    launchRunEventSchema,
    { launch: withoutBytes(launch), ptx, contents, isCooperative, maxSeconds },
    signal,
  );
}

/** What the launch left, by name. */
export async function fetchContents(
  contents: readonly LaunchContents[],
  of: LaunchContents['of'],
  signal: AbortSignal,
): Promise<Map<string, Bytes>> {
  const found = new Map<string, Bytes>();
  for (const { name, bytes, pieces } of contents.filter(each => each.of === of)) {
    const whole = new Uint8Array(bytes);
    for (const [i, hash] of pieces.entries())
      whole.set(await bytesAt(`${addressOf('pieces')}/${hash}`, signal), i * PIECE_BYTES);
    found.set(name, whole);
  }
  return found;
}

/** `contents` brings them. */
function withoutBytes(launch: Launch): Launch {
  const init = { kind: 'zeros' } as const;
  return {
    ...launch,
    buffers: launch.buffers.map(buffer => ({ ...buffer, init })),
    ...(launch.symbols ? { symbols: launch.symbols.map(symbol => ({ ...symbol, init })) } : {}),
  };
}

/** The sha256 of each piece; `known` gets the pieces themselves. */
async function cut(bytes: Bytes, known: Map<string, Bytes>): Promise<string[]> {
  const hashes: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', piece));
    const hash = Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('');
    known.set(hash, piece);
    hashes.push(hash);
  }
  return hashes;
}

async function sendMissing(known: ReadonlyMap<string, Bytes>, { signal, onSent }: SendTerms): Promise<void> {
  const all = [...known.keys()];
  const missing: string[] = [];
  for (let at = 0; at < all.length; at += MOST_HASHES) {
    const asked = { hashes: all.slice(at, at + MOST_HASHES) };
    missing.push(...(await post('missingPieces', asked, hashesSchema, signal)).hashes);
  }
  const pieces = missing.flatMap(hash => known.get(hash) ?? []);
  const total = pieces.reduce((sum, { length }) => sum + length, 0);
  let sent = 0;
  for (const piece of pieces) {
    onSent(sent, total);
    await post('pieces', { base64: await base64Of(piece) }, storedPieceSchema, signal);
    sent += piece.length;
  }
}

/** Base64 made by the browser, which does not block the page. */
function base64Of(bytes: Bytes): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(new Blob([bytes]));
  });
}
