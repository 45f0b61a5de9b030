/** The parameters of a swizzled tile: the box of a tensor, its mode, and where it lands in shared memory. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { boxProblem, boxRows } from '../box-params.ts';
import { choice, type ParamsOf, paramTable, range } from '../param-table.ts';
import { READERS } from './variants.ts';

export const { schema, fields } = paramTable(
  {
    mode: boxRows.mode,
    type: {
      ...boxRows.type,
      help: 'Type of the tensor: its size is what columns are made of, and what is filled in outside.',
    },
    rows: range({
      label: 'Box rows',
      binds: 'launch',
      min: 1,
      max: 256,
      unit: 'rows',
      default: 32,
      help: 'Rows of the box that one copy takes.',
    }),
    rowBytes: boxRows.rowBytes,
    pad: range({
      label: 'Padding',
      binds: 'launch',
      min: 0,
      max: 64,
      step: CHUNK_BYTES,
      unit: 'B',
      default: 0,
      help: 'Bytes between rows without a pattern, as in code that has no XOR.',
    }),
    /** Offset from the start of a window that is aligned to every pattern's repeat. */
    base: range({
      label: 'Base address',
      binds: 'launch',
      min: 0,
      max: 1024,
      step: 128,
      unit: 'B',
      default: 0,
      help: 'Where the tile starts: the pattern follows the address, so a base off its repeat shifts it by lines.',
    }),
    width: range({
      label: 'Tensor width',
      binds: 'launch',
      min: 1,
      max: 1024,
      unit: 'elements',
      default: 128,
      help: 'Elements of a row of the tensor; what the box has beyond is filled.',
    }),
    height: range({
      label: 'Tensor height',
      binds: 'launch',
      min: 1,
      max: 1024,
      unit: 'rows',
      default: 128,
      help: 'Rows of the tensor; what the box has beyond is filled.',
    }),
    startChunk: {
      ...boxRows.startChunk,
      help: 'Where the box starts in a row of the tensor, in chunks of 16 bytes; may lie before it.',
    },
    startRow: range({
      label: 'Start row',
      binds: 'launch',
      min: -256,
      max: 1024,
      unit: 'rows',
      default: 0,
      help: 'The first row of the box; may lie before the tensor.',
    }),
    outside: {
      ...boxRows.outside,
      help: 'What the engine fills in for elements outside of the tensor; cp.async has zeros only.',
    },
    fill: choice({
      label: 'Filled by',
      binds: 'compile',
      values: ['tma', 'cp-async'],
      default: 'tma',
      labelOf: by => (by === 'tma' ? 'TMA' : 'cp.async'),
      help: 'What lays out the tile that is read: the copy engine, or 16-byte copies and an XOR by hand.',
      variants: READERS,
    }),
  },
  params => {
    const { mode, pad } = params;
    if (mode !== 'none' && pad > 0)
      return { field: 'pad', message: `expected 0, not ${pad}: rows of the mode ${mode} have no gap` };
    return boxProblem(params);
  },
);

export type SwizzleParams = ParamsOf<typeof schema>;

export const elementBytesOf = ({ type }: Pick<SwizzleParams, 'type'>): number => ELEMENT_BYTES[type];
