/** Places of a block's elements in each variant: those of the plan's layouts, and those of pads that a person types. */
import { err, ok, type Result } from '../../base/result.ts';
import { elementsOf } from '../../model/permute/block.ts';
import { paddedStrides } from '../../model/permute/pad-sweep.ts';
import { type Placement, spanElements } from '../../model/permute/placement.ts';
import type { PermuteJob } from './job.ts';
import { listOf } from './params.ts';

export interface SharedPlacement {
  readonly placement: Placement;
  readonly sharedBytes: number;
}

export type PlacesOf = (job: PermuteJob) => Result<SharedPlacement, string>;

/** The layout of a strategy of the plan. */
export const placesBy =
  (strategy: string): PlacesOf =>
  ({ plan }) => {
    const layout = plan.layouts.find(each => each.strategy === strategy);
    if (layout === undefined) return err(`'${strategy}' has no layout for this block.`);
    return fitting({ placement: layout, sharedBytes: layout.sharedBytes }, plan.move.sharedBytes);
  };

/** The strides that the typed pads give. */
export const typedPlaces: PlacesOf = ({ params, plan: { move } }) => {
  const { modes, elementBytes, sharedBytes } = move;
  const typed = listOf(params.pads);
  if (typed.length > 0 && typed.length !== modes.length)
    return err(`pads: expected ${modes.length} numbers, one for each mode of the block, got ${typed.length}.`);
  const strides = paddedStrides(move, typed.length > 0 ? typed : modes.map(() => 0));
  const placement = { strides, xor: [], table: null };
  return fitting({ placement, sharedBytes: spanElements(modes, strides) * elementBytes }, sharedBytes);
};

function fitting(places: SharedPlacement, limitBytes: number): Result<SharedPlacement, string> {
  if (places.sharedBytes <= limitBytes) return ok(places);
  return err(
    `The block takes ${places.sharedBytes} B of shared memory, more than the ${limitBytes} B that it may have.`,
  );
}

/** The places of a block without any pad. */
export const unpaddedPlaces = ({ plan: { move } }: PermuteJob): SharedPlacement => ({
  placement: {
    strides: paddedStrides(
      move,
      move.modes.map(() => 0),
    ),
    xor: [],
    table: null,
  },
  sharedBytes: elementsOf(move.modes) * move.elementBytes,
});
