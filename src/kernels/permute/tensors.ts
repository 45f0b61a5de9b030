/** The input and the output of a launch, and the bytes that a right variant leaves in the output. */
import { assert } from '../../base/assert.ts';
import { permutedBytes } from '../../model/permute/reference.ts';
import { type BufferSpec, ELEMENT_BYTES, type ElementType } from '../../trace/launch.ts';
import { bufferBytes } from '../../trace/launch-bytes.ts';
import { type Job, perJob } from './job.ts';

const SEED = 7;

/** Elements of 8 and 16 bytes are filled as words of 4. */
const wordOf = (elementBytes: number): ElementType => (elementBytes === 1 ? 'u8' : elementBytes === 2 ? 'u16' : 'u32');

/** `out` and `in`, of random elements: equal neighbours would hide a wrong place. */
export function tensorsOf({ elements, request }: Job): readonly [out: BufferSpec, input: BufferSpec] {
  const type = wordOf(request.elementBytes);
  const length = (elements * request.elementBytes) / ELEMENT_BYTES[type];
  return [
    { name: 'out', type, length, init: { kind: 'poison' }, output: true },
    { name: 'in', type, length, init: { kind: 'random', seed: SEED } },
  ];
}

/** Walks the output in memory order, and asks which element of the input belongs there. */
export const referenceOf = perJob((job): ReadonlyMap<string, Uint8Array> => {
  const { elementBytes } = job.request;
  const input = bufferBytes(tensorsOf(job)[1], 'in');
  assert(input.ok, 'the input has bytes');
  const out = new Uint8Array(input.value.length);
  let at = 0;
  // Where element i of 4 bytes holds i, the permuted bytes are the numbers of the elements.
  for (const chunk of permutedBytes(job.request, 4)) {
    const numbers = new Uint32Array(chunk.buffer, chunk.byteOffset, chunk.length / 4);
    for (const element of numbers)
      for (let byte = 0; byte < elementBytes; byte++) out[at++] = input.value[element * elementBytes + byte];
  }
  return new Map([['out', out]]);
});
