/** Pictures of tensor copies: the box in its tensor, and the tile that it fills. */
import { boxBytes } from '../../model/tma/box-bytes.ts';
import type { BoxCopy } from '../../model/tma/box-copy.ts';
import { denseStrides } from '../../model/tma/dense-strides.ts';
import type { TensorMap } from '../../trace/launch.ts';
import { chunkTileFigure } from '../chunk-tile/figure.ts';
import { tensorBoxFigure } from '../tensor-box/figure.ts';
import type { TensorBoxRecords } from '../tensor-box/records.ts';
import { type PictureCase, type PictureWords, pictureCase } from './picture-case.ts';

const mapOf = (change: Partial<TensorMap> & Pick<TensorMap, 'dims' | 'box'>): TensorMap => ({
  type: 'bf16',
  stridesBytes: denseStrides({ type: 'bf16', interleave: 'none', ...change }),
  elementStrides: change.box.map(() => 1),
  interleave: 'none',
  swizzle: '128B',
  oobFill: 'zero',
  ...change,
});

const boxCase = (
  map: TensorMap,
  start: readonly number[],
  words: PictureWords,
  change: Partial<BoxCopy> & Partial<Pick<TensorBoxRecords, 'down' | 'plane'>> = {},
): PictureCase => {
  const { down = Math.min(1, start.length - 1), plane = start, ...ofCopy } = change;
  const copy: BoxCopy = { map, start, base: 1024, direction: 'load', ...ofCopy };
  return pictureCase({
    ...words,
    unbanked: true,
    figureIn: view => tensorBoxFigure({ copy, bytes: boxBytes(copy), down, plane }, view),
  });
};

const IMAGE = mapOf({ type: 'f16', dims: [64, 14, 14, 8], box: [64, 8, 8, 1], elementStrides: [1, 2, 1, 1] });

const RAGGED: BoxCopy = {
  map: mapOf({ dims: [100, 20], stridesBytes: [208], box: [64, 16] }),
  start: [64, 8],
  base: 1024,
  direction: 'load',
};

export const tensorBoxCases: readonly PictureCase[] = [
  boxCase(mapOf({ dims: [256, 32], box: [64, 16] }), [64, 8], {
    id: 'tensor-box-tile',
    title: 'A box of a tensor, as a tensor copy takes it',
    blurb:
      '64 × 16 bf16 elements: rows of 128 bytes, eight chunks each, in the colours that they have in shared memory.',
    view: { highlight: { cell: { row: 3, column: 18 }, bank: null } },
  }),
  boxCase(mapOf({ dims: [100, 20], stridesBytes: [208], box: [64, 16] }), [64, 12], {
    id: 'tensor-box-ragged',
    title: 'A box that reaches out of its tensor',
    blurb: 'What is outside arrives as zeros, and counts in the bytes that the barrier expects.',
    view: { highlight: { cell: { row: 2, column: 34 }, bank: null } },
  }),
  boxCase(mapOf({ dims: [256, 32], box: [64, 16] }), [64, 8], {
    id: 'tensor-box-walk',
    title: 'A box on its way into shared memory',
    blurb: 'Row by row, chunk by chunk: what has not been copied yet is pale.',
    view: { playhead: 53 },
  }),
  boxCase(
    IMAGE,
    [0, -1, -1, 2],
    {
      id: 'tensor-box-image',
      title: 'Every second pixel of an image, with its border',
      blurb: 'An NHWC tensor: element strides leave pixels out, and the box begins one before the image.',
    },
    { plane: [0, 0, 3, 2] },
  ),
  boxCase(
    IMAGE,
    [0, -1, -1, 2],
    {
      id: 'tensor-box-plane-outside',
      title: 'A plane of a box that is all outside',
      blurb: 'The row of pixels above the image: nothing is read, zeros arrive.',
    },
    { plane: [0, 0, -1, 2] },
  ),
  boxCase(mapOf({ type: 'f32', dims: [4096], box: [256], swizzle: 'none' }), [3968], {
    id: 'tensor-box-line',
    title: 'A box of a tensor of one dimension',
    blurb: 'The last elements of a vector, and what comes after them.',
    view: { highlight: { cell: { row: 0, column: 130 }, bank: null } },
  }),
  pictureCase({
    id: 'chunk-tile-copied',
    title: 'A tile that a tensor copy is filling',
    blurb: '90 of 128 chunks have come; hatched are those that are outside of the tensor.',
    unbanked: true,
    view: { highlight: { cell: { row: 5, column: 8 }, bank: null } },
    figureIn: view =>
      chunkTileFigure(
        {
          title: 'Shared memory',
          tile: {
            ...{ rows: 16, columns: 64, elementBytes: 2, padBytes: 0, base: 1024 },
            pattern: { kind: 'xor', swizzle: { bits: 3, base: 4, shift: 3 } },
          },
          piece: 'chunk',
          arranged: 'memory',
          lanes: [],
          copied: {
            arrivedBytes: 90 * 16,
            newest: 89,
            insideBytes: boxBytes(RAGGED).insideBytes,
            outside: 'zeros',
            cut: 'zeros',
          },
        },
        view,
      ),
  }),
];
