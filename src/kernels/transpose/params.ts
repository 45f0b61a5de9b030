/** The transpose's parameters: one schema for form, link and compile flags. */
import type { ParamField } from '../../contract/param-field.ts';
import { choiceOf, rangeOf } from '../field.ts';
import { between, oneOf, type ParamsOf, schemaOf } from '../param-schema.ts';

/** One matrix of the launch: two of them must be quick to fill and to compare in a browser. */
const MAX_MATRIX_BYTES = 64 * 2 ** 20;

/** What `sharedBaseBytes` of an emulation must be a multiple of; also the widest element. */
const BASE_STEP_BYTES = 16;

const limits = {
  tile: oneOf(32, 64),
  elementBytes: oneOf(2, 4, 8, 16),
  rows: between(1, 4096),
  columns: between(1, 4096),
  /** Elements. */
  pad: between(0, 33),
  /** Byte address of the tile in shared memory. */
  base: between(0, 1024, BASE_STEP_BYTES),
};

export const schema = schemaOf(
  limits,
  { tile: 32, elementBytes: 4, rows: 64, columns: 64, pad: 1, base: 0 },
  params => {
    const bytes = params.rows * params.columns * params.elementBytes;
    if (bytes <= MAX_MATRIX_BYTES) return null;
    return {
      message: `rows x columns x elementBytes is ${bytes} B, more than ${MAX_MATRIX_BYTES} B`,
      field: 'columns',
    };
  },
);

export type TransposeParams = ParamsOf<typeof schema>;

const PADDED = ['padded', 'coarsened', 'pad-not-used'];
const SHARED = ['tiled', 'padded', 'xor', 'coarsened', 'vectorized', 'missing-barrier', 'pad-not-used', 'not-turned'];

export const fields: readonly ParamField[] = [
  {
    name: 'tile',
    label: 'Tile side',
    binds: 'compile',
    control: choiceOf(limits.tile),
    help: 'Elements on each side of the square that one CTA moves; a side of 64 takes four times the steps.',
  },
  {
    name: 'elementBytes',
    label: 'Element',
    binds: 'compile',
    control: choiceOf(limits.elementBytes, bytes => `${bytes} B`),
    help: 'Bytes per element: 8 and 16 are served in two and four phases, two elements of 2 share a word.',
  },
  {
    name: 'rows',
    label: 'Rows',
    binds: 'launch',
    control: rangeOf(limits.rows, 'elements'),
    help: 'Rows of the input; CTAs at the edge have idle lanes.',
  },
  {
    name: 'columns',
    label: 'Columns',
    binds: 'launch',
    control: rangeOf(limits.columns, 'elements'),
    help: 'Columns of the input; CTAs at the edge have idle lanes.',
  },
  {
    name: 'pad',
    label: 'Padding',
    binds: 'launch',
    control: rangeOf(limits.pad, 'elements'),
    help: 'Unused elements behind each row of the tile: shifts every row to other banks.',
    variants: PADDED,
  },
  {
    name: 'base',
    label: 'Base address',
    binds: 'view',
    control: rangeOf(limits.base, 'B'),
    help: 'Where the tile starts in shared memory: turns all banks alike.',
    variants: SHARED,
  },
];
