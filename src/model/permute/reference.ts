/** The right result of a permutation, element by element, computed without any code of the planner. */
import { Odometer } from './odometer.ts';
import { type Permutation, product } from './permutation.ts';

const CHUNK_ELEMENTS = 2 ** 16;

/**
 * The bytes of the output, in order and in chunks. Element i of the input holds i modulo 2^(8 * elementBytes), least byte
 * first; an element of 16 bytes holds i as 8 bytes, then its complement. The request must have been checked. A chunk is
 * valid until the next one is read.
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
 * Walks the output in memory order, one line of its fastest dimension at a time. For each line it gives the place of the
 * first element in the input and the distance between neighbours there, both in elements. The permutation must have been
 * checked.
 */
export function forEachLine(
  { shape, perm }: Permutation,
  visit: (first: number, stride: number, count: number) => void,
): void {
  const [fastest, ...others] = perm.toReversed();
  // A tensor without dimensions has one element.
  if (fastest === undefined) {
    visit(0, 1, 1);
    return;
  }
  const odometer = walkThroughInput(shape, others);
  const [stride, count] = [product(shape.slice(fastest + 1)), shape[fastest]];
  const lines = product(shape) / count;
  for (let line = 0; line < lines; line++, odometer.step()) visit(odometer.offset, stride, count);
}

/** Walks through some dimensions of the input; the one that steps most often comes first. */
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
