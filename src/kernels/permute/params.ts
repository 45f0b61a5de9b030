/** The permutation's parameters. Shape, order and pads are lists of any length, so they travel as text: `8,2,8,8`. */
import type { FieldError } from '../../base/field-error.ts';
import { checkedRequest, type PermutationRequest } from '../../model/permute/permutation.ts';
import { choice, notAllowed, type ParamsOf, paramTable, range, text } from '../param-table.ts';
import { BLOCK_VARIANTS, SHARED_VARIANTS, WIDE_VARIANTS } from './variants.ts';

export const TABLES = 0;
export const ODOMETER = 1;
export const RUN_TIME = 0;
export const CONSTANTS = 1;

const LIST_TEXT = 'whole numbers with commas between';

const LIST = {
  kind: LIST_TEXT,
  mostCharacters: 400,
  problem: (text: string): string | null => (numbersIn(text) === null ? notAllowed(text, LIST_TEXT) : null),
};

export const { schema, fields } = paramTable(
  {
    shape: text({
      label: 'Shape',
      binds: 'launch',
      default: '8,2,8,8',
      ...LIST,
      help: 'Elements along each dimension of the input, the last one fastest.',
    }),
    perm: text({
      label: 'Order',
      binds: 'launch',
      default: '1,2,0,3',
      ...LIST,
      help: 'Which dimension of the input each dimension of the output is, as in numpy.',
    }),
    // '' adds nothing.
    pads: text({
      label: 'Pads',
      binds: 'launch',
      default: '',
      ...LIST,
      help: 'Elements added to the natural stride of each mode of the block, slowest first.',
      variants: ['yours'],
    }),
    // Axes in the language of `axis-language.ts`; '' = as each side counts them.
    axes: text({
      label: 'On screen',
      binds: 'view',
      default: '',
      mostCharacters: 80,
      help: 'Which modes count rows and which columns in the view of the tensor, as in A C | B D.',
      variants: SHARED_VARIANTS,
    }),
    elementBytes: choice({
      label: 'Element',
      binds: 'compile',
      values: [1, 2, 4, 8, 16],
      default: 4,
      labelOf: bytes => `${bytes} B`,
      help: 'Bytes per element: 8 and 16 are served in two and four phases, smaller ones share a word.',
    }),
    /** Elements that both inner blocks should reach; 0: as the element's size asks for. */
    target: choice({
      label: 'Inner blocks',
      binds: 'launch',
      values: [0, 8, 16, 32, 64, 128, 256],
      default: 0,
      labelOf: elements => (elements === 0 ? 'auto' : String(elements)),
      help: 'How many elements side by side a read and a write should find. Auto: a warp, or a line of 128 bytes.',
    }),
    /**
     * Shared memory of a CTA: 48 without opting in; 64 (sm_75), 99 (sm_86 and sm_120), 163 (sm_80) and 227 (sm_90 and
     * sm_100) with it.
     */
    sharedKiB: choice({
      label: 'Shared memory',
      binds: 'launch',
      values: [16, 48, 64, 99, 163, 227],
      default: 48,
      labelOf: kib => `${kib} KiB`,
      help: 'What a CTA may have: the block shrinks until it fits.',
    }),
    /** 0: an element at a time; 1: 16 bytes wherever alignment allows. */
    access: choice({
      label: 'Global access',
      binds: 'launch',
      values: [0, 1],
      default: 0,
      labelOf: access => (access === 0 ? 'element' : '16 B'),
      help: 'What a lane reads or writes at once: an element, or 16 bytes wherever alignment allows.',
    }),
    positions: choice({
      label: 'Positions',
      binds: 'compile',
      values: [TABLES, ODOMETER],
      default: TABLES,
      labelOf: positions => (positions === TABLES ? 'tables' : 'odometer'),
      help: 'How a thread finds where its element lies: in four tables, or by counting with carries.',
      variants: BLOCK_VARIANTS,
    }),
    binding: choice({
      label: 'Plan',
      binds: 'compile',
      values: [RUN_TIME, CONSTANTS],
      default: RUN_TIME,
      labelOf: binding => (binding === RUN_TIME ? 'argument' : 'constants'),
      unshipped: [CONSTANTS],
      help: 'Extents and strides are an argument of the launch, or compiled into the kernel.',
      variants: [...BLOCK_VARIANTS, ...WIDE_VARIANTS],
    }),
    /** Byte address of the block in shared memory. */
    base: range({
      label: 'Base address',
      binds: 'view',
      min: 0,
      max: 1024,
      step: 16,
      unit: 'B',
      default: 0,
      help: 'Where the block starts in shared memory: another base rotates all banks alike.',
      variants: SHARED_VARIANTS,
    }),
  },
  plannersProblem,
);

export type PermuteParams = ParamsOf<typeof schema>;

/** The planner's rules; its errors say which entry of a list is wrong. */
function plannersProblem(params: RequestParams): FieldError | null {
  const checked = checkedRequest(requestOf(params));
  if (checked.ok) return null;
  const { field, message } = checked.error;
  return { message: message.replace(`${field}: `, ''), field: field.replace(/\[.*/, '') };
}

/** The numbers in a text that the schema has accepted. */
export const listOf = (text: string): number[] => numbersIn(text) ?? [];

/** Null where the text is no list of whole numbers; no text is an empty list. */
function numbersIn(text: string): number[] | null {
  const words = text.split(/[\s,]+/).filter(word => word !== '');
  return words.every(word => /^\d{1,15}$/.test(word)) ? words.map(Number) : null;
}

interface RequestParams {
  readonly shape: string;
  readonly perm: string;
  readonly elementBytes: PermutationRequest['elementBytes'];
  readonly sharedKiB: number;
  readonly target: number;
  readonly access: number;
}

export const requestOf = (p: RequestParams): PermutationRequest => ({
  shape: listOf(p.shape),
  perm: listOf(p.perm),
  elementBytes: p.elementBytes,
  sharedBytes: p.sharedKiB * 1024,
  ...(p.target === 0 ? {} : { targetElements: p.target }),
  ...(p.access === 0 ? {} : { access: 'widest' }),
});
