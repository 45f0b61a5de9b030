/** How the tile is compiled and started. The mode is data of the launch: in the tensor map, or as the masks of an XOR. */

import { roundUp } from '../../base/bits.ts';
import { CHUNK_BYTES, MBARRIER_BYTES } from '../../base/hardware.ts';
import { numberedFrom } from '../../base/numbered-words.ts';
import { groupsOf, type Swizzle } from '../../model/layout/swizzle.ts';
import type { BoxCopy } from '../../model/tma/box-copy.ts';
import { tmaSwizzle } from '../../model/tma/swizzle-modes.ts';
import type { ElementType, Launch, LaunchParam, StructParam, TensorMap } from '../../trace/launch.ts';
import type { BuildSpec } from '../kernel.ts';
import { elementBytesOf, type SwizzleParams } from './params.ts';
import { isByEngine, pitchOf, THREADS, windowBytes } from './tile.ts';
import { READERS, type SwizzleVariant } from './variants.ts';

export const buildSpec = (variant: SwizzleVariant, p: SwizzleParams): BuildSpec => ({
  source: `swizzle/${variant}.cu`,
  entry: 'swizzle',
  defines: READERS.includes(variant) ? { FILL: p.fill === 'tma' ? 'TMA' : 'CP_ASYNC' } : {},
});

/** Rows of a tensor start at multiples of 16 bytes. */
export const strideBytes = (p: SwizzleParams): number => roundUp(p.width * elementBytesOf(p), CHUNK_BYTES);

export const tensorWords = (p: SwizzleParams): number => (p.height * strideBytes(p)) / 4;

/** A dump of the window, or the tile's bytes in another order. */
const outBytes = (variant: SwizzleVariant, p: SwizzleParams): number =>
  READERS.includes(variant) ? p.rows * p.rowBytes : windowBytes(p);

export function launchOf(variant: SwizzleVariant, p: SwizzleParams): Launch {
  return {
    entry: 'swizzle',
    grid: [1, 1, 1],
    block: [THREADS, 1, 1],
    dynamicSharedBytes: windowBytes(p) + MBARRIER_BYTES,
    buffers: [
      { name: 'out', type: 'u8', length: outBytes(variant, p), init: { kind: 'poison' }, output: true },
      { name: 'tensor', type: 'u32', length: tensorWords(p), init: numberedFrom(0) },
    ],
    params: [
      { kind: 'pointer', buffer: 'out' },
      ...(isByEngine(variant, p)
        ? engineParams(p)
        : [tensorStruct(p), tileStruct(p), start(p, p.startChunk * CHUNK_BYTES)]),
      ...(variant === 'column-read' ? [{ kind: 'scalar', type: 's32', value: elementBytesOf(p) } as const] : []),
    ],
  };
}

/** The copy for which the engine is asked. */
export function boxCopyOf(p: SwizzleParams): BoxCopy {
  const elementBytes = elementBytesOf(p);
  const map: TensorMap = {
    type: p.type,
    dims: [p.width, p.height],
    stridesBytes: [strideBytes(p)],
    box: [p.rowBytes / elementBytes, p.rows],
    elementStrides: [1, 1],
    interleave: 'none',
    swizzle: p.mode,
    oobFill: p.outside,
  };
  return { map, start: [(p.startChunk * CHUNK_BYTES) / elementBytes, p.startRow], base: p.base, direction: 'load' };
}

function engineParams(p: SwizzleParams): LaunchParam[] {
  const { map, start: at } = boxCopyOf(p);
  return [{ kind: 'tensorMap', pass: 'value', buffer: 'tensor', ...map }, tileStruct(p), start(p, at[0])];
}

const tensorStruct = (p: SwizzleParams): StructParam => ({
  kind: 'struct',
  sizeBytes: 24,
  fields: [
    { offset: 0, kind: 'pointer', buffer: 'tensor' },
    ...scalars('s32', [p.width * elementBytesOf(p), p.height, strideBytes(p)], 8),
  ],
});

function tileStruct(p: SwizzleParams): StructParam {
  const { mask, shift, half } = xorOf(tmaSwizzle(p.mode).swizzles);
  const fields = [
    ...scalars('s32', [p.rows, p.rowBytes, pitchOf(p), p.base, windowBytes(p)], 0),
    ...scalars('u32', [mask, shift, half], 20),
  ];
  return { kind: 'struct', sizeBytes: 32, fields };
}

const start = (p: SwizzleParams, x: number): StructParam => ({
  kind: 'struct',
  sizeBytes: 8,
  fields: scalars('s32', [x, p.startRow], 0),
});

const scalars = (type: ElementType, values: readonly number[], offset: number) =>
  values.map((value, i) => ({ offset: offset + 4 * i, kind: 'scalar' as const, type, value }));

/** The pattern as the device code takes it: one XOR of chunks, and one of their halves. */
function xorOf([chunks, halves]: readonly Swizzle[]): { mask: number; shift: number; half: number } {
  if (chunks === undefined) return { mask: 0, shift: 1, half: 0 };
  const { source, target } = groupsOf(chunks);
  const mask = (2 ** chunks.bits - 1) * 2 ** target;
  return { mask, shift: source - target, half: halves === undefined ? 0 : 2 ** groupsOf(halves).target };
}
