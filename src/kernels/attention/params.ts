/** The parameters of attention: the problem's size, its elements, and what is compiled in. */
import type { FieldError } from '../../base/field-error.ts';
import { choice, type ParamsOf, paramTable, range } from '../param-table.ts';

export const { schema, fields } = paramTable({
  queries: range({
    label: 'Queries',
    binds: 'launch',
    min: 1,
    max: 16384,
    unit: 'rows',
    default: 128,
    help: 'Rows of Q and O of each head.',
  }),
  keys: range({
    label: 'Keys',
    binds: 'launch',
    min: 1,
    max: 16384,
    unit: 'rows',
    default: 256,
    help: 'Rows of K and V of each head: what each query attends to.',
  }),
  kvHeads: range({
    label: 'K/V heads',
    binds: 'launch',
    min: 1,
    max: 1024,
    unit: 'heads',
    default: 1,
    help: 'Heads of K and V, of all batches together.',
  }),
  group: range({
    label: 'Query heads to each',
    binds: 'launch',
    min: 1,
    max: 16,
    unit: 'heads',
    default: 1,
    help: 'Heads of Q that share one head of K and V.',
  }),
  causal: choice({
    label: 'Mask',
    binds: 'launch',
    values: ['none', 'causal'],
    default: 'none',
    labelOf: value => (value === 'none' ? 'None' : 'Causal'),
    help: 'Causal: the last query sees all keys, each one before it one less.',
  }),
  headDim: choice({
    label: 'Head dimension',
    binds: 'compile',
    values: [64, 128, 256],
    default: 128,
    help: 'Columns of Q, K, V and O.',
  }),
  elementType: choice({
    label: 'Elements',
    binds: 'compile',
    values: ['bf16', 'f16', 'e4m3'],
    default: 'bf16',
    help: 'What Q, K, V and O are made of; beside e4m3, which the FP8 version takes, O is bf16. Sums are f32.',
  }),
  residentCtas: range({
    label: 'CTAs at once',
    binds: 'launch',
    variants: ['a6-persistent', 'a7-seamless', 'a7-multicast', 'no-output-fence', 'early-values', 'one-sided-release'],
    min: 1,
    max: 132,
    unit: 'CTAs',
    default: 2,
    help: 'How many the GPU holds at a time: persistent versions start no more. By clusters, an even number.',
  }),
});

export type AttentionParams = ParamsOf<typeof schema>;

/** Elements of O. */
export const outputType = ({ elementType }: Pick<AttentionParams, 'elementType'>): 'bf16' | 'f16' =>
  elementType === 'f16' ? 'f16' : 'bf16';

export const headsOf = ({ kvHeads, group }: Pick<AttentionParams, 'kvHeads' | 'group'>): number => kvHeads * group;

/** Limit of the emulator, and of the reference. */
const MOST_PRODUCTS = 2 ** 26;

/** Sums of so many weights are still exact. */
const MOST_KEYS = 1024;

/** Error if the problem is too large to emulate; only a GPU can run it. */
export function tooLarge(p: AttentionParams): FieldError | null {
  if (p.keys > MOST_KEYS)
    return { field: 'keys', message: `More than ${MOST_KEYS} keys are too many to emulate. A GPU can run it.` };
  return headsOf(p) * p.queries * p.keys * p.headDim <= MOST_PRODUCTS
    ? null
    : {
        field: 'queries',
        message: 'Heads × queries × keys × dimension is above 2^26: too much to emulate. A GPU can run it.',
      };
}

/** Keys that a query sees, from the first on: the last query sees the last key. */
export const keysOf = ({ queries, keys, causal }: AttentionParams, query: number): number =>
  causal === 'causal' ? Math.max(0, Math.min(keys, query + 1 + keys - queries)) : keys;
