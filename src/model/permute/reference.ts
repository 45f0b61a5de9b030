/** What a permutation must give, element by element, with nothing of the planner in it. */
import { Odometer } from './odometer.ts';
import { type Permutation, product } from './permutation.ts';

const CHUNK_ELEMENTS = 2 ** 16;

/**
 * The bytes of the output, in order and in chunks, where element i of the input holds i modulo 2^(8 * elementBytes), least
 * byte first; with 16 bytes i as 8 bytes, then its complement. The request must be checked. A chunk is valid until the next.
 */
export function* permutedBytes({ shape, perm }: Permutation, elementBytes: number): Generator<Uint8Array> {
  const odometer = walkThroughInput(shape, perm.toReversed());
  const chunk = new DataView(new ArrayBuffer(CHUNK_ELEMENTS * elementBytes));
  const write = ELEMENT_WRITERS.get(elementBytes)!;
  const elements = product(shape);
  for (let first = 0; first < elements; first += CHUNK_ELEMENTS) {
    const count = Math.min(CHUNK_ELEMENTS, elements - first);
    for (let i = 0; i < count; i++, odometer.step()) write(chunk, i * elementBytes, odometer.offset);
    yield new Uint8Array(chunk.buffer, 0, count * elementBytes);
  }
}

/**
 * The output in memory order, a line of its fastest dimension at a time: where in the input the line's first element lies, and how
 * far the next ones are apart, in elements. The permutation must be checked.
 */
export function forEachLine(
  { shape, perm }: Permutation,
  visit: (first: number, stride: number, count: number) => void,
): void {
  const [fastest, ...others] = perm.toReversed();
  // No dimension: one element.
  if (fastest === undefined) {
    visit(0, 1, 1);
    return;
  }
  const odometer = walkThroughInput(shape, others);
  const [stride, count] = [product(shape.slice(fastest + 1)), shape[fastest]];
  const lines = product(shape) / count;
  for (let line = 0; line < lines; line++, odometer.step()) visit(odometer.offset, stride, count);
}

/** Over some dimensions of the input, the one that steps most often first. */
const walkThroughInput = (shape: readonly number[], dims: readonly number[]): Odometer =>
  new Odometer(
    dims.map(dim => shape[dim]),
    dims.map(dim => product(shape.slice(dim + 1))),
  );

/** Element numbers stay below 2^31; the setters keep the low bytes. */
const ELEMENT_WRITERS: ReadonlyMap<number, (chunk: DataView, at: number, element: number) => void> = new Map([
  [1, (chunk, at, element) => chunk.setUint8(at, element)],
  [2, (chunk, at, element) => chunk.setUint16(at, element, true)],
  [4, (chunk, at, element) => chunk.setUint32(at, element, true)],
  [8, writeEightBytes],
  [
    16,
    (chunk, at, element) => {
      writeEightBytes(chunk, at, element);
      chunk.setUint32(at + 8, ~element, true);
      chunk.setUint32(at + 12, 0xffff_ffff, true);
    },
  ],
]);

function writeEightBytes(chunk: DataView, at: number, element: number): void {
  chunk.setUint32(at, element, true);
  chunk.setUint32(at + 4, 0, true);
}
