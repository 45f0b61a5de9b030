/** The scan's parameters: one schema for form, link and compile flags. */
import { choice, type ParamsOf, paramTable, range } from '../param-table.ts';

const SECTIONS = ['hillis-steele', 'blelloch', 'blelloch-padded', 'warp-shuffle', 'missing-barrier', 'pad-forgotten'];
const SINGLE_PASS = ['single-pass', 'unready'];

export const { schema, fields } = paramTable({
  /** Elements that one CTA scans: a power of two, and at least two warps of threads for the variants with one each. */
  section: choice({
    label: 'Section',
    binds: 'compile',
    values: [64, 256, 1024],
    default: 256,
    help: 'Elements that one CTA scans: four times as many are two more steps, or four more levels of the tree.',
    variants: SECTIONS,
  }),
  /** Elements of a tile: eight warps share it, and a row of a share has four elements for each lane. */
  tile: choice({
    label: 'Tile',
    binds: 'compile',
    values: [1024, 8192],
    default: 1024,
    help: 'Elements that a CTA of the single pass keeps in a stage of its ring; it has six stages.',
    variants: SINGLE_PASS,
  }),
  ctas: range({
    label: 'CTAs',
    binds: 'launch',
    min: 1,
    max: 64,
    unit: 'CTAs',
    default: 2,
    help: 'CTAs that take tiles by turns. All must fit on the GPU at a time, since each waits for sums of the others.',
    variants: SINGLE_PASS,
  }),
  elements: range({
    label: 'Elements',
    binds: 'launch',
    min: 1,
    max: 65536,
    unit: 'elements',
    default: 1000,
    help: 'Elements of the input; beyond the last one threads bring 0.',
  }),
  /** 1: the sum of an element and all before it in its section; 0: of those before it only. */
  inclusive: choice({
    label: 'Sums',
    binds: 'launch',
    values: [0, 1],
    default: 0,
    labelOf: value => (value === 1 ? 'inclusive' : 'exclusive'),
    help: 'Inclusive sums count the element itself, exclusive ones only those before it.',
  }),
});

export type ScanParams = ParamsOf<typeof schema>;
