/** The parameters of a swizzled tile: the box of a tensor, its mode, and where it lands in shared memory. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import type { ParamField } from '../../contract/param-field.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { boxLimits, boxProblem, MODE_FIELD } from '../box-params.ts';
import { choiceOf, rangeOf } from '../field.ts';
import { between, oneOf, type ParamsOf, schemaOf } from '../param-schema.ts';
import { READERS } from './variants.ts';

const { mode, type, rowBytes, startChunk, outside } = boxLimits;

const limits = {
  mode,
  type,
  rows: between(1, 256),
  rowBytes,
  /** Bytes between rows. */
  pad: between(0, 64, CHUNK_BYTES),
  /** From the start of a window that is aligned to every pattern's repeat. */
  base: between(0, 1024, 128),
  /** Of the tensor [elements]. */
  width: between(1, 1024),
  height: between(1, 1024),
  startChunk,
  startRow: between(-256, 1024),
  outside,
  fill: oneOf('tma', 'cp-async'),
};

export const schema = schemaOf(
  limits,
  {
    mode: '128B',
    type: 'f32',
    rows: 32,
    rowBytes: 128,
    pad: 0,
    base: 0,
    width: 128,
    height: 128,
    startChunk: 0,
    startRow: 0,
    outside: 'zero',
    fill: 'tma',
  },
  params => {
    const { mode, pad } = params;
    if (mode !== 'none' && pad > 0)
      return { field: 'pad', message: `expected 0 with a pattern: rows of ${mode} follow each other` };
    return boxProblem(params);
  },
);

export type SwizzleParams = ParamsOf<typeof schema>;

export const elementBytesOf = ({ type }: Pick<SwizzleParams, 'type'>): number => ELEMENT_BYTES[type];

export const fields: readonly ParamField[] = [
  MODE_FIELD,
  {
    name: 'type',
    label: 'Element',
    binds: 'launch',
    control: choiceOf(limits.type),
    help: 'Type of the tensor: its size is what columns are made of, and what is filled in outside.',
  },
  {
    name: 'rows',
    label: 'Box rows',
    binds: 'launch',
    control: rangeOf(limits.rows, 'rows'),
    help: 'Rows of the box that one copy takes.',
  },
  {
    name: 'rowBytes',
    label: 'Box row',
    binds: 'launch',
    control: rangeOf(limits.rowBytes, 'B'),
    help: 'Bytes of a row of the box: at most the width of the mode.',
  },
  {
    name: 'pad',
    label: 'Padding',
    binds: 'launch',
    control: rangeOf(limits.pad, 'B'),
    help: 'Bytes between rows, without a pattern: what code does that has no XOR.',
  },
  {
    name: 'base',
    label: 'Base address',
    binds: 'launch',
    control: rangeOf(limits.base, 'B'),
    help: 'Where the tile starts: the pattern follows the address, so a base off its repeat shifts it by lines.',
  },
  {
    name: 'width',
    label: 'Tensor width',
    binds: 'launch',
    control: rangeOf(limits.width, 'elements'),
    help: 'Elements of a row of the tensor; what the box has beyond is filled.',
  },
  {
    name: 'height',
    label: 'Tensor height',
    binds: 'launch',
    control: rangeOf(limits.height, 'rows'),
    help: 'Rows of the tensor; what the box has beyond is filled.',
  },
  {
    name: 'startChunk',
    label: 'Start in row',
    binds: 'launch',
    control: rangeOf(limits.startChunk, 'chunks'),
    help: 'Where the box starts in a row of the tensor, in chunks of 16 bytes; may lie before it.',
  },
  {
    name: 'startRow',
    label: 'Start row',
    binds: 'launch',
    control: rangeOf(limits.startRow, 'rows'),
    help: 'The first row of the box; may lie before the tensor.',
  },
  {
    name: 'outside',
    label: 'Outside',
    binds: 'launch',
    control: choiceOf(limits.outside),
    help: 'What the engine fills in for elements outside of the tensor; cp.async has zeros only.',
  },
  {
    name: 'fill',
    label: 'Filled by',
    binds: 'compile',
    control: choiceOf(limits.fill, by => (by === 'tma' ? 'TMA' : 'cp.async')),
    help: 'Who lays the tile out that is read: the copy engine, or 16-byte copies and an XOR by hand.',
    variants: READERS,
  },
];
