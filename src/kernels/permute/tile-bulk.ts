/** Blocks with two long sides whose columns the copy engine writes: how `tile-bulk.cu` is launched, and when it applies. */
import { WIDEST_ACCESS_BYTES } from '../../base/hardware.ts';
import type { TileLayout } from '../../model/layout/tile-layout.ts';
import { isCopy, keepsRows } from '../../model/permute/canonical.ts';
import { type BulkBlock, bulkBlock } from '../../model/permute/time/bulk-blocks.ts';
import { widestVector } from '../../model/permute/time/wide-accesses.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Launch } from '../../trace/launch.ts';
import { type PlanSources, planBuild, planParams } from './compiled-plan.ts';
import { divisorWords } from './divisor-words.ts';
import { type PermuteJob, perJob } from './job.ts';
import type { Mover } from './mover.ts';
import { tensorDims } from './tensor-dims.ts';
import { predictBulkTile } from './tile-bulk-model.ts';
import { ctasIn, gridOf, gridWords, pairsOf, pairWords, type TilePairs } from './tile-grid.ts';
import { tileLaunch } from './tile-launch.ts';

/** `sources` have the arguments of `tile-bulk.cu`, and of `tile-bulk-constants.cu`. */
export const bulkTileMover = (sources: PlanSources): Mover => ({
  refusal: refusalOf,
  build: job => planBuild(sources, job, refusalOf(job) === null ? wordsOf : null),
  launch: job => launchOf(sources, job),
  predict: (job, cta) => {
    const { block, pairs, grid } = tilesOf(job);
    const layout = { ...layoutOf(block, job.request.elementBytes), baseBytes: job.params.base };
    return predictBulkTile(cta, { block, pairs, grid, layout, buffers: bufferAddresses(launchOf(sources, job)) });
  },
  demand: job => tilesOf(job).block.demand,
});

function refusalOf({ canonical, request }: PermuteJob): string | null {
  if (isCopy(canonical) || keepsRows(canonical))
    return 'The fastest dimension stays: a tile needs one dimension that is fastest in the input and another in the output.';
  const { shape, perm } = canonical;
  const vector = widestVector([shape.at(-1)!, shape[perm.at(-1)!]], request.elementBytes);
  if (vector * request.elementBytes === WIDEST_ACCESS_BYTES) return null;
  return 'Rows are no whole vectors of sixteen bytes on one side: the copy engine moves whole ones.';
}

interface Tiles {
  readonly block: BulkBlock;
  readonly pairs: TilePairs;
  readonly grid: ReturnType<typeof gridOf>;
}

const tilesOf = perJob(({ canonical, request, params }: PermuteJob): Tiles => {
  const { elementBytes } = request;
  const block = bulkBlock({ canonical, elementBytes }, params.sharedKiB * 1024);
  const dims = tensorDims(canonical);
  const pairs = pairsOf(block, dims);
  return { block, pairs, grid: gridOf(block, dims, pairs) };
});

/** A row of the layout is the columns of squares, one behind the other, and the spare vector. */
const layoutOf = ({ lengths: [across, down], vector }: BulkBlock, elementBytes: number): TileLayout => ({
  rows: across / vector,
  columns: vector * down,
  elementBytes,
  pitchElements: vector * (down + 1),
  swizzle: { kind: 'none' },
  baseBytes: 0,
});

/** `BulkTiles` of bulk.hpp. */
function wordsOf(job: PermuteJob): number[] {
  const { block, pairs, grid } = tilesOf(job);
  const [across, down] = block.lengths;
  return [
    ...divisorWords(across / block.vector),
    down / block.vector,
    ...pairWords(pairs.across),
    ...pairWords(pairs.down),
    ...gridWords(grid),
  ];
}

function launchOf(sources: PlanSources, job: PermuteJob): Launch {
  const { block, grid } = tilesOf(job);
  return tileLaunch(job, ctasIn(grid), block, planParams(sources, job, wordsOf(job)));
}
