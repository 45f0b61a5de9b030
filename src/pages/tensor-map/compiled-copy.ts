/**
 * The page's copy as a launch of a compiled kernel, and what its dump of shared memory must hold, byte for byte. The kernel's one
 * copy is described by its launch alone: map, coordinates and place are data, so one PTX text copies every box of a matrix.
 */
import { err, ok, type Result } from '../../base/result.ts';
import { ENGINE_ARCHS, HOPPER } from '../../kernels/swizzle/archs.ts';
import { STEP } from '../../kernels/swizzle/launch.ts';
import { type BoxShape, fillBytes, OUTSIDE } from '../../model/tma/box.ts';
import { extentBytes } from '../../model/tma/box-bytes.ts';
import type { BoxCopy } from '../../model/tma/box-copy.ts';
import { tmaSwizzle } from '../../model/tma/swizzle-modes.ts';
import { CHUNK_BYTES } from '../../model/tma/tile.ts';
import { ELEMENT_BYTES, type Launch, type StructParam } from '../../trace/launch.ts';
import type { CopyOfState } from './copy-of-state.ts';

/** For the kernel `tma-tile`. */
export interface CopyProgram {
  readonly launch: Launch;
  /** One that has the map's mode. */
  readonly arch: string;
  /** Of the dump, before the tile starts. */
  readonly offset: number;
}

const THREADS = 128;
const WORD_BYTES = 4;
const BARRIER_BYTES = 8;
/** The patterns of all modes start again after so many bytes, or fewer: only what is left of the base decides. */
const WINDOW_BYTES = 1024;
/** Of the tensor: more is not worth the wait for a picture. */
const MOST_TENSOR_BYTES = 16 * 2 ** 20;
/** Of shared memory: the window and what lies before the tile. */
const MOST_TILE_BYTES = 226 * 1024;
/** What the kernel leaves in the window before the copy. */
const UNTOUCHED = 0xee;

const scalar = (offset: number, value: number) => ({ offset, kind: 'scalar', type: 's32', value }) as const;

const struct = (values: readonly number[]): StructParam => ({
  kind: 'struct',
  sizeBytes: values.length * WORD_BYTES,
  fields: values.map((value, i) => scalar(i * WORD_BYTES, value)),
});

/** The error says in a sentence why the kernel has no such copy. */
export function copyProgram({ copy, bytes }: CopyOfState): Result<CopyProgram, string> {
  if (copy.direction === 'store' || copy.start.length !== 2)
    return err('The compiled kernel loads boxes of two dimensions.');
  if (extentBytes(copy) > MOST_TENSOR_BYTES) return err('The tensor is larger than what is emulated here: 16 MiB.');
  if (bytes.shape.sharedBytes > MOST_TILE_BYTES) return err('The tile leaves no room for the barrier beside it.');
  const offset = copy.base % WINDOW_BYTES;
  const arch = ENGINE_ARCHS.find(each => each !== HOPPER || tmaSwizzle(copy.map.swizzle).onHopper)!;
  return ok({ launch: launchOf(copy, bytes.shape, offset), offset, arch });
}

function launchOf({ map, start }: BoxCopy, shape: BoxShape, offset: number): Launch {
  const windowBytes = offset + shape.sharedBytes;
  const length = Math.ceil(extentBytes({ map }) / WORD_BYTES);
  return {
    entry: 'swizzle',
    grid: [1, 1, 1],
    block: [THREADS, 1, 1],
    dynamicSharedBytes: windowBytes + BARRIER_BYTES,
    buffers: [
      { name: 'out', type: 'u8', length: windowBytes, init: { kind: 'poison' }, output: true },
      { name: 'tensor', type: 'u32', length, init: { kind: 'iota', start: 0, step: STEP } },
    ],
    params: [
      { kind: 'pointer', buffer: 'out' },
      { kind: 'tensorMap', pass: 'value', buffer: 'tensor', ...map },
      // The last three are for code that computes the pattern itself.
      struct([shape.rows, shape.rowBytes, shape.pitchBytes, offset, windowBytes, 0, 0, 0]),
      struct(start),
    ],
  };
}

/** Shared memory as the model has it, laid out like the dump. */
export function predictedDump({ copy, bytes }: CopyOfState, { offset }: CopyProgram): Uint8Array {
  const { map, base } = copy;
  const { walk, shape } = bytes;
  const elementBytes = ELEMENT_BYTES[map.type];
  const fill = fillBytes(map);
  const dump = new Uint8Array(offset + shape.sharedBytes).fill(UNTOUCHED);
  for (const [element, address] of walk.sharedAddresses.entries()) {
    const from = walk.tensorBytes[element];
    const to = address - base + offset;
    for (let i = 0; i < elementBytes; i++) dump[to + i] = from === OUTSIDE ? fill[i] : tensorByte(from + i);
  }
  return dump;
}

/** Word i of the tensor's memory holds i times the step, lowest byte first. */
const tensorByte = (byte: number): number =>
  (Math.imul(Math.floor(byte / WORD_BYTES), STEP) >>> ((byte % WORD_BYTES) * 8)) & 0xff;

/** Chunks of shared memory, gaps included, in which the two differ. */
export function differingChunks(dump: Uint8Array, predicted: Uint8Array) {
  const chunks = predicted.length / CHUNK_BYTES;
  const differing: number[] = [];
  for (let chunk = 0; chunk < chunks; chunk++) {
    const first = chunk * CHUNK_BYTES;
    const isSame = predicted.subarray(first, first + CHUNK_BYTES).every((byte, i) => byte === dump[first + i]);
    if (!isSame) differing.push(chunk);
  }
  return { differing, chunks };
}
