/** The parameters of a copied box: its tensor, whose further dimensions are alike, and where it lies in both memories. */

import { roundUp } from '../../base/bits.ts';
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { pitchBytes } from '../../model/tma/tile.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { boxProblem, boxRows } from '../box-params.ts';
import { choice, type ParamsOf, paramTable, range } from '../param-table.ts';

const MOST_TENSOR_BYTES = 4 * 2 ** 20;
const MOST_TILE_BYTES = 64 * 1024;

export const { schema, fields } = paramTable(
  {
    rank: choice({
      label: 'Dimensions',
      binds: 'compile',
      values: [1, 2, 3, 4, 5],
      default: 3,
      help: 'Dimensions of the tensor and of the box: the instruction names one coordinate for each.',
    }),
    direction: choice({
      label: 'Direction',
      binds: 'compile',
      values: ['load', 'store'],
      default: 'load',
      labelOf: way => (way === 'load' ? 'Load' : 'Store'),
      help: 'A load fills shared memory, which is then dumped; a store writes a tile of numbered words into the tensor.',
    }),
    mode: boxRows.mode,
    type: { ...boxRows.type, help: 'Type of the tensor: its size is what coordinates of dimension 0 count.' },
    rowBytes: { ...boxRows.rowBytes, help: 'Bytes of the box along dimension 0: at most the width of the mode.' },
    count: range({
      label: 'Copied',
      binds: 'launch',
      min: 1,
      max: 32,
      unit: 'elements',
      default: 3,
      help: 'Elements that are copied along each further dimension.',
    }),
    step: range({
      label: 'Element stride',
      binds: 'launch',
      min: 1,
      max: 4,
      unit: 'elements',
      default: 1,
      help: 'The copy takes every n-th element along each further dimension.',
    }),
    startChunk: {
      ...boxRows.startChunk,
      default: 2,
      help: 'Where the box starts along dimension 0, in chunks of 16 bytes; a load may start before the tensor.',
    },
    start: range({
      label: 'Start',
      binds: 'launch',
      min: -32,
      max: 64,
      unit: 'elements',
      default: 4,
      help: 'Where the box starts along each further dimension; a load may start before the tensor.',
    }),
    width: range({
      label: 'Tensor width',
      binds: 'launch',
      min: 1,
      max: 512,
      unit: 'elements',
      default: 80,
      help: 'Elements of the tensor along dimension 0.',
    }),
    extent: range({
      label: 'Tensor extent',
      binds: 'launch',
      min: 1,
      max: 64,
      unit: 'elements',
      default: 8,
      help: 'Elements of the tensor along each further dimension.',
    }),
    /** Offset from the start of a window that is aligned to every pattern's repeat. */
    base: range({
      label: 'Base address',
      binds: 'launch',
      min: 0,
      max: 896,
      step: 128,
      unit: 'B',
      default: 0,
      help: 'Where the tile starts: the pattern follows the address, so a base off its repeat shifts it by lines.',
    }),
    outside: {
      ...boxRows.outside,
      help: 'What a load fills in for elements outside of the tensor; a store leaves them out.',
    },
  },
  params => {
    const { rank, mode, rowBytes, count, extent } = params;
    const tileBytes = count ** (rank - 1) * pitchBytes(mode, rowBytes);
    if (tileBytes > MOST_TILE_BYTES)
      return {
        field: 'count',
        message: `expected fewer than ${count}: ${tooLarge('tile', tileBytes, MOST_TILE_BYTES)}`,
      };
    const tensorBytes = extent ** (rank - 1) * strideBytes(params);
    if (tensorBytes > MOST_TENSOR_BYTES)
      return {
        field: 'extent',
        message: `expected less than ${extent}: ${tooLarge('tensor', tensorBytes, MOST_TENSOR_BYTES)}`,
      };
    return boxProblem(params);
  },
);

const tooLarge = (what: string, bytes: number, most: number): string =>
  `the ${what} has ${bytes} B, and may have ${most} B`;

export type CopyParams = ParamsOf<typeof schema>;

/** Rows of a tensor start at multiples of 16 bytes. */
export function strideBytes({ type, width }: { type: keyof typeof ELEMENT_BYTES; width: number }): number {
  return roundUp(width * ELEMENT_BYTES[type], CHUNK_BYTES);
}
