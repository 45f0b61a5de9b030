/** Two dimensions through a square tile: how `tile.cu` is launched, and when it applies. */
import { LANES, LINE_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { sizeBytes, type TileLayout } from '../../model/layout/tile-layout.ts';
import { isCopy, keepsRows } from '../../model/permute/canonical.ts';
import { product } from '../../model/permute/permutation.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Launch } from '../../trace/launch.ts';
import { tileDemand } from './demands.ts';
import { type PermuteJob, perJob } from './job.ts';
import { elementBuild, type Mover } from './mover.ts';
import { arrayOf, tensorDims, unsignedStruct } from './tensor-dims.ts';
import { tensorsOf } from './tensors.ts';
import { predictTile, type TileMatrices, tilesOf, WARPS } from './tile-model.ts';

// Same value as in tile.cu.
const MAX_DIMS = 10;

export const tileMover: Mover = {
  refusal({ canonical, request, params }) {
    if (isCopy(canonical) || keepsRows(canonical))
      return 'The fastest dimension stays: a tile needs one dimension that is fastest in the input and another in the output.';
    const bytes = sizeBytes(layoutOf(request.elementBytes));
    const limit = params.sharedKiB * 1024;
    return bytes <= limit ? null : `The tile needs ${bytes} bytes of shared memory, and a CTA may have ${limit}.`;
  },
  build: elementBuild('permute/tile.cu'),
  launch: launchOf,
  predict: (job, cta) =>
    predictTile(cta, {
      matrices: matricesOf(job),
      layout: { ...layoutOf(job.request.elementBytes), baseBytes: job.params.base },
      buffers: bufferAddresses(launchOf(job)),
    }),
  demand: job => tileDemand(job, matricesOf(job), layoutOf(job.request.elementBytes)),
};

/** A side is a line of global memory, and at least a warp; each row starts one bank (or one wider element) after the last. */
function layoutOf(elementBytes: number): TileLayout {
  const side = Math.max(LANES, LINE_BYTES / elementBytes);
  const pitchElements = side + Math.max(1, WORD_BYTES / elementBytes);
  return { rows: side, columns: side, elementBytes, pitchElements, swizzle: { kind: 'none' }, baseBytes: 0 };
}

const matricesOf = perJob(({ canonical }: PermuteJob): TileMatrices => {
  const dims = tensorDims(canonical);
  const across = dims.at(-1)!;
  const [down, ...others] = canonical.perm.toReversed().map(dim => dims[dim]);
  return { across, down, others: others.filter(dim => dim !== across) };
});

function launchOf(job: PermuteJob): Launch {
  const matrices = matricesOf(job);
  const { across, down, others } = matrices;
  const [tilesAcross, tilesDown] = tilesOf(matrices, layoutOf(job.request.elementBytes));
  const lists = [others.map(dim => dim.extent), others.map(dim => dim.inStride), others.map(dim => dim.outStride)];
  return {
    entry: 'permute',
    grid: [tilesAcross * tilesDown * product(lists[0]), 1, 1],
    block: [WARPS * LANES, 1, 1],
    buffers: tensorsOf(job),
    params: [
      { kind: 'pointer', buffer: 'out' },
      { kind: 'pointer', buffer: 'in' },
      unsignedStruct([
        down.extent,
        across.extent,
        down.inStride,
        across.outStride,
        others.length,
        ...lists.flatMap(list => arrayOf(list, MAX_DIMS)),
      ]),
    ],
  };
}
