/**
 * The page's copy as a launch of the kernel `tensor-copy`, and what its output must hold, byte for byte: a dump of shared memory
 * after a load, the whole tensor after a store.
 */
import { CHUNK_BYTES, SWIZZLE_REPEAT_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { numberedByte, numberedWord, numberOfWord } from '../../base/numbered-words.ts';
import { count } from '../../base/numbers.ts';
import { addressText } from '../../base/numerals.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { copyRefusal } from '../../kernels/tensor-copy/box.ts';
import { kernel } from '../../kernels/tensor-copy/index.ts';
import {
  FIRST_STORED_TO,
  launchOf,
  outputOf,
  tensorBytes,
  UNTOUCHED,
  windowBytes,
} from '../../kernels/tensor-copy/launch.ts';
import type { TensorCopyVariant } from '../../kernels/tensor-copy/variants.ts';
import { extentBytes } from '../../model/tma/box-bytes.ts';
import { load, store } from '../../model/tma/box-pieces.ts';
import { ENGINE_ARCHS, engineShortfall } from '../../model/tma/engine-archs.ts';
import type { OtherChunks } from '../../pictures/swizzle/records.ts';
import type { CopyOfState } from '../kit/tensor-map/copy-of-state.ts';
import type { CompiledProgram } from '../kit/tile/compiled-run.ts';
import type { CompiledCheck } from '../kit/tile/compiled-view.ts';

export interface CompiledCopy extends CompiledCheck {
  /** Decides which memory was compared: shared memory, or the tensor. */
  readonly direction: 'load' | 'store';
  /** Contents of the chunks that differ. */
  readonly other: OtherChunks;
}

/** Largest tensor: a larger one would take too long for a picture. */
const MOST_TENSOR_BYTES = 16 * 2 ** 20;
/** Largest part of shared memory: the window, and everything before the tile. */
const MOST_TILE_BYTES = 226 * 1024;

type Shown = Pick<CopyOfState, 'copy' | 'bytes'>;

/** The error says in a sentence why the kernel has no such copy. */
export function copyProgram(variant: TensorCopyVariant, { copy }: Shown): Result<CompiledProgram, string> {
  if (extentBytes(copy) > MOST_TENSOR_BYTES)
    return err('The tensor is larger than the 16 MiB that can be emulated here.');
  if (windowBytes(copy) > MOST_TILE_BYTES) return err('The tile leaves no room for the barrier beside it.');
  const refusal = copyRefusal(variant, copy);
  if (refusal !== null) return err(refusal);
  const arch = ENGINE_ARCHS.find(each => engineShortfall(copy.map.swizzle, each) === null)!;
  const params = { rank: copy.start.length, direction: copy.direction };
  return ok({ kernel, variant, params, arch, launch: launchOf(copy), output: outputOf(copy) });
}

/** The output that the model predicts. */
export function predictedOutput({ copy, bytes }: Shown): Uint8Array {
  if (copy.direction === 'load') {
    const window = new Uint8Array(windowBytes(copy)).fill(UNTOUCHED);
    load(copy, bytes, numberedByte, window, firstAddress(copy));
    return window;
  }
  const words = Uint32Array.from({ length: tensorBytes(copy) / WORD_BYTES }, (_, i) =>
    numberedWord(FIRST_STORED_TO + i),
  );
  const tensor = new Uint8Array(words.buffer);
  store(copy, bytes, address => numberedByte(address - firstAddress(copy)), tensor);
  return tensor;
}

/** Address of the window in the picture. */
const firstAddress = ({ base }: Shown['copy']): number => base - (base % SWIZZLE_REPEAT_BYTES);

/** Numbers of the output's chunks, gaps included, in which the two differ. */
export function differingChunks(output: Uint8Array, predicted: Uint8Array): number[] {
  const differing: number[] = [];
  for (let first = 0; first < predicted.length; first += CHUNK_BYTES)
    for (let at = first; at < first + CHUNK_BYTES; at++)
      if (output[at] !== predicted[at]) {
        differing.push(first / CHUNK_BYTES);
        break;
      }
  return differing;
}

/**
 * Words about the contents of those chunks. After a load, they are indexed by the chunk's number in the walk, without
 * gaps; after a store, by its number in the tensor.
 */
export function foundIn(shown: Shown, output: Uint8Array, differing: readonly number[]): ReadonlyMap<number, string> {
  const { copy } = shown;
  const words = new DataView(output.buffer, output.byteOffset, output.byteLength);
  const found = (chunk: number): string => originWords(shown, words.getUint32(chunk * CHUNK_BYTES, true));
  if (copy.direction === 'store') return new Map(differing.map(chunk => [chunk, found(chunk)]));
  const numbers = walkNumbers(shown);
  return new Map(
    differing.flatMap(chunk => {
      const number = numbers.get(chunk);
      return number === undefined ? [] : [[number, found(chunk)] as const];
    }),
  );
}

/** Turns a chunk's number in the window into its number in the walk. */
function walkNumbers({ copy, bytes }: Shown): Map<number, number> {
  const { sharedAddresses } = bytes.walk;
  const perChunk = sharedAddresses.length / bytes.chunks;
  return new Map(
    Array.from({ length: bytes.chunks }, (_, number) => {
      const offset = sharedAddresses[number * perChunk] - firstAddress(copy);
      return [Math.floor(offset / CHUNK_BYTES), number];
    }),
  );
}

const UNTOUCHED_WORD = UNTOUCHED * 0x01010101;

/** Words about where a word was before. */
function originWords({ copy }: Shown, word: number): string {
  const number = numberOfWord(word);
  if (copy.direction === 'store') {
    if (number >= FIRST_STORED_TO) return 'left as it was';
    return `what lay at ${addressText(firstAddress(copy) + number * WORD_BYTES)}`;
  }
  if (word === UNTOUCHED_WORD) return 'nothing was written';
  if (word === 0) return 'zeros, or the tensor’s first byte';
  const byte = number * WORD_BYTES;
  return byte < tensorBytes(copy) ? `byte ${count(byte)} of the tensor` : 'a fill';
}
