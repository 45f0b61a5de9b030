/** The reduction's parameters: one schema for form, link and compile flags. */
import { choice, type ParamsOf, paramTable, range } from '../param-table.ts';

export const { schema, fields } = paramTable({
  /** Threads of a CTA: halved until one is left, so a power of two, and at least two warps. */
  threads: choice({
    label: 'Threads',
    binds: 'compile',
    values: [64, 128, 256, 512],
    default: 256,
    help: 'Threads of a CTA: twice as many threads take one more step.',
  }),
  elements: range({
    label: 'Elements',
    binds: 'launch',
    min: 1,
    max: 65536,
    unit: 'elements',
    default: 2000,
    help: 'Elements of the input. Threads beyond the last one add 0.',
  }),
  /** CTAs of the variants that stride by the grid; the others have as many as the elements need. */
  ctas: range({
    label: 'CTAs',
    binds: 'launch',
    min: 1,
    max: 64,
    unit: 'CTAs',
    default: 2,
    help: 'CTAs that share the input: the fewer there are, the more elements each thread adds.',
    variants: ['grid-stride', 'vector-loads'],
  }),
});

export type ReductionParams = ParamsOf<typeof schema>;
