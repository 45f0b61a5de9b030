/** The histogram's parameters: one schema for form, link and compile flags. */
import { choice, type ParamsOf, paramTable, range } from '../param-table.ts';

/** `spread` of values that fall into every bin. */
const ALL_BINS = 0;

const REPLICATED = ['shared-replicated', 'vector-loads'];

export const { schema, fields } = paramTable({
  threads: choice({
    label: 'Threads',
    binds: 'compile',
    values: [128, 256],
    default: 256,
    help: 'Threads of a CTA. Each thread counts four elements.',
  }),
  elements: range({
    label: 'Elements',
    binds: 'launch',
    min: 1,
    max: 65536,
    unit: 'elements',
    default: 4000,
    help: 'Elements of the input; the last CTA may have fewer.',
  }),
  /** A multiple of 32, so that a copy without padding starts in the bank in which the last one did. */
  bins: choice({
    label: 'Bins',
    binds: 'launch',
    values: [64, 128, 256, 512, 1024],
    default: 64,
    help: 'Counts in the result, and in each copy of them in shared memory.',
  }),
  spread: choice({
    label: 'Values fall into',
    binds: 'launch',
    values: [1, 4, 32, ALL_BINS],
    default: 4,
    labelOf: spread => (spread === ALL_BINS ? 'all bins' : `${spread} ${spread === 1 ? 'bin' : 'bins'}`),
    help: 'How many neighbouring bins the pseudo-random values fall into: with fewer bins more lanes of a warp meet in one.',
  }),
  copies: choice({
    label: 'Copies',
    binds: 'launch',
    values: [2, 4, 8],
    default: 4,
    help: 'Copies of the bins: lane l counts in copy l modulo their number.',
    variants: REPLICATED,
  }),
  pad: range({
    label: 'Padding',
    binds: 'launch',
    min: 0,
    max: 16,
    unit: 'words',
    default: 4,
    help: 'Unused words behind each copy: each copy starts that many banks further than the one before.',
    variants: REPLICATED,
  }),
  ctas: range({
    label: 'CTAs',
    binds: 'launch',
    min: 1,
    max: 64,
    unit: 'CTAs',
    default: 2,
    help: 'CTAs that share the input: the fewer there are, the seldomer counts are cleared and added up.',
    variants: ['vector-loads'],
  }),
});

export type HistogramParams = ParamsOf<typeof schema>;

/** How many bins have elements, on average equally many. */
export const binsInUse = ({ bins, spread }: Pick<HistogramParams, 'bins' | 'spread'>): number =>
  spread === ALL_BINS ? bins : spread;
