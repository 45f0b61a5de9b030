/** The parameters of the ladder: the problem's size, and which of a version's builds makes it. */
import type { FieldError } from '../../contract/field-error.ts';
import type { ParamField } from '../../contract/param-field.ts';
import { choiceOf, rangeOf } from '../field.ts';
import { between, oneOf, type ParamsOf, schemaOf } from '../param-schema.ts';
import { H200 } from './rule.ts';

const limits = {
  m: between(1, 8192),
  n: between(1, 8192),
  k: between(8, 8192, 8),
  /** Rows and columns of C that a CTA makes at a time. */
  tile: oneOf('128x128', '64x128', '128x256', '128x64'),
  /** How many CTAs the GPU holds at a time, whole clusters. */
  residentCtas: between(2, H200.sms, 2),
};

export const schema = schemaOf(limits, { m: 256, n: 256, k: 256, tile: '128x128', residentCtas: 2 });

export type GemmParams = ParamsOf<typeof schema>;

/** Of the emulator, and of the reference in bytes, which sums them one by one. */
const MOST_PRODUCTS = 2 ** 28;

/** Only a GPU takes more. */
export const tooLarge = ({ m, n, k }: GemmParams): FieldError | null =>
  m * n * k <= MOST_PRODUCTS
    ? null
    : {
        field: 'k',
        message: 'M × N × K is above 2^28: too many accesses to predict and to emulate. A GPU can run it.',
      };

export const fields: readonly ParamField[] = [
  {
    name: 'm',
    label: 'M',
    binds: 'launch',
    control: rangeOf(limits.m, 'rows'),
    help: 'Rows of A and of C.',
  },
  {
    name: 'n',
    label: 'N',
    binds: 'launch',
    control: rangeOf(limits.n, 'columns'),
    help: 'Columns of B and of C. Rows of an odd C are stored element by element.',
  },
  {
    name: 'k',
    label: 'K',
    binds: 'launch',
    control: rangeOf(limits.k, 'elements'),
    help: 'Columns of A, rows of B: what is summed over, 64 at a step.',
  },
  {
    name: 'tile',
    label: 'Tile',
    binds: 'compile',
    control: choiceOf(limits.tile, tile => tile.replace('x', ' × ')),
    help: 'Rows and columns of C that a CTA makes at a time. A version has the tiles that its rule chooses from.',
  },
  {
    name: 'residentCtas',
    label: 'CTAs at once',
    binds: 'launch',
    variants: ['v4-persistent'],
    control: rangeOf(limits.residentCtas, 'CTAs'),
    help: 'How many the GPU holds at a time: the persistent version starts no more, and each goes on to the next tile.',
  },
];
