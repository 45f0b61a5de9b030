/**
 * Tensor maps on the machine. What a driver would encode is opaque to a kernel, so the 128 bytes name the map instead: a mark
 * and a number, in the bytes themselves, so that a copy of them anywhere is the same map.
 */
import { TENSOR_MAP_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import type { TensorMap } from '../../trace/launch.ts';

/** Of the object's address, as the instructions demand. */
export const TENSOR_MAP_ALIGN_BYTES = 64;

const WORDS = TENSOR_MAP_BYTES / WORD_BYTES;
const MARK = 0x5a70_e4d1;

export interface PlacedTensorMap {
  readonly map: TensorMap;
  /** Of the tensor's first element, from the start of device memory's arena. */
  readonly byteOffset: number;
  /** The buffer that it was made of. */
  readonly buffer: string;
}

const wordAt = (number: number, index: number): number =>
  index === 0 ? MARK : index === 1 ? number : Math.imul(MARK ^ number, index) | 0;

/** The object of the launch's `number`th map. */
export const tensorMapBytes = (number: number): Uint8Array =>
  new Uint8Array(Int32Array.from({ length: WORDS }, (_, i) => wordAt(number, i)).buffer);

/** The number of the map whose object lies at the offset, a multiple of 4; null where no whole object does. */
export function tensorMapAt(words: Int32Array, byteOffset: number): number | null {
  const first = byteOffset >> 2;
  const number = words[first + 1];
  for (let i = 0; i < WORDS; i++) if (words[first + i] !== wordAt(number, i)) return null;
  return number;
}
