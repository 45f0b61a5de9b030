/** The scan's parameters: one schema for form, link and compile flags. */
import type { ParamField } from '../../contract/param-field.ts';
import { choiceOf, rangeOf } from '../field.ts';
import { between, oneOf, type ParamsOf, schemaOf } from '../param-schema.ts';

const limits = {
  /** Elements that one CTA scans: a power of two, and at least two warps of threads for the variants with one each. */
  section: oneOf(64, 256, 1024),
  elements: between(1, 65536),
  /** 1: the sum of an element and all before it in its section; 0: of those before it only. */
  inclusive: oneOf(0, 1),
};

export const schema = schemaOf(limits, { section: 256, elements: 1000, inclusive: 0 });

export type ScanParams = ParamsOf<typeof schema>;

export const fields: readonly ParamField[] = [
  {
    name: 'section',
    label: 'Section',
    binds: 'compile',
    control: choiceOf(limits.section),
    help: 'Elements that one CTA scans: four times as many are two more steps, or four more levels of the tree.',
  },
  {
    name: 'elements',
    label: 'Elements',
    binds: 'launch',
    control: rangeOf(limits.elements, 'elements'),
    help: 'Elements of the input; beyond the last one threads bring 0.',
  },
  {
    name: 'inclusive',
    label: 'Sums',
    binds: 'launch',
    control: choiceOf(limits.inclusive, value => (value === 1 ? 'inclusive' : 'exclusive')),
    help: 'Inclusive sums count the element itself, exclusive ones only those before it.',
  },
];
