/** Blocks with two long sides whose rows are no whole vectors: how `tile-odd.cu` is launched, and when it applies. */
import { WIDEST_ACCESS_BYTES } from '../../base/hardware.ts';
import type { TileLayout } from '../../model/layout/tile-layout.ts';
import { isCopy, keepsRows } from '../../model/permute/canonical.ts';
import { columnsOf, type OddBlock, oddBlock, pitchOf, rowsOf } from '../../model/permute/time/odd-blocks.ts';
import { widestVector } from '../../model/permute/time/wide-accesses.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Launch } from '../../trace/launch.ts';
import { type PlanSources, planBuild, planParams } from './compiled-plan.ts';
import { divisorWords } from './divisor-words.ts';
import { type PermuteJob, perJob } from './job.ts';
import type { Mover } from './mover.ts';
import { tensorDims } from './tensor-dims.ts';
import { ctasIn, gridOf, gridWords, pairsOf, pairWords, type TilePairs } from './tile-grid.ts';
import { tileLaunch } from './tile-launch.ts';
import { predictOddTile } from './tile-odd-model.ts';

/** As if no column had to be cut: wrong only where columns that hold a vector begin within one. */
export function uncutTileMover(sources: PlanSources): Mover {
  const mover = oddTileMover(sources);
  return {
    ...mover,
    refusal(job) {
      const refusal = mover.refusal(job);
      if (refusal !== null) return refusal;
      const { block, pairs } = tilesOf(job);
      const { total } = pairs.down;
      if (total >= block.vector && total % block.vector > 0) return null;
      return 'Columns begin at multiples of sixteen bytes, or are shorter: none is written where it does not lie.';
    },
  };
}

/** `sources` have the arguments of `tile-odd.cu`, and of `tile-odd-constants.cu`. */
export const oddTileMover = (sources: PlanSources): Mover => ({
  refusal: refusalOf,
  build: job => planBuild(sources, job, refusalOf(job) === null ? wordsOf : null),
  launch: job => launchOf(sources, job),
  predict: (job, cta) => {
    const { block, pairs, grid } = tilesOf(job);
    const layout = { ...layoutOf(block, job.request.elementBytes), baseBytes: job.params.base };
    const { elements } = job;
    const buffers = bufferAddresses(launchOf(sources, job));
    return predictOddTile(cta, { block, pairs, grid, layout, elements, buffers });
  },
  demand: job => tilesOf(job).block.demand,
});

function refusalOf({ canonical, request }: PermuteJob): string | null {
  if (isCopy(canonical) || keepsRows(canonical))
    return 'The fastest dimension stays: a tile needs one dimension that is fastest in the input and another in the output.';
  const { shape, perm } = canonical;
  const vector = widestVector([shape.at(-1)!, shape[perm.at(-1)!]], request.elementBytes);
  if (vector * request.elementBytes < WIDEST_ACCESS_BYTES) return null;
  return 'Rows are whole vectors of sixteen bytes on both sides: a tile of vectors moves them faster.';
}

interface Tiles {
  readonly block: OddBlock;
  readonly pairs: TilePairs;
  readonly grid: ReturnType<typeof gridOf>;
}

const tilesOf = perJob(({ canonical, request, params }: PermuteJob): Tiles => {
  const { elementBytes } = request;
  const block = oddBlock({ canonical, elementBytes }, params.sharedKiB * 1024);
  const dims = tensorDims(canonical);
  const pairs = pairsOf(block, dims);
  return { block, pairs, grid: gridOf(block, dims, pairs) };
});

const layoutOf = (block: OddBlock, elementBytes: number): TileLayout => ({
  rows: rowsOf(block),
  columns: columnsOf(block),
  elementBytes,
  pitchElements: pitchOf(block),
  swizzle: { kind: 'none' },
  baseBytes: 0,
});

/** `OddTiles` of odd.hpp. */
function wordsOf(job: PermuteJob): number[] {
  const { block, pairs, grid } = tilesOf(job);
  return [
    job.elements,
    block.rowWarps,
    ...divisorWords(block.lengths[1] / block.vector),
    ...pairWords(pairs.across),
    ...pairWords(pairs.down),
    ...gridWords(grid),
  ];
}

function launchOf(sources: PlanSources, job: PermuteJob): Launch {
  const { block, grid } = tilesOf(job);
  return tileLaunch(job, ctasIn(grid), block, planParams(sources, job, wordsOf(job)));
}
