/** A tensor map to start from: a few boxes along each dimension, in the widest rows that a swizzle takes. */
import { roundUp } from '../../base/bits.ts';
import { ELEMENT_BYTES, type SwizzleMode, type TensorMap } from '../../trace/launch.ts';
import { tensorBytes } from '../../trace/tensor-map-rules.ts';
import type { BufferGuess } from './guess-buffer-list.ts';
import { guessContent } from './guess-buffers.ts';
import type { EntryOutline, TensorMapUse } from './module-outline.ts';
import { mapLeavesOf } from './parameter-leaves.ts';
import { UNUSED_POINTER } from './pointer-use.ts';

/** Fields that a guess fills; strides follow dimensions, and the rest is as most maps have it. */
export const GUESSED_OF_MAPS = ['type', 'dims', 'box', 'swizzle'] as const;

const ROW_BYTES = 128;
const STRIDE_BYTES = 16;
const ROWS = 64;
const MOST_ROWS = 256;
const BOXES = 4;
const USUAL_RANK = 2;

/** `settled`: the fields that stay as they are. */
export function guessTensorMap(use: TensorMapUse, entry: EntryOutline, settled: Partial<TensorMap>): TensorMap {
  const type = settled.type ?? use.type ?? 'f32';
  const elementBytes = ELEMENT_BYTES[type];
  const rank = settled.dims?.length ?? settled.box?.length ?? use.rank ?? USUAL_RANK;
  const fits = (list: readonly number[] | undefined) => (list?.length === rank ? list : undefined);
  const box = fits(settled.box) ?? [ROW_BYTES / elementBytes, rowsOf(use, entry), 1, 1, 1].slice(0, rank);
  const dims = fits(settled.dims) ?? box.map(length => BOXES * length);
  const isKept = fits(settled.dims) !== undefined && settled.stridesBytes?.length === rank - 1;
  return {
    type,
    dims,
    stridesBytes: (isKept ? settled.stridesBytes : undefined) ?? packed(dims, elementBytes),
    box,
    elementStrides: fits(settled.elementStrides) ?? dims.map(() => 1),
    interleave: settled.interleave ?? 'none',
    swizzle: settled.swizzle ?? (rank === 1 ? 'none' : swizzleOf(box[0] * elementBytes)),
    ...(settled.l2Promotion === undefined ? {} : { l2Promotion: settled.l2Promotion }),
    oobFill: settled.oobFill ?? 'zero',
  };
}

/** Rows of a box, so that equal boxes of all maps have as many bytes as the mbarrier of a phase expects. */
function rowsOf({ read, expectedBytes }: TensorMapUse, entry: EntryOutline): number {
  const loads = mapLeavesOf(entry).filter(({ use }) => use.read).length;
  const rows = read && expectedBytes !== null ? Math.floor(expectedBytes / (loads * ROW_BYTES)) : ROWS;
  return Math.max(1, Math.min(rows, MOST_ROWS));
}

/** But for gaps that rows need to start at multiples of 16 bytes, as the driver demands. */
function packed(dims: readonly number[], elementBytes: number): number[] {
  const strides: number[] = [];
  for (const length of dims.slice(0, -1))
    strides.push(roundUp(length * (strides.at(-1) ?? elementBytes), STRIDE_BYTES));
  return strides;
}

/** Swizzle mode whose rows are as wide as the box. */
const swizzleOf = (rowBytes: number): SwizzleMode =>
  (['32B', '64B', '128B'] as const).find(mode => mode === `${rowBytes}B`) ?? 'none';

/** The tensor itself. */
export const guessTensor = (
  name: string,
  use: Pick<TensorMapUse, 'read' | 'written'>,
  map: TensorMap,
): BufferGuess => ({
  name,
  type: map.type,
  lengthOf: type => Math.ceil(tensorBytes(map) / ELEMENT_BYTES[type]),
  contentOf: (type, seed, length) =>
    guessContent({ ...UNUSED_POINTER, read: use.read, written: use.written }, { type, length }, seed, null),
});

/** Bytes of one box in shared memory. */
export const boxBytes = ({ type, box }: TensorMap): number => box.reduce((bytes, n) => bytes * n, ELEMENT_BYTES[type]);
