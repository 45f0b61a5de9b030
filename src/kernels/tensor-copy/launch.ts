/** How a copy is compiled and started. Map, coordinates and place are data of the launch: one PTX text copies every box of a rank. */

import { roundUp } from '../../base/bits.ts';
import { CHUNK_BYTES, MBARRIER_BYTES, SWIZZLE_REPEAT_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { numberedFrom } from '../../base/numbered-words.ts';
import { boxShape } from '../../model/tma/box.ts';
import { extentBytes } from '../../model/tma/box-bytes.ts';
import type { BoxCopy } from '../../model/tma/box-copy.ts';
import type { BufferSpec, Launch, StructParam } from '../../trace/launch.ts';
import type { BuildSpec } from '../kernel.ts';
import type { CopyParams } from './params.ts';
import type { TensorCopyVariant } from './variants.ts';

export const THREADS = 128;
/** Content of the window before a load. */
export const UNTOUCHED = 0xee;
/** Number of the first word of a tensor that is stored to: no word of shared memory has it, or one of those behind it. */
export const FIRST_STORED_TO = 2 ** 30;

const MOST_RANK = 5;

export const buildSpec = (variant: TensorCopyVariant, { rank, direction }: CopyParams): BuildSpec => ({
  source: `tensor-copy/${variant}.cu`,
  entry: 'tensor_copy',
  defines: { RANK: rank, DIRECTION: direction === 'load' ? 'LOAD' : 'STORE' },
});

/** Bytes of the window up to the tile's end, which a load dumps. */
export const windowBytes = ({ map, base }: Pick<BoxCopy, 'map' | 'base'>): number =>
  (base % SWIZZLE_REPEAT_BYTES) + boxShape(map).sharedBytes;

/** Bytes of the tensor, including the last chunk of the last row, which a store may write as a whole. */
export const tensorBytes = (copy: Pick<BoxCopy, 'map'>): number => roundUp(extentBytes(copy), CHUNK_BYTES);

const struct = (values: readonly number[]): StructParam => ({
  kind: 'struct',
  sizeBytes: values.length * WORD_BYTES,
  fields: values.map((value, i) => ({ offset: i * WORD_BYTES, kind: 'scalar', type: 's32', value })),
});

/**
 * Launch of a copy that breaks no rule. A load leaves its dump in `out`; a store leaves the changed tensor in `tensor`.
 */
export function launchOf(copy: BoxCopy): Launch {
  const { map, start, base } = copy;
  const window = windowBytes(copy);
  return {
    entry: 'tensor_copy',
    grid: [1, 1, 1],
    block: [THREADS, 1, 1],
    dynamicSharedBytes: window + MBARRIER_BYTES,
    buffers: buffersOf(copy),
    params: [
      { kind: 'pointer', buffer: outputOf(copy) },
      { kind: 'tensorMap', pass: 'value', buffer: 'tensor', ...map },
      struct([base % SWIZZLE_REPEAT_BYTES, window, boxShape(map).transactionBytes]),
      struct(Array.from({ length: MOST_RANK }, (_, dim) => start[dim] ?? 0)),
    ],
  };
}

function buffersOf(copy: BoxCopy): BufferSpec[] {
  const isLoad = copy.direction === 'load';
  const length = tensorBytes(copy) / WORD_BYTES;
  const init = numberedFrom(isLoad ? 0 : FIRST_STORED_TO);
  const tensor: BufferSpec = { name: 'tensor', type: 'u32', length, init, output: !isLoad };
  if (!isLoad) return [tensor];
  return [{ name: 'out', type: 'u8', length: windowBytes(copy), init: { kind: 'poison' }, output: true }, tensor];
}

/** The buffer that tells what the copy did. */
export const outputOf = ({ direction }: Pick<BoxCopy, 'direction'>): 'out' | 'tensor' =>
  direction === 'load' ? 'out' : 'tensor';
