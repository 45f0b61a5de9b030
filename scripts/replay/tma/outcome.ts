/** The model's result of a case, in the form of the evidence. */
import { createHash } from 'node:crypto';
import { fillBytes, OUTSIDE, walkBox } from '../../../src/model/tma/box.ts';
import { tmaSwizzle } from '../../../src/model/tma/swizzle-modes.ts';
import { ELEMENT_BYTES } from '../../../src/trace/launch.ts';
import { tensorMapBreaches } from '../../../src/trace/tensor-map-rules.ts';
import type { TmaCase } from './case.ts';
import { otherByte, type SharedImage, type TmaAnswer, UNTOUCHED, windowBytes } from './job.ts';

const INVALID_VALUE = 1;
/** Faults by the argument that is misaligned. */
const FAULTS: Readonly<Record<string, string>> = {
  base: 'cudaErrorMisalignedAddress',
  start: 'cudaErrorIllegalInstruction',
};
const DIGEST_DIGITS = 16;

/** The words, then a hash that says where each byte came from. */
export function outcomeOf({ words, bytes }: TmaAnswer): string {
  if (bytes === null) return words;
  const hash = createHash('sha256').update(new Uint8Array(bytes.buffer)).digest('hex');
  return `${words} ${hash.slice(0, DIGEST_DIGITS)}`;
}

export function predictedAnswer(one: TmaCase): TmaAnswer {
  const { map, start, base, globalAddress } = one;
  const isRefused = !tmaSwizzle(map.swizzle).onHopper || !tensorMapBreaches(map, globalAddress).next().done;
  if (isRefused || start === null) return { words: `encode ${isRefused ? INVALID_VALUE : 0}`, bytes: null };
  const walk = walkBox(map, start, base);
  if (!walk.ok) return { words: `fault ${FAULTS[walk.error.field]}`, bytes: null };
  const { shape, tensorBytes, sharedAddresses } = walk.value;
  const bytes: SharedImage = new Int32Array(windowBytes(one)).fill(UNTOUCHED);
  const fill = fillBytes(map).map(otherByte);
  const elementBytes = ELEMENT_BYTES[map.type];
  sharedAddresses.forEach((address, i) => {
    const from = tensorBytes[i];
    for (let b = 0; b < elementBytes; b++) bytes[address + b] = from === OUTSIDE ? fill[b] : from + b;
  });
  return { words: `ok ${shape.transactionBytes} 1`, bytes };
}

/** Null if two answers to a case are the same. */
export function firstDifference(expected: TmaAnswer, found: TmaAnswer): string | null {
  if (outcomeOf(expected) === outcomeOf(found)) return null;
  const at = expected.bytes?.findIndex((byte, i) => byte !== found.bytes?.[i]) ?? -1;
  const byte = at < 0 ? '' : `; byte ${at}: ${expected.bytes?.[at]}, found ${found.bytes?.[at]}`;
  return `expected ${expected.words}, found ${found.words}${byte}`;
}

const LINE_PIECES = 16;
const PIECE_BYTES = 8;
const TABLE_LINES = 9;

/** For the first lines: the piece of the tensor in each place; -1 for bytes that are not the tensor's. */
export const tableOf = (bytes: SharedImage): number[][] =>
  Array.from({ length: TABLE_LINES }, (_, line) =>
    Array.from({ length: LINE_PIECES }, (_, piece) => {
      const byte = bytes[(line * LINE_PIECES + piece) * PIECE_BYTES];
      return byte < 0 ? -1 : byte / PIECE_BYTES;
    }),
  );
