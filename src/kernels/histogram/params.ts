/** The histogram's parameters: one schema for form, link and compile flags. */
import { z } from 'zod';
import type { ParamField } from '../../contract/param-field.ts';
import { choiceOf, rangeOf } from '../field.ts';

/** `spread` of values that fall into every bin. */
const ALL_BINS = 0;

const limits = {
  /** Of a CTA. */
  threads: z.literal([128, 256]),
  elements: z.int().min(1).max(65536),
  /** A multiple of 32, so that a copy without padding starts in the bank in which the last one did. */
  bins: z.literal([64, 128, 256, 512, 1024]),
  /** Neighbouring bins that values fall into, evenly. */
  spread: z.literal([1, 4, 32, ALL_BINS]),
  copies: z.literal([2, 4, 8]),
  /** Words. */
  pad: z.int().min(0).max(16),
};

export const schema = z.strictObject({
  threads: limits.threads.default(256),
  elements: limits.elements.default(4000),
  bins: limits.bins.default(64),
  spread: limits.spread.default(4),
  copies: limits.copies.default(4),
  pad: limits.pad.default(4),
});

export type HistogramParams = Readonly<z.infer<typeof schema>>;

/** How many bins have elements, on average equally many. */
export const binsInUse = ({ bins, spread }: Pick<HistogramParams, 'bins' | 'spread'>): number =>
  spread === ALL_BINS ? bins : spread;

const REPLICATED = ['shared-replicated'];

export const fields: readonly ParamField[] = [
  {
    name: 'threads',
    label: 'Threads',
    binds: 'compile',
    control: choiceOf(limits.threads),
    help: 'Threads of a CTA, which counts four elements for each of them.',
  },
  {
    name: 'elements',
    label: 'Elements',
    binds: 'launch',
    control: rangeOf(limits.elements, 'elements'),
    help: 'Elements of the input; the last CTA may have fewer.',
  },
  {
    name: 'bins',
    label: 'Bins',
    binds: 'launch',
    control: choiceOf(limits.bins),
    help: 'Counts in the result, and in each copy of them in shared memory.',
  },
  {
    name: 'spread',
    label: 'Values fall into',
    binds: 'launch',
    control: choiceOf(limits.spread, spread =>
      spread === ALL_BINS ? 'all bins' : `${spread} ${spread === 1 ? 'bin' : 'bins'}`,
    ),
    help: 'The fewer bins have all the elements, the more lanes of a warp meet in one; values are pseudo-random.',
  },
  {
    name: 'copies',
    label: 'Copies',
    binds: 'launch',
    control: choiceOf(limits.copies),
    help: 'Lane l counts in copy l modulo this many.',
    variants: REPLICATED,
  },
  {
    name: 'pad',
    label: 'Padding',
    binds: 'launch',
    control: rangeOf(limits.pad, 'words'),
    help: 'Unused words behind each copy: as many banks lie between the counts of one bin in two copies.',
    variants: REPLICATED,
  },
];
