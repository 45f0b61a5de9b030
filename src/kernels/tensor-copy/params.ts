/** The parameters of a copied box: its tensor, whose further dimensions are alike, and where it lies in both memories. */

import { roundUp } from '../../base/bits.ts';
import { CHUNK_BYTES } from '../../base/hardware.ts';
import type { ParamField } from '../../contract/param-field.ts';
import { pitchBytes } from '../../model/tma/tile.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { boxLimits, boxProblem, MODE_FIELD } from '../box-params.ts';
import { choiceOf, rangeOf } from '../field.ts';
import { between, oneOf, type ParamsOf, schemaOf } from '../param-schema.ts';

const { mode, type, rowBytes, startChunk, outside } = boxLimits;

const limits = {
  rank: oneOf(1, 2, 3, 4, 5),
  direction: oneOf('load', 'store'),
  mode,
  type,
  rowBytes,
  /** Copied along each further dimension. */
  count: between(1, 32),
  /** Element stride of each further dimension. */
  step: between(1, 4),
  startChunk,
  /** Where the box starts along each further dimension [elements]. */
  start: between(-32, 64),
  /** Of the tensor [elements]: dimension 0, and each further one. */
  width: between(1, 512),
  extent: between(1, 64),
  /** From the start of a window that is aligned to every pattern's repeat. */
  base: between(0, 896, 128),
  outside,
};

const MOST_TENSOR_BYTES = 4 * 2 ** 20;
const MOST_TILE_BYTES = 64 * 1024;

export const schema = schemaOf(
  limits,
  {
    rank: 3,
    direction: 'load',
    mode: '128B',
    type: 'f32',
    rowBytes: 128,
    count: 3,
    step: 1,
    startChunk: 2,
    start: 4,
    width: 80,
    extent: 8,
    base: 0,
    outside: 'zero',
  },
  params => {
    const { rank, mode, type, rowBytes, count, width, extent } = params;
    if (count ** (rank - 1) * pitchBytes(mode, rowBytes) > MOST_TILE_BYTES)
      return { field: 'count', message: `expected fewer: the tile has at most ${MOST_TILE_BYTES} bytes` };
    if (extent ** (rank - 1) * strideBytes({ type, width }) > MOST_TENSOR_BYTES)
      return { field: 'extent', message: `expected fewer: the tensor has at most ${MOST_TENSOR_BYTES} bytes` };
    return boxProblem(params);
  },
);

export type CopyParams = ParamsOf<typeof schema>;

/** Rows of a tensor start at multiples of 16 bytes. */
export const strideBytes = ({ type, width }: Pick<CopyParams, 'type' | 'width'>): number =>
  roundUp(width * ELEMENT_BYTES[type], CHUNK_BYTES);

export const fields: readonly ParamField[] = [
  {
    name: 'rank',
    label: 'Dimensions',
    binds: 'compile',
    control: choiceOf(limits.rank),
    help: 'Of the tensor and the box: the instruction names as many coordinates.',
  },
  {
    name: 'direction',
    label: 'Direction',
    binds: 'compile',
    control: choiceOf(limits.direction, way => (way === 'load' ? 'Load' : 'Store')),
    help: 'A load fills shared memory, which is then dumped; a store writes a tile of numbered words into the tensor.',
  },
  MODE_FIELD,
  {
    name: 'type',
    label: 'Element',
    binds: 'launch',
    control: choiceOf(limits.type),
    help: 'Type of the tensor: its size is what coordinates of dimension 0 count.',
  },
  {
    name: 'rowBytes',
    label: 'Box row',
    binds: 'launch',
    control: rangeOf(limits.rowBytes, 'B'),
    help: 'Bytes of the box along dimension 0: at most the width of the mode.',
  },
  {
    name: 'count',
    label: 'Copied',
    binds: 'launch',
    control: rangeOf(limits.count, 'elements'),
    help: 'Elements that are copied along each further dimension.',
  },
  {
    name: 'step',
    label: 'Element stride',
    binds: 'launch',
    control: rangeOf(limits.step, 'elements'),
    help: 'From one copied element to the next along each further dimension.',
  },
  {
    name: 'startChunk',
    label: 'Start in row',
    binds: 'launch',
    control: rangeOf(limits.startChunk, 'chunks'),
    help: 'Where the box starts along dimension 0, in chunks of 16 bytes; a load may start before the tensor.',
  },
  {
    name: 'start',
    label: 'Start',
    binds: 'launch',
    control: rangeOf(limits.start, 'elements'),
    help: 'Where the box starts along each further dimension; a load may start before the tensor.',
  },
  {
    name: 'width',
    label: 'Tensor width',
    binds: 'launch',
    control: rangeOf(limits.width, 'elements'),
    help: 'Extent of dimension 0.',
  },
  {
    name: 'extent',
    label: 'Tensor extent',
    binds: 'launch',
    control: rangeOf(limits.extent, 'elements'),
    help: 'Of each further dimension.',
  },
  {
    name: 'base',
    label: 'Base address',
    binds: 'launch',
    control: rangeOf(limits.base, 'B'),
    help: 'Where the tile starts: the pattern follows the address, so a base off its repeat shifts it by lines.',
  },
  {
    name: 'outside',
    label: 'Outside',
    binds: 'launch',
    control: choiceOf(limits.outside),
    help: 'What a load fills in for elements outside of the tensor; a store leaves them out.',
  },
];
