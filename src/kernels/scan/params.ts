/** The scan's parameters: one schema for form, link and compile flags. */
import { z } from 'zod';
import type { ParamField } from '../../contract/param-field.ts';
import { choiceOf, rangeOf } from '../field.ts';

const limits = {
  /** Elements that one CTA scans: a power of two, and at least two warps of threads for the variants with one each. */
  section: z.literal([64, 256, 1024]),
  elements: z.int().min(1).max(65536),
  /** 1: the sum of an element and all before it in its section; 0: of those before it only. */
  inclusive: z.literal([0, 1]),
};

export const schema = z.strictObject({
  section: limits.section.default(256),
  elements: limits.elements.default(1000),
  inclusive: limits.inclusive.default(0),
});

export type ScanParams = Readonly<z.infer<typeof schema>>;

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
