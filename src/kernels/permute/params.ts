/** The permutation's parameters. Shape, order and pads are lists of any length, so they travel as text: `8,2,8,8`. */
import { err, ok, type Result } from '../../base/result.ts';
import type { FieldError } from '../../contract/field-error.ts';
import type { ParamField } from '../../contract/param-field.ts';
import { checkedRequest, type PermutationRequest } from '../../model/permute/permutation.ts';
import { choiceOf, rangeOf } from '../field.ts';
import { between, oneOf, type ParamSchema, type ParamsOf, schemaOf } from '../param-schema.ts';
import { BLOCK_VARIANTS, SHARED_VARIANTS } from './variants.ts';

export const TABLES = 0;
export const ODOMETER = 1;
export const RUN_TIME = 0;
export const CONSTANTS = 1;

const limits = {
  elementBytes: oneOf(1, 2, 4, 8, 16),
  /** Elements that both inner blocks should reach; 0: as the element's size asks for. */
  target: oneOf(0, 8, 16, 32, 64, 128, 256),
  /** What a CTA may have: without asking, and by opting in on sm_75, sm_86 and sm_120, sm_80, sm_90 and sm_100. */
  sharedKiB: oneOf(16, 48, 64, 99, 163, 227),
  /** 0: an element at a time; 1: 16 bytes wherever alignment allows. */
  access: oneOf(0, 1),
  positions: oneOf(TABLES, ODOMETER),
  binding: oneOf(RUN_TIME, CONSTANTS),
  /** Byte address of the block in shared memory. */
  base: between(0, 1024, 16),
};

const numbers = schemaOf(limits, {
  elementBytes: 4,
  target: 0,
  sharedKiB: 48,
  access: 0,
  positions: TABLES,
  binding: RUN_TIME,
  base: 0,
});

interface Lists {
  /** Of the input, slowest first. */
  readonly shape: string;
  /** As numpy: dimension i of the output is dimension perm[i] of the input. */
  readonly perm: string;
  /** What `yours` adds to the natural stride of each mode of the block, slowest first [elements]; '' adds nothing. */
  readonly pads: string;
  /** How the block is laid out on screen, in the language of `axis-language.ts`; '' as each side counts it. */
  readonly axes: string;
}

// A type, so that it is a record of parameter values.
export type PermuteParams = ParamsOf<typeof numbers> & { readonly [K in keyof Lists]: string };

const MOST_AXES_CHARACTERS = 80;

const LISTS: Lists = { shape: '8,2,8,8', perm: '1,2,0,3', pads: '', axes: '' };

export const schema: ParamSchema<PermuteParams> = {
  check(params) {
    if (typeof params !== 'object' || params === null) return err({ message: 'expected an object', field: '' });
    const { shape, perm, pads, axes, ...rest } = { ...LISTS, ...params };
    const checked = numbers.check(rest);
    if (!checked.ok) return checked;
    const problem = Object.entries({ shape, perm, pads }).find(([, text]) => numbersIn(text) === null);
    if (problem !== undefined) return err({ message: 'expected whole numbers with commas between', field: problem[0] });
    if (typeof axes !== 'string' || axes.length > MOST_AXES_CHARACTERS)
      return err({ message: `expected at most ${MOST_AXES_CHARACTERS} characters`, field: 'axes' });
    return checkedLists({ shape, perm, pads, axes, ...checked.value });
  },
  parse(params) {
    const checked = schema.check(params);
    if (checked.ok) return checked.value;
    throw new Error(`${checked.error.field}: ${checked.error.message}`);
  },
};

/** The planner's rules; its errors say which entry of a list is wrong. */
function checkedLists(params: PermuteParams): Result<PermuteParams, FieldError> {
  const checked = checkedRequest(requestOf(params));
  if (checked.ok) return ok(params);
  const { field, message } = checked.error;
  return err({ message: message.replace(`${field}: `, ''), field: field.replace(/\[.*/, '') });
}

/** Of text that the schema has let through. */
export const listOf = (text: string): number[] => numbersIn(text) ?? [];

/** Null where the text is no list of whole numbers; no text is an empty list. */
function numbersIn(text: unknown): number[] | null {
  if (typeof text !== 'string') return null;
  const words = text.split(/[\s,]+/).filter(word => word !== '');
  return words.every(word => /^\d{1,15}$/.test(word)) ? words.map(Number) : null;
}

export const requestOf = (p: PermuteParams): PermutationRequest => ({
  shape: listOf(p.shape),
  perm: listOf(p.perm),
  elementBytes: p.elementBytes,
  sharedBytes: p.sharedKiB * 1024,
  ...(p.target === 0 ? {} : { targetElements: p.target }),
  ...(p.access === 0 ? {} : { access: 'widest' }),
});

export const fields: readonly ParamField[] = [
  {
    name: 'shape',
    label: 'Shape',
    binds: 'launch',
    control: { kind: 'text' },
    help: 'Elements along each dimension of the input, the last one fastest.',
  },
  {
    name: 'perm',
    label: 'Order',
    binds: 'launch',
    control: { kind: 'text' },
    help: 'Which dimension of the input each dimension of the output is, as in numpy.',
  },
  {
    name: 'pads',
    label: 'Pads',
    binds: 'launch',
    control: { kind: 'text' },
    help: 'Elements added to the natural stride of each mode of the block, slowest first.',
    variants: ['yours'],
  },
  {
    name: 'axes',
    label: 'On screen',
    binds: 'view',
    control: { kind: 'text' },
    help: 'Which modes count rows and which columns in the view of the tensor, as in A C | B D.',
    variants: SHARED_VARIANTS,
  },
  {
    name: 'elementBytes',
    label: 'Element',
    binds: 'compile',
    control: choiceOf(limits.elementBytes, bytes => `${bytes} B`),
    help: 'Bytes per element: 8 and 16 are served in two and four phases, smaller ones share a word.',
  },
  {
    name: 'target',
    label: 'Inner blocks',
    binds: 'launch',
    control: choiceOf(limits.target, elements => (elements === 0 ? 'auto' : String(elements))),
    help: 'Elements that a read and a write should find side by side; auto is a warp, or a line of 128 bytes.',
  },
  {
    name: 'sharedKiB',
    label: 'Shared memory',
    binds: 'launch',
    control: choiceOf(limits.sharedKiB, kib => `${kib} KiB`),
    help: 'What a CTA may have: the block shrinks until it fits.',
  },
  {
    name: 'access',
    label: 'Global access',
    binds: 'launch',
    control: choiceOf(limits.access, access => (access === 0 ? 'element' : '16 B')),
    help: 'What a lane reads or writes at once: an element, or 16 bytes wherever alignment allows.',
  },
  {
    name: 'positions',
    label: 'Positions',
    binds: 'compile',
    control: choiceOf(limits.positions, positions => (positions === TABLES ? 'tables' : 'odometer')),
    help: 'Where an element lies: looked up in four tables, or counted with carries.',
    variants: BLOCK_VARIANTS,
  },
  {
    name: 'binding',
    label: 'Plan',
    binds: 'compile',
    control: {
      kind: 'choice',
      options: [
        { value: RUN_TIME, label: 'argument' },
        { value: CONSTANTS, label: 'constants', shipped: false },
      ],
    },
    help: 'Extents and strides as an argument of the launch, or compiled in.',
    variants: BLOCK_VARIANTS,
  },
  {
    name: 'base',
    label: 'Base address',
    binds: 'view',
    control: rangeOf(limits.base, 'B'),
    help: 'Where the block starts in shared memory: turns all banks alike.',
    variants: SHARED_VARIANTS,
  },
];
