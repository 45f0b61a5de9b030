/** The reduction's parameters: one schema for form, link and compile flags. */
import type { ParamField } from '../../contract/param-field.ts';
import { choiceOf, rangeOf } from '../field.ts';
import { between, oneOf, type ParamsOf, schemaOf } from '../param-schema.ts';

const limits = {
  /** Threads of a CTA: halved until one is left, so a power of two, and at least two warps. */
  threads: oneOf(64, 128, 256, 512),
  elements: between(1, 65536),
  /** CTAs of the grid-stride variant; the others have as many as the elements need. */
  ctas: between(1, 64),
};

export const schema = schemaOf(limits, { threads: 256, elements: 2000, ctas: 2 });

export type ReductionParams = ParamsOf<typeof schema>;

export const fields: readonly ParamField[] = [
  {
    name: 'threads',
    label: 'Threads',
    binds: 'compile',
    control: choiceOf(limits.threads),
    help: 'Threads of a CTA: twice as many are one more step.',
  },
  {
    name: 'elements',
    label: 'Elements',
    binds: 'launch',
    control: rangeOf(limits.elements, 'elements'),
    help: 'Elements of the input; beyond the last one threads bring 0.',
  },
  {
    name: 'ctas',
    label: 'CTAs',
    binds: 'launch',
    control: rangeOf(limits.ctas, 'CTAs'),
    help: 'CTAs that share the input: the fewer there are, the more elements each thread adds.',
    variants: ['grid-stride'],
  },
];
