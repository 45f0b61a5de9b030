/** The numbers of a warpgroup's operand, from the pieces of 16 bytes in which it lies in shared memory. */
import { depthOfPieces, type MatrixPieces, piecesOf } from './matrix-descriptor.ts';
import { DECODE_WORD, elementOf, isNarrow, type NarrowType, numbersOf } from './matrix-elements.ts';

/** Elements of an operand; `b1` in words of 32. */
export type OperandType = 'f16' | 'bf16' | 'tf32' | 'e4m3' | 'e5m2' | 's8' | 'u8' | 'b1';

const BYTES: Readonly<Record<OperandType, number>> = {
  f16: 2,
  bf16: 2,
  tf32: 4,
  e4m3: 1,
  e5m2: 1,
  s8: 1,
  u8: 1,
  b1: 4,
};
/** Numbers in 16 bytes. */
export const perPieceOf = (type: OperandType): number => 16 / BYTES[type];
/** Numbers in the 32 bytes of a row. */
export const depthOf = (type: OperandType): number => 2 * perPieceOf(type);

/** The pieces lie at the offsets `at`, in the order of `placeChunks`; the numbers come row by row. */
export function readChunks(
  words: Int32Array,
  at: Int32Array,
  pieces: MatrixPieces,
  type: OperandType,
  into: Float64Array,
): void {
  const element = elementOf(type);
  const { perPiece, isMnMajor } = pieces;
  const depth = depthOfPieces(pieces);
  const step = isMnMajor ? depth : 1;
  const decode = isNarrow(element) ? narrowReader(element, 8 * BYTES[type]) : wordReader(DECODE_WORD[element as 's32']);
  for (let i = 0, count = piecesOf(pieces); i < count; i++) {
    const to = isMnMajor ? Math.floor(i / depth) * perPiece * depth + (i % depth) : i * perPiece;
    decode(words, at[i] >> 2, into, to, step);
  }
}

/** Puts the numbers of the 4 words from `first` on at `to` and every `step` behind. */
type Reader = (words: Int32Array, first: number, into: Float64Array, to: number, step: number) => void;

function narrowReader(type: NarrowType, bits: number): Reader {
  const numbers = numbersOf(type);
  const last = numbers.length - 1;
  return (words, first, into, to, step) => {
    let at = to;
    for (let word = first; word < first + 4; word++)
      for (let shift = 0; shift < 32; shift += bits, at += step) into[at] = numbers[(words[word] >>> shift) & last];
  };
}

const wordReader =
  (decode: (word: number) => number): Reader =>
  (words, first, into, to, step) => {
    for (let i = 0; i < 4; i++) into[to + i * step] = decode(words[first + i]);
  };
