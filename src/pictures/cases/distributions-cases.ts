/** Distributions: how often each strategy of a permutation has which conflicts, and how much it wastes. */
import { STATIC_SHARED_BYTES } from '../../base/hardware.ts';
import { type BlockMove, blockOf, moveOf, SCALARS } from '../../model/permute/block.ts';
import type { BlockLayout } from '../../model/permute/block-layout.ts';
import { canonicalForm, isCopy } from '../../model/permute/canonical.ts';
import { layoutOf } from '../../model/permute/plan.ts';
import { BINS, histogramOf } from '../../model/permute/statistics/bins.ts';
import { cuttTest1 } from '../../model/permute/statistics/cutt.ts';
import { STRATEGIES } from '../../model/permute/strategies.ts';
import { distributionsFigure } from '../distributions/figure.ts';
import type { DistributionsRecords } from '../records.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

const NAMES = ['none', 'odd-row', 'write-order residue', 'without the first read dim'];

/** Moves of cuTT's test1, ranks 2 to 4. */
function moves(): BlockMove[] {
  const sizes = { elementBytes: 4, sharedBytes: STATIC_SHARED_BYTES, vectors: SCALARS };
  const canonical = cuttTest1(4).map(canonicalForm);
  return canonical.filter(each => !isCopy(each)).map(each => moveOf(blockOf(each, 32).modes, each.perm, sizes));
}

type RatioOf = (layout: BlockLayout) => number;

const loads: RatioOf = ({ load }) => load.wavefronts / load.ideal;
const bytes: RatioOf = ({ sharedBytes, waste }) => sharedBytes / (sharedBytes - waste);

function records(quantity: 'load' | 'bytes', ratioOf: RatioOf, words: Words): DistributionsRecords {
  const all = moves();
  const countsOf = (name: string): number[] => {
    const layouts = all.flatMap(move => layoutOf(STRATEGIES.get(name)!, move) ?? []);
    return histogramOf(layouts.map(ratioOf), quantity);
  };
  const rows = NAMES.map(name => ({ name, counts: countsOf(name) }));
  return { ...words, unit: 'case', each: 'strategy', bins: BINS[quantity], rows, total: all.length };
}

type Words = Pick<DistributionsRecords, 'title' | 'text'>;

export const distributionsCases: readonly PictureCase[] = [
  pictureCase({
    id: 'distributions-load',
    title: 'Loads of four paddings',
    blurb: 'Every permutation of three small tensors. The residue rule comes closest to loads without conflicts.',
    unbanked: true,
    view: { width: 390 },
    figureIn: view =>
      distributionsFigure(records('load', loads, { title: 'Load', text: 'wavefronts per ideal one' }), view),
  }),
  pictureCase({
    id: 'distributions-waste',
    title: 'Waste of four paddings',
    blurb: 'The same permutations: what the pads add to the bytes of the elements. The residue rule pays most.',
    unbanked: true,
    view: { width: 390, selection: { row: 2, column: 7 } },
    figureIn: view =>
      distributionsFigure(records('bytes', bytes, { title: 'Waste', text: 'bytes beyond the elements' }), view),
  }),
];
