/** Questions about boxes of tensor maps, answered by the model of the copy engine. */
import { CHUNK_BYTES, LINE_BYTES } from '../../base/hardware.ts';
import { count } from '../../base/numbers.ts';
import { ELEMENT_BYTES, type TensorMap } from '../../trace/launch.ts';
import { tensorMapBreaches } from '../../trace/tensor-map-rules.ts';
import { boxShape } from '../tma/box.ts';
import { chunkOffsets } from '../tma/tile.ts';
import { type Idea, madeChoice } from './made-choice.ts';
import type { ChoiceQuestion, PickQuestion } from './question.ts';

/** A matrix of `dims` (columns, rows) whose boxes are `box`. */
export const matrixMap = (
  dims: readonly number[],
  box: readonly number[],
  swizzle: TensorMap['swizzle'],
): TensorMap => ({
  type: 'bf16',
  dims,
  stridesBytes: [dims[0] * ELEMENT_BYTES.bf16],
  box,
  elementStrides: [1, 1],
  interleave: 'none',
  swizzle,
  oobFill: 'zero',
});

/** 'How many bytes must expect_tx announce?' for the box that begins at element `start` (column, row). */
export function bytesQuestion(map: TensorMap, start: readonly number[]): ChoiceQuestion {
  const { transactionBytes: right } = boxShape(map);
  const [columns, rows] = map.box;
  const inside = map.box.map((length, dim) => Math.max(0, Math.min(length, map.dims[dim] - start[dim])));
  const ideas: Idea<number>[] = [
    [
      inside[0] * inside[1] * ELEMENT_BYTES[map.type],
      'bytes-are-inside',
      'Elements outside the tensor are filled with zeros, and those bytes arrive, too.',
    ],
    [columns * rows, 'count-is-bytes', 'That counts elements. The barrier counts bytes.'],
    [rows, 'count-is-bytes', 'That counts rows. The barrier counts bytes.'],
    [
      columns * ELEMENT_BYTES[map.type],
      'box-is-span',
      'That is one row. The whole box reports to the barrier, not only its first row.',
    ],
  ];
  return madeChoice({
    ask: `A box of ${columns} x ${rows} ${map.type} begins at column ${start[0]}, row ${start[1]} of ${map.dims.join(' x ')}. How many bytes must expect_tx announce?`,
    right,
    ideas,
    because: `${columns} x ${rows} elements of ${ELEMENT_BYTES[map.type]} bytes are ${count(right)} bytes, wherever the box lies.`,
  });
}

/** 'How wide may the box be?': every width is tried on the driver's rules. */
export function widthQuestion(widths: readonly number[]): ChoiceQuestion {
  return {
    kind: 'choice',
    ask: 'SWIZZLE_128B, elements of 2 bytes. How many columns may a box have?',
    choices: widths.map(width => {
      const [breach] = tensorMapBreaches(matrixMap([1024, 64], [width, 8], '128B'));
      if (breach === undefined) return { label: `${width}`, belief: null, why: '' };
      return {
        label: `${width}`,
        belief: 'box-is-span' as const,
        why: `${width} columns are ${width * ELEMENT_BYTES.bf16} bytes: more than the span of 128 that the swizzle turns. A wider tile takes several boxes.`,
      };
    }),
    because: 'A row of the box fits into the span of its swizzle: 128 bytes are 64 elements of 2 bytes.',
  };
}

const ROWS = 8;
const CHUNKS = LINE_BYTES / CHUNK_BYTES;

/** 'Where do the chunks of one column of chunks land?': cells of 8 lines of 8 chunks, the tile at `base` [bytes]. */
export function landingQuestion(chunk: number, base: number): PickQuestion {
  const offsets = chunkOffsets({ mode: '128B', rows: ROWS, rowBytes: LINE_BYTES, base });
  if (!offsets.ok) throw new Error(offsets.error.message);
  const cellOf = (offset: number): number => offset / CHUNK_BYTES;
  const answer = offsets.value.map(row => cellOf(row[chunk])).sort((a, b) => a - b);
  const cells = (place: (row: number) => number): number[] =>
    Array.from({ length: ROWS }, (_, row) => row * CHUNKS + place(row));
  const mistakes = [
    {
      picked: cells(() => chunk),
      belief: 'swizzle-elements' as const,
      why: 'That is where they would lie without a swizzle: one below the other, all in the same four banks.',
    },
    {
      picked: cells(row => (chunk + row) % CHUNKS),
      belief: 'swizzle-elements' as const,
      why: 'That turns each row. The swizzle XORs chunk and line: it swaps, without a carry.',
    },
    {
      picked: cells(row => chunk ^ row),
      belief: 'swizzle-from-tile' as const,
      why: 'That counts lines from the start of the tile. The absolute address counts.',
    },
  ].filter(({ picked }) => picked.join() !== answer.join());
  const line = (base / LINE_BYTES) % ROWS;
  return {
    kind: 'pick',
    ask: `SWIZZLE_128B, the tile begins at byte ${base}. In which cells does chunk ${chunk} of each row land? Lines from top to bottom.`,
    unit: 'cell',
    grid: { rows: ROWS, columns: CHUNKS },
    answer,
    mistakes,
    because: `Chunk ${chunk} of row r goes to place ${chunk} XOR (${line === 0 ? 'r' : `r + ${line}`} mod 8) of its line: the address counts lines${line === 0 ? '' : ' from byte 0 of shared memory, not from the tile'}.`,
  };
}
