/** Blocks with two long sides by wide accesses: how `tile-v.cu` is launched, and when it applies. */
import type { TileLayout } from '../../model/layout/tile-layout.ts';
import { isCopy, keepsRows } from '../../model/permute/canonical.ts';
import { type TileBlock, tileBlock } from '../../model/permute/time/tile-blocks.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Launch } from '../../trace/launch.ts';
import { type PlanSources, planBuild, planParams } from './compiled-plan.ts';
import { divisorWords } from './divisor-words.ts';
import { type PermuteJob, perJob } from './job.ts';
import type { Mover } from './mover.ts';
import { type TensorDim, tensorDims } from './tensor-dims.ts';
import { ctasIn, gridOf, gridWords, pairsOf, pairWords, type TilePairs } from './tile-grid.ts';
import { tileLaunch } from './tile-launch.ts';
import { predictWideTile } from './tile-v-model.ts';

/** `sources` have the arguments of `tile-v.cu`, and of `tile-v-constants.cu`. */
export const wideTileMover = (sources: PlanSources): Mover => ({
  refusal: refusalOf,
  build: job => planBuild(sources, job, refusalOf(job) === null ? wordsOf : null),
  launch: job => launchOf(sources, job),
  predict: (job, cta) => {
    const { block, pairs, grid } = tilesOf(job);
    const layout = { ...layoutOf(block, job.request.elementBytes), baseBytes: job.params.base };
    return predictWideTile(cta, { block, pairs, grid, layout, buffers: bufferAddresses(launchOf(sources, job)) });
  },
  demand: job => tilesOf(job).block.demand,
});

function refusalOf({ canonical }: PermuteJob): string | null {
  if (!isCopy(canonical) && !keepsRows(canonical)) return null;
  return 'The fastest dimension stays: a tile needs one dimension that is fastest in the input and another in the output.';
}

interface Tiles {
  readonly block: TileBlock;
  readonly pairs: TilePairs;
  readonly grid: ReturnType<typeof gridOf>;
}

const tilesOf = perJob(({ canonical, request, params }: PermuteJob): Tiles => {
  const { elementBytes } = request;
  const block = tileBlock({ canonical, elementBytes }, params.sharedKiB * 1024);
  const dims: readonly TensorDim[] = tensorDims(canonical);
  const pairs = pairsOf(block, dims);
  return { block, pairs, grid: gridOf(block, dims, pairs) };
});

/** A row of the layout is those of a square, one behind the other, and the spare vector. */
function layoutOf({ lengths: [across, down], vector, spare }: TileBlock, elementBytes: number): TileLayout {
  return {
    rows: down / vector,
    columns: vector * across,
    elementBytes,
    pitchElements: vector * (across + spare),
    swizzle: { kind: 'none' },
    baseBytes: 0,
  };
}

/** `Tiles` of wide.hpp. */
function wordsOf(job: PermuteJob): number[] {
  const { block, pairs, grid } = tilesOf(job);
  const { vector, spare, lengths } = block;
  return [
    ...[vector, spare],
    ...lengths.flatMap(length => divisorWords(length / vector)),
    ...pairWords(pairs.across),
    ...pairWords(pairs.down),
    ...gridWords(grid),
  ];
}

function launchOf(sources: PlanSources, job: PermuteJob): Launch {
  const { block, grid } = tilesOf(job);
  return tileLaunch(job, ctasIn(grid), block, planParams(sources, job, wordsOf(job)));
}
