import { err, ok, type Result } from '../../base/result.ts';
import type { FieldError } from '../../contract/field-error.ts';
import { laneOffsets } from '../../contract/formula/lane-offsets.ts';
import type { ParamField } from '../../contract/param-field.ts';
import { choiceOf, rangeOf } from '../field.ts';
import { between, oneOf, type ParamSchema, type ParamsOf, schemaOf } from '../param-schema.ts';
import { LOADING, MATRIX_VARIANTS, WORD_VARIANTS } from './variants.ts';

const MOST_CHARACTERS = 400;
/** Of a warp's stretch of shared memory: eight of them must fit. */
export const MOST_STRETCH_BYTES = 8192;

const limits = {
  widthBytes: oneOf(4, 8, 16),
  matrices: oneOf(1, 2, 4),
  order: oneOf('independent', 'chained'),
  /** Through the timed loop, of eight accesses each. */
  passes: between(1, 512),
  warps: between(1, 8),
};

const numbers = schemaOf(limits, { widthBytes: 4, matrices: 4, order: 'independent', passes: 2, warps: 1 });

export type ProbeParams = ParamsOf<typeof numbers> & { readonly table: string };

/** Null where a lane takes no part. */
export type Table = readonly (number | null)[];

const DEFAULT_TABLE = 'lane * 128';

export const schema: ParamSchema<ProbeParams> = {
  check(params) {
    if (typeof params !== 'object' || params === null) return err({ message: 'expected an object', field: '' });
    const { table, ...rest } = { table: DEFAULT_TABLE, ...params };
    const checked = numbers.check(rest);
    if (!checked.ok) return checked;
    const error = tableError(table);
    return error === null ? ok({ table, ...checked.value }) : err({ message: error, field: 'table' });
  },
  parse(params) {
    const checked: Result<ProbeParams, FieldError> = schema.check(params);
    if (checked.ok) return checked.value;
    throw new Error(`${checked.error.field}: ${checked.error.message}`);
  },
};

function tableError(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > MOST_CHARACTERS)
    return `expected text of at most ${MOST_CHARACTERS} characters`;
  const table = laneOffsets(text);
  if (!table.ok) return table.error;
  if (table.value.every(offset => offset === null)) return 'no lane has an address';
  const lane = table.value.findIndex(offset => offset !== null && (offset % 4 !== 0 || offset >= MOST_STRETCH_BYTES));
  if (lane < 0) return null;
  return `lane ${lane}: ${table.value[lane]}; expected a multiple of 4 below ${MOST_STRETCH_BYTES}`;
}

/** Of text that the schema has let through. */
export function tableOf({ table }: Pick<ProbeParams, 'table'>): Table {
  const offsets = laneOffsets(table);
  return offsets.ok ? offsets.value : [];
}

export const fields: readonly ParamField[] = [
  {
    name: 'table',
    label: 'Addresses',
    binds: 'launch',
    control: { kind: 'text' },
    help: 'Byte offsets by lane: 32 numbers, - for an idle lane, or a formula in lane.',
  },
  {
    name: 'widthBytes',
    label: 'Bytes a lane',
    binds: 'compile',
    control: choiceOf(limits.widthBytes, bytes => `${bytes} B`),
    help: 'What each lane moves: 8 bytes are served by half a warp at a time, 16 by a quarter.',
    variants: WORD_VARIANTS,
  },
  {
    name: 'matrices',
    label: 'Matrices',
    binds: 'compile',
    control: choiceOf(limits.matrices, count => `x${count}`),
    help: 'Matrices of one instruction; each has the addresses of eight lanes.',
    variants: MATRIX_VARIANTS,
  },
  {
    name: 'order',
    label: 'Accesses',
    binds: 'compile',
    control: choiceOf(limits.order),
    help: 'Independent: eight are under way at once. Chained: each waits for the value of the one before.',
    variants: LOADING,
  },
  {
    name: 'passes',
    label: 'Passes',
    binds: 'launch',
    control: rangeOf(limits.passes, 'of 8'),
    help: 'Times through the loop of eight accesses; a first one warms up.',
  },
  {
    name: 'warps',
    label: 'Warps',
    binds: 'launch',
    control: rangeOf(limits.warps, 'warps'),
    help: 'Warps that play the table at once, each in shared memory of its own.',
  },
];
