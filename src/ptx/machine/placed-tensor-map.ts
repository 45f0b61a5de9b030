/** Tensor maps read back from memory, where a launch or a kernel has put them. A wrong one is named by its field. */
import { TENSOR_MAP_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { DEVICE_ARENA_BASE } from '../../trace/device-addresses.ts';
import { im2colBreaches } from '../../trace/im2col-rules.ts';
import type { ElementType, Im2colMap, SwizzleMode, TensorMap } from '../../trace/launch.ts';
import { pixelMap } from '../../trace/pixel-map.ts';
import { tensorBytes, tensorMapBreaches } from '../../trace/tensor-map-rules.ts';
import type { GlobalMemory } from './global-memory.ts';
import type { PixelBox } from './pixel-walk.ts';
import {
  ELEMENT_NUMBERS,
  FILLS,
  INTERLEAVES,
  MAP_FIELDS,
  type MapField,
  SWIZZLE_NUMBERS,
  TF32_NUMBER,
  unpackedCorner,
} from './tensor-map.ts';

export interface PlacedTensorMap {
  /** The map; for im2col copies, a box of channels and pixels, with steps of 1. */
  readonly map: TensorMap;
  /** Null for copies of boxes. */
  readonly pixels: PixelBox | null;
  /** Offset of the tensor's first element from the start of device memory's arena. */
  readonly byteOffset: number;
  /** Name of the buffer, or of the module's variable, that holds it. */
  readonly buffer: string;
}

const WORDS = TENSOR_MAP_BYTES / WORD_BYTES;
const MAX_RANK = 5;
/** Entries of `box_dim` in im2col mode. */
const IM2COL_ENTRIES = 4;
const MAX_DIM = 2 ** 32;

/** Types of elements by their number; of those that share one, the driver's. */
const ELEMENTS = new Map<number, ElementType>(
  (['u8', 'u16', 'u32', 's32', 'u64', 's64', 'f16', 'f32', 'f64', 'bf16'] as const).map(t => [ELEMENT_NUMBERS[t], t]),
);
const OTHER_ELEMENTS = new Map([
  [8, 'f32 with subnormals flushed'],
  [12, 'tf32 with subnormals flushed'],
]);

/** Names of `tensormap.replace` for the fields of the launch's rules. */
const PTX_NAMES: Readonly<Record<string, MapField>> = {
  ...{ globalAddress: 'global_address', dims: 'global_dim', stridesBytes: 'global_stride', box: 'box_dim' },
  ...{
    elementStrides: 'element_stride',
    interleave: 'interleave_layout',
    swizzle: 'swizzle_mode',
    oobFill: 'fill_mode',
  },
};

interface Known {
  readonly words: Int32Array;
  readonly placed: PlacedTensorMap;
}

/** Maps that were read before, by their words: most kernels use a few of them very often. */
const KNOWN = new WeakMap<GlobalMemory, Known[]>();
const MOST_KNOWN = 16;

/** The map in the 128 bytes at the word, or why they are none. */
export function placedTensorMap(global: GlobalMemory, words: Int32Array, firstWord: number): PlacedTensorMap | string {
  const known = KNOWN.get(global) ?? [];
  const found = known.find(entry => entry.words.every((word, i) => word === words[firstWord + i]));
  if (found) return found.placed;
  const copy = words.slice(firstWord, firstWord + WORDS);
  const placed = read(copy, global);
  if (typeof placed !== 'string') KNOWN.set(global, [{ words: copy, placed }, ...known].slice(0, MOST_KNOWN));
  return placed;
}

function read(words: Int32Array, global: GlobalMemory): PlacedTensorMap | string {
  if (words.every(word => word === 0)) return 'they are all zero';
  const view = new DataView(words.buffer);
  const map = fieldsOf(view);
  if (typeof map === 'string') return map;
  const address = Number(view.getBigUint64(MAP_FIELDS.global_address.byteOffset, true));
  const byteOffset = address - DEVICE_ARENA_BASE;
  const region = global.holding(byteOffset, 1);
  if (!region) return `global_address is 0x${address.toString(16)}, which lies in no buffer`;
  const isIm2col = view.getUint32(MAP_FIELDS.mode.byteOffset, true) === 1;
  const unfolding = isIm2col ? im2colOf(map) : null;
  const breaches = unfolding ? im2colBreaches(unfolding, address) : tensorMapBreaches(map, address);
  for (const { path, message } of breaches) {
    const [name, index] = path;
    return `${PTX_NAMES[name] ?? name}${index === undefined ? '' : `[${index}]`} is ${message}`;
  }
  const left = region.byteOffset + region.sizeBytes - byteOffset;
  if (map.interleave === 'none' && tensorBytes(map) > left) {
    return `global_dim and global_stride describe ${tensorBytes(map)} bytes, of which '${region.name}' has ${left}`;
  }
  const where = { byteOffset, buffer: region.name };
  return unfolding ? { ...where, ...ofPixels(unfolding) } : { ...where, map, pixels: null };
}

/** Map in im2col mode that the fields describe. */
function im2colOf({ box, ...map }: TensorMap): Im2colMap {
  const entries = Math.max(1, map.dims.length - 2);
  const [channelsPerPixel, pixelsPerColumn, lower, upper] = box;
  const corners = { lowerCorner: unpackedCorner(lower, entries), upperCorner: unpackedCorner(upper ?? 0, entries) };
  return { ...map, channelsPerPixel, pixelsPerColumn, ...corners };
}

function ofPixels(map: Im2colMap): Pick<PlacedTensorMap, 'map' | 'pixels'> {
  const { lowerCorner, upperCorner, elementStrides: steps, dims, channelsPerPixel, pixelsPerColumn } = map;
  const box = dims.map((_, i) => [channelsPerPixel, pixelsPerColumn][i] ?? 1);
  return {
    map: { ...pixelMap(map), box, elementStrides: dims.map(() => 1) },
    pixels: { lowerCorner, upperCorner, steps },
  };
}

function fieldsOf(view: DataView): TensorMap | string {
  const number = (field: MapField, index = 0): number =>
    MAP_FIELDS[field].bytes === 8
      ? Number(view.getBigUint64(MAP_FIELDS[field].byteOffset + 8 * index, true))
      : view.getUint32(MAP_FIELDS[field].byteOffset + 4 * index, true);
  const rank = number('rank') + 1;
  const isIm2col = number('mode') === 1;
  if (rank > MAX_RANK)
    return `rank is ${rank - 1}, for ${rank} dimensions; the most is ${MAX_RANK - 1}, for ${MAX_RANK}`;
  const isRounded = number('elemtype') === TF32_NUMBER;
  const type = isRounded ? 'f32' : ELEMENTS.get(number('elemtype'));
  if (!type) {
    const other = OTHER_ELEMENTS.get(number('elemtype'));
    return `elemtype is ${number('elemtype')}${other ? `, ${other}, which is not implemented` : ', which is no type'}`;
  }
  const interleave = INTERLEAVES[number('interleave_layout')];
  if (!interleave) return `interleave_layout is ${number('interleave_layout')}, not 0, 1 or 2`;
  const oobFill = FILLS[number('fill_mode')];
  if (!oobFill) return `fill_mode is ${number('fill_mode')}, not 0 or 1`;
  const swizzle = swizzleOf(number('swizzle_mode'), number('swizzle_atomicity'));
  if (!swizzle) {
    const [mode, atomicity] = [number('swizzle_mode'), number('swizzle_atomicity')];
    return `swizzle_mode is ${mode} with swizzle_atomicity ${atomicity}, which are not implemented together`;
  }
  const list = (field: MapField, count: number) => Array.from({ length: count }, (_, i) => number(field, i));
  return {
    ...{ type, interleave, swizzle, oobFill, ...(isRounded ? { roundsTo: 'tf32' as const } : {}) },
    dims: list('global_dim', rank).map(extent => extent || MAX_DIM),
    stridesBytes: list('global_stride', rank - 1),
    box: list('box_dim', Math.max(rank, isIm2col ? IM2COL_ENTRIES : 0)),
    elementStrides: list('element_stride', rank),
  };
}

const swizzleOf = (mode: number, atomicity: number): SwizzleMode | undefined =>
  (Object.keys(SWIZZLE_NUMBERS) as SwizzleMode[]).find(
    name => SWIZZLE_NUMBERS[name][0] === mode && SWIZZLE_NUMBERS[name][1] === atomicity,
  );
