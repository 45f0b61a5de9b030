/** Tiles with a short side: how `tile-short.cu` is launched, and when it applies. */
import type { TileLayout } from '../../model/layout/tile-layout.ts';
import { isCopy } from '../../model/permute/canonical.ts';
import { type BoxSide, CUTS } from '../../model/permute/time/box-sides.ts';
import { BOX_DIMS } from '../../model/permute/time/boxes.ts';
import { hasShortSide, type ShortBlock, shortBlock, spareBytesOf } from '../../model/permute/time/short-blocks.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Launch } from '../../trace/launch.ts';
import { type PlanSources, planBuild, planParams } from './compiled-plan.ts';
import { divisorWords } from './divisor-words.ts';
import { type PermuteJob, perJob } from './job.ts';
import type { Mover } from './mover.ts';
import { tensorDims } from './tensor-dims.ts';
import { boxGrid, ctasIn, gridWords } from './tile-grid.ts';
import { tileLaunch } from './tile-launch.ts';
import { predictShortTile } from './tile-short-model.ts';

/** `sources` have the arguments of `tile-short.cu`, and of `tile-short-constants.cu`. */
export const shortTileMover = (sources: PlanSources): Mover => ({
  refusal: refusalOf,
  build: job => planBuild(sources, job, refusalOf(job) === null ? wordsOf : null),
  launch: job => launchOf(sources, job),
  predict: (job, cta) => {
    const { block, grid } = tilesOf(job);
    const { elementBytes } = job.request;
    const layout = { ...layoutOf(block, elementBytes), baseBytes: job.params.base };
    const totals = totalsOf(job, block);
    const buffers = bufferAddresses(launchOf(sources, job));
    return predictShortTile(cta, { block, grid, layout, totals, buffers });
  },
  demand: job => tilesOf(job).block.demand,
});

function refusalOf({ canonical, request }: PermuteJob): string | null {
  if (isCopy(canonical)) return 'Nothing changes place: a copy does it.';
  if (hasShortSide({ canonical, elementBytes: request.elementBytes })) return null;
  return 'The fastest dimensions fill lines of 128 bytes on both sides: tiles of vectors move them faster.';
}

interface Tiles {
  readonly block: ShortBlock;
  readonly grid: ReturnType<typeof boxGrid>;
}

const tilesOf = perJob(({ canonical, request, params }: PermuteJob): Tiles => {
  const { elementBytes } = request;
  const block = shortBlock({ canonical, elementBytes }, params.sharedKiB * 1024);
  return { block, grid: boxGrid(block, tensorDims(canonical)) };
});

/** A row is a group with what is spared behind it, or a run of the input. */
function layoutOf({ group, elements, input: { dims } }: ShortBlock, elementBytes: number): TileLayout {
  const columns = group === 0 ? dims[0].length * dims[0].place : group;
  return {
    ...{ rows: Math.ceil(elements / columns), columns, elementBytes },
    pitchElements: columns + (group === 0 ? 0 : spareBytesOf(elementBytes) / elementBytes),
    swizzle: { kind: 'none' },
    baseBytes: 0,
  };
}

/** Of the dimensions that are cut; 0 where there is none. */
const totalsOf = ({ canonical }: PermuteJob, { cuts }: ShortBlock): readonly [number, number] => {
  const [across, down] = cuts.map(dim => (dim === null ? 0 : canonical.shape[dim]));
  return [across, down];
};

const UNUSED = [1, 0, 0, 0, 0, 0, CUTS.indexOf('none')];

const sideWords = ({ vector, accesses, dims }: BoxSide): number[] => [
  ...[vector, accesses, dims.length],
  ...dims.flatMap(({ length, stride, place, step, cut }) => [
    ...divisorWords(length),
    ...[stride, place, step, CUTS.indexOf(cut)],
  ]),
  ...Array.from({ length: BOX_DIMS - dims.length }, () => UNUSED).flat(),
];

/** Shifts all places out. */
const NO_GROUP = 31;

/** `ShortTiles` of short.hpp. */
function wordsOf(job: PermuteJob): number[] {
  const { block, grid } = tilesOf(job);
  const [fastest, next] = block.output.dims;
  const wrap = (next?.place ?? 0) - fastest.length * fastest.place;
  return [
    block.group === 0 ? NO_GROUP : Math.log2(block.group),
    wrap >>> 0,
    ...totalsOf(job, block),
    ...sideWords(block.input),
    ...sideWords(block.output),
    ...gridWords(grid),
  ];
}

function launchOf(sources: PlanSources, job: PermuteJob): Launch {
  const { block, grid } = tilesOf(job);
  return tileLaunch(job, ctasIn(grid), block, planParams(sources, job, wordsOf(job)));
}
