/** The input and the output of a launch, and the bytes that a right variant leaves in the output. */
import { assert } from '../../base/assert.ts';
import { forEachLine } from '../../model/permute/reference.ts';
import { type BufferSpec, ELEMENT_BYTES } from '../../trace/launch.ts';
import { bufferBytes } from '../../trace/launch-bytes.ts';
import { type PermuteJob, perLatestJob } from './job.ts';

const SEED = 7;

const WORDS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array };

/** Elements of 8 and 16 bytes are filled as words of 4. */
const wordOf = (elementBytes: number): keyof typeof WORDS =>
  elementBytes === 1 ? 'u8' : elementBytes === 2 ? 'u16' : 'u32';

/** `out` and `in`, of random elements: equal neighbours would hide a wrong place. */
export function tensorsOf({ elements, request }: PermuteJob): readonly [out: BufferSpec, input: BufferSpec] {
  const type = wordOf(request.elementBytes);
  const length = (elements * request.elementBytes) / ELEMENT_BYTES[type];
  return [
    { name: 'out', type, length, init: { kind: 'poison' }, output: true },
    { name: 'in', type, length, init: { kind: 'random', seed: SEED } },
  ];
}

/** Walks the output in memory order, and asks which element of the input belongs there. */
export const referenceOf = perLatestJob((job): ReadonlyMap<string, Uint8Array> => {
  const { elementBytes } = job.request;
  const input = bufferBytes(tensorsOf(job)[1], 'in');
  assert(input.ok, 'the input has bytes');
  const out = new Uint8Array(input.value.length);
  const Words = WORDS[wordOf(elementBytes)];
  const [from, to] = [input.value, out].map(bytes => new Words(bytes.buffer));
  const words = elementBytes / to.BYTES_PER_ELEMENT;
  let at = 0;
  forEachLine(job.request, (first, stride, count) => {
    for (let i = 0, element = first; i < count; i++, element += stride)
      for (let word = 0; word < words; word++) to[at++] = from[element * words + word];
  });
  return new Map([['out', out]]);
});
