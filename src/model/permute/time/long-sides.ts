/** What blocks with two long sides ask of a GPU, however they are moved. */
import { product } from '../permutation.ts';
import { type Demand, slotsFor, warpsFor } from './bounds.ts';
import { bothGoOn, extentsOf, pagesOf, runOf, type TileLengths, type TileSides } from './tile-sides.ts';
import { type PlannedTensor, residentCtas, type Strides, stridesOf } from './wide-accesses.ts';

export interface LongSidesTask {
  readonly tensor: PlannedTensor;
  readonly elements: number;
  readonly strides: Strides;
}

export const longSidesTask = (tensor: PlannedTensor): LongSidesTask => ({
  tensor,
  elements: product(tensor.canonical.shape),
  strides: stridesOf(tensor.canonical),
});

export interface LongSidesCta {
  readonly lengths: TileLengths;
  readonly threads: number;
  readonly sharedBytes: number;
  /** Of a thread. */
  readonly registers: number;
  /** Of a warp, for a grid of `dims` dimensions. */
  instructionsFor(dims: number): number;
}

export function longSidesDemand(
  { tensor, elements, strides }: LongSidesTask,
  sides: TileSides,
  cta: LongSidesCta,
): Demand {
  const { canonical, elementBytes } = tensor;
  const [acrossExtents, downExtents] = [extentsOf(tensor, sides.across), extentsOf(tensor, sides.down)];
  const [across, down] = cta.lengths;
  const totals = [acrossExtents[0] * acrossExtents[1], downExtents[0] * downExtents[1]];
  const blocks = [Math.ceil(totals[0] / across), Math.ceil(totals[1] / down)];
  const ctas = (elements / (totals[0] * totals[1])) * blocks[0] * blocks[1];
  const blockBytes = (elements * elementBytes) / ctas;
  const nexts = Number(sides.across[1] !== null) + Number(sides.down[1] !== null);
  const dims = canonical.shape.length - 2 - nexts + Number(blocks[0] > 1) + Number(blocks[1] > 1);
  const pagesRead = pagesOf(tensor, down, sides.down, strides.input);
  const pagesWritten = pagesOf(tensor, across, sides.across, strides.output);
  const whole = across * down;
  // Where the long sides follow each other in memory, a block of whole rows is one run.
  const { perm } = canonical;
  const isOneRead = across === acrossExtents[0] && sides.down[0] === sides.across[0] - 1;
  const isOneWrite = down === downExtents[0] && perm.at(-2) === sides.across[0];
  return {
    bytes: elements * elementBytes,
    readRun: runOf(elementBytes, isOneRead ? whole : across, totals[0], pagesRead),
    writeRun: runOf(elementBytes, isOneWrite ? whole : down, totals[1], pagesWritten),
    endsInRows: sides.across[1] !== null && across % acrossExtents[0] !== 0,
    neighboursFirst: bothGoOn(sides),
    readAgain: 0,
    idle: 1 - blockBytes / (whole * elementBytes),
    slots: slotsFor(warpsFor(cta.threads) * cta.instructionsFor(dims), blockBytes),
    wavefronts: 2,
    inFlightBytes: residentCtas(cta) * blockBytes,
    ctas,
  };
}
