/** The parameters of a swizzled tile: the box of a tensor, its mode, and where it lands in shared memory. */
import type { ParamField } from '../../contract/param-field.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { SPAN_BYTES } from '../../trace/tensor-map-rules.ts';
import { choiceOf, rangeOf } from '../field.ts';
import { between, oneOf, type ParamsOf, schemaOf } from '../param-schema.ts';
import { READERS } from './variants.ts';

export const CHUNK_BYTES = 16;

const limits = {
  mode: oneOf('none', '32B', '64B', '128B', '128B_ATOM_32B', '128B_ATOM_32B_FLIP_8B', '128B_ATOM_64B'),
  type: oneOf('u8', 'u16', 'f16', 'bf16', 'u32', 's32', 'f32', 'u64', 's64', 'f64'),
  rows: between(1, 256),
  rowBytes: between(CHUNK_BYTES, 256, CHUNK_BYTES),
  /** Bytes between rows. */
  pad: between(0, 64, CHUNK_BYTES),
  /** From the start of a window that is aligned to every pattern's repeat. */
  base: between(0, 1024, 128),
  /** Of the tensor [elements]. */
  width: between(1, 1024),
  height: between(1, 1024),
  /** Where the box starts: 16-byte chunks along a row, rows. */
  startChunk: between(-16, 64),
  startRow: between(-256, 1024),
  outside: oneOf('zero', 'nan'),
  fill: oneOf('tma', 'cp-async'),
};

const FLOATS = new Set(['f16', 'bf16', 'f32', 'f64']);

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
  ({ mode, type, rowBytes, pad, outside }) => {
    if (mode !== 'none' && rowBytes > SPAN_BYTES[mode])
      return { field: 'rowBytes', message: `expected at most the ${SPAN_BYTES[mode]} bytes of ${mode}` };
    if (mode !== 'none' && pad > 0)
      return { field: 'pad', message: `expected 0 with a pattern: rows of ${mode} follow each other` };
    if (outside === 'nan' && !FLOATS.has(type)) return { field: 'outside', message: `expected zero for ${type}` };
    return null;
  },
);

export type SwizzleParams = ParamsOf<typeof schema>;

export const elementBytesOf = ({ type }: Pick<SwizzleParams, 'type'>): number => ELEMENT_BYTES[type];

export const fields: readonly ParamField[] = [
  {
    name: 'mode',
    label: 'Swizzle',
    binds: 'launch',
    control: choiceOf(limits.mode),
    help: 'Which address bits flip which: the mode of the tensor map. The three ATOM modes are not on Hopper.',
  },
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
