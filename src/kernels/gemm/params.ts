/** The parameters of the ladder: the problem's size, and which of a version's builds makes it. */
import type { FieldError } from '../../base/field-error.ts';
import { choice, type ParamsOf, paramTable, range } from '../param-table.ts';
import { GEMM_ELEMENTS } from './build.ts';
import { H200 } from './rule.ts';

export const { schema, fields } = paramTable({
  m: range({
    label: 'M',
    binds: 'launch',
    min: 1,
    max: 8192,
    unit: 'rows',
    default: 256,
    help: 'Rows of A and of C.',
  }),
  n: range({
    label: 'N',
    binds: 'launch',
    min: 1,
    max: 8192,
    unit: 'columns',
    default: 256,
    help: 'Columns of B and of C. Rows of an odd C are stored element by element.',
  }),
  k: range({
    label: 'K',
    binds: 'launch',
    min: 8,
    max: 8192,
    step: 8,
    unit: 'elements',
    default: 256,
    help: 'Columns of A, rows of B: what is summed over, 64 at a step, or 128 of e4m3.',
  }),
  tile: choice({
    label: 'Tile',
    binds: 'compile',
    values: [
      ...['128x128', '64x128', '128x256', '128x64'],
      ...['128x96', '64x256', '64x96', '64x64', '64x48', '64x32', '16x112', '16x64', '16x48'],
    ],
    default: '128x128',
    labelOf: tile => tile.replace('x', ' × '),
    help: 'Rows and columns of C that a CTA makes at a time. A version has the tiles that its rule chooses from.',
  }),
  elementType: choice({
    label: 'Elements',
    binds: 'compile',
    isInSource: true,
    values: GEMM_ELEMENTS,
    default: 'bf16',
    help: 'What A and B are made of, and C, which beside e4m3 is bf16. Sums are f32; versions 4, 6 and 7 take all three.',
  }),
  // Whole clusters.
  residentCtas: range({
    label: 'CTAs at once',
    binds: 'launch',
    variants: ['v4-persistent'],
    min: 2,
    max: H200.sms,
    step: 2,
    unit: 'CTAs',
    default: 2,
    help: 'How many the GPU holds at a time: the persistent version starts no more, and each goes on to the next tile.',
  }),
});

export type GemmParams = ParamsOf<typeof schema>;

/** Limit of the emulator, and of the exact reference, which sums products one by one. */
const MOST_PRODUCTS = 2 ** 28;

/** Error if the problem is too large to emulate; only a GPU can run it. */
export const tooLarge = ({ m, n, k }: GemmParams): FieldError | null =>
  m * n * k <= MOST_PRODUCTS
    ? null
    : {
        field: 'k',
        message: 'M × N × K is above 2^28: too many accesses to predict and to emulate. A GPU can run it.',
      };
