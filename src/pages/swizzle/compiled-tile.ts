/**
 * The page's tile as a launch of the kernel `swizzle`, and back from its dump to where each word lies. The dump tells by itself:
 * the tensor's words all differ, so that no formula of a pattern is needed to read it.
 */
import { CHUNK_BYTES, SWIZZLE_REPEAT_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { numberOfWord } from '../../base/numbered-words.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Params } from '../../contract/param-field.ts';
import { kernel } from '../../kernels/swizzle/index.ts';
import { tensorWords } from '../../kernels/swizzle/launch.ts';
import { schema } from '../../kernels/swizzle/params.ts';
import type { Swizzle } from '../../model/layout/swizzle.ts';
import { tmaModeOf } from '../../model/swizzle/swizzle-names.ts';
import { linearAddress, pitchBytes, placer, rowBytes, type SwizzledTile } from '../../model/swizzle/tile.ts';
import type { OtherPlaces } from '../../pictures/swizzle/records.ts';
import type { CompiledCheck } from '../kit/tile/compiled-view.ts';
import { boxRow } from './map-of-tile.ts';

export interface CompiledTile extends CompiledCheck {
  readonly places: OtherPlaces;
}

export interface TileProgram {
  readonly params: Params;
  readonly arch: string;
}

const ENGINE = 'tma-tile';

/** The error says in a sentence why no copy lays this tile. */
export function tileProgram(variant: string, tile: SwizzledTile, swizzle: Swizzle | null): Result<TileProgram, string> {
  if (swizzle === null) return err('The kernel knows only the modes of the copy engine.');
  const { mode, why } = tmaModeOf({ ...tile, pattern: { kind: 'xor', swizzle } });
  if (mode === null) return err(`No tensor copy lays out the tile like this: ${why}.`);
  const { type, elements } = boxRow(tile);
  // The copy engine makes padding by a box that is wider than the tensor.
  const isByEngine = variant === ENGINE;
  const checked = schema.check({
    mode: mode.mode,
    type,
    rows: tile.rows,
    rowBytes: isByEngine ? pitchBytes(tile) : rowBytes(tile),
    pad: isByEngine ? 0 : tile.padBytes,
    base: tile.base % SWIZZLE_REPEAT_BYTES,
    width: elements,
    height: tile.rows,
  });
  if (!checked.ok)
    return err(`The kernel does not accept this tile: ${checked.error.field}, ${checked.error.message}.`);
  const params: Params = checked.value;
  const arch = kernel.archs.find(each => kernel.shortfall(variant, params, each) === null);
  const refusal = kernel.refusal(variant, params);
  if (refusal !== null || arch === undefined) return err(refusal ?? 'No architecture has this mode.');
  return ok({ params, arch });
}

const NOWHERE = -1;

/** For each word of the tile, row by row without padding: its byte address in the dump; -1 if it is not there. */
export function dumpedAddresses(dump: Uint8Array, { params }: TileProgram, base: number): Float64Array {
  const p = schema.parse(params);
  const addresses = new Float64Array(tensorWords(p)).fill(NOWHERE);
  const words = new DataView(dump.buffer, dump.byteOffset, dump.byteLength);
  for (let at = p.base; at + WORD_BYTES <= dump.byteLength; at += WORD_BYTES) {
    const word = numberOfWord(words.getUint32(at, true));
    // Zeros behind the rows look like word 0, which comes before them.
    if (word < addresses.length && addresses[word] === NOWHERE) addresses[word] = base - p.base + at;
  }
  return addresses;
}

const CHUNK_WORDS = CHUNK_BYTES / WORD_BYTES;

/** Chunks of the tile, row by row, in which a word is not where the pattern puts it. */
export function differingChunks(tile: SwizzledTile, addresses: Float64Array) {
  const place = placer(tile);
  const chunks = addresses.length / CHUNK_WORDS;
  let differing = 0;
  for (let chunk = 0; chunk < chunks; chunk++) {
    const first = chunk * CHUNK_WORDS;
    const words = addresses.subarray(first, first + CHUNK_WORDS);
    const linear = linearOf(tile, first * WORD_BYTES);
    if (words.some((address, at) => address !== place(linear + at * WORD_BYTES))) differing++;
  }
  return { differing, chunks };
}

/** Linear address of a byte that is counted along the rows without padding. */
function linearOf(tile: SwizzledTile, byte: number): number {
  const row = Math.floor(byte / rowBytes(tile));
  return linearAddress(tile, { row, column: 0 }) + (byte - row * rowBytes(tile));
}

/** Address in the dump of the byte with a linear address; null for padding, and if the dump lacks it. */
export function dumpedAddress(tile: SwizzledTile, addresses: Float64Array, linear: number): number | null {
  const row = Math.floor((linear - tile.base) / pitchBytes(tile));
  const inRow = linear - tile.base - row * pitchBytes(tile);
  if (inRow >= rowBytes(tile)) return null;
  const address = addresses[(row * rowBytes(tile) + inRow - (inRow % WORD_BYTES)) / WORD_BYTES];
  return address === NOWHERE ? null : address + (inRow % WORD_BYTES);
}
