/** The histogram's parameters: one schema for form, link and compile flags. */
import type { ParamField } from '../../contract/param-field.ts';
import { choiceOf, rangeOf } from '../field.ts';
import { between, oneOf, type ParamsOf, schemaOf } from '../param-schema.ts';

/** `spread` of values that fall into every bin. */
const ALL_BINS = 0;

const limits = {
  /** Of a CTA. */
  threads: oneOf(128, 256),
  elements: between(1, 65536),
  /** A multiple of 32, so that a copy without padding starts in the bank in which the last one did. */
  bins: oneOf(64, 128, 256, 512, 1024),
  /** Neighbouring bins that values fall into, evenly. */
  spread: oneOf(1, 4, 32, ALL_BINS),
  copies: oneOf(2, 4, 8),
  /** Words. */
  pad: between(0, 16),
};

export const schema = schemaOf(limits, { threads: 256, elements: 4000, bins: 64, spread: 4, copies: 4, pad: 4 });

export type HistogramParams = ParamsOf<typeof schema>;

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
