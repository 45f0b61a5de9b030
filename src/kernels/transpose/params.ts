/** The transpose's parameters: one schema for form, link and compile flags. */
import type { FieldError } from '../../base/field-error.ts';
import { choice, type ParamsOf, paramTable, range } from '../param-table.ts';

/** One matrix of the launch: a GPU takes two of them, and its answer is compared byte by byte. */
const MAX_MATRIX_BYTES = 2 ** 30;
/** Two of them must be quick to fill and to compare in a browser. */
const MAX_EMULATED_BYTES = 64 * 2 ** 20;
/** The longest side: 16384 × 16384 elements of 4 bytes are a matrix of that size. */
const MAX_SIDE = 16384;

/** Step of `sharedBaseBytes` of an emulation; also the size of the widest element. */
const BASE_STEP_BYTES = 16;

const PADDED = ['padded', 'coarsened', 'pad-not-used'];
const SHARED = ['tiled', 'padded', 'xor', 'coarsened', 'vectorized', 'missing-barrier', 'pad-not-used', 'not-turned'];

export const { schema, fields } = paramTable(
  {
    tile: choice({
      label: 'Tile side',
      binds: 'compile',
      values: [32, 64, 128, 256],
      default: 32,
      help: 'Elements on each side of the square that one CTA moves; a side of 64 takes four times the steps. Where rows are 128 bytes, vectors take half of them and twice the columns.',
    }),
    elementBytes: choice({
      label: 'Element',
      binds: 'compile',
      values: [1, 2, 4, 8, 16],
      default: 4,
      labelOf: bytes => `${bytes} B`,
      help: 'Bytes per element: 8 and 16 are served in two and four phases, four elements of 1 share a word.',
    }),
    rows: range({
      label: 'Rows',
      binds: 'launch',
      min: 1,
      max: MAX_SIDE,
      unit: 'rows',
      default: 64,
      help: 'Rows of the input; CTAs at the edge have idle lanes.',
    }),
    columns: range({
      label: 'Columns',
      binds: 'launch',
      min: 1,
      max: MAX_SIDE,
      unit: 'columns',
      default: 64,
      help: 'Columns of the input; CTAs at the edge have idle lanes.',
    }),
    pad: range({
      label: 'Padding',
      binds: 'launch',
      min: 0,
      max: 33,
      unit: 'elements',
      default: 1,
      help: 'Unused elements behind each row of the tile: shifts every row to other banks.',
      variants: PADDED,
    }),
    /** Byte address of the tile in shared memory. */
    base: range({
      label: 'Base address',
      binds: 'view',
      min: 0,
      max: 1024,
      step: BASE_STEP_BYTES,
      unit: 'B',
      default: 0,
      help: 'Where the tile starts in shared memory: another base rotates all banks alike.',
      variants: SHARED,
    }),
  },
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

/** Error if the matrices are too large to emulate; only a GPU can move them. */
export function tooLarge({ rows, columns, elementBytes }: TransposeParams): FieldError | null {
  const bytes = rows * columns * elementBytes;
  return bytes <= MAX_EMULATED_BYTES
    ? null
    : {
        field: 'columns',
        message: `${bytes} B are more than ${MAX_EMULATED_BYTES} B to emulate. A GPU can move them.`,
      };
}
