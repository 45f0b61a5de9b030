/** Blocks with two long sides by wide accesses: how `tile-v.cu` is launched, and when it applies. */
import type { TileLayout } from '../../model/layout/tile-layout.ts';
import { isCopy, keepsRows } from '../../model/permute/canonical.ts';
import { type WideBlock, type WideMover, wideBlock } from '../../model/permute/time/wide-blocks.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Launch } from '../../trace/launch.ts';
import { type PermuteJob, perJob } from './job.ts';
import type { Mover } from './mover.ts';
import { ctasOf, divisorWords, type Pieces, piecesOf, piecesWords } from './pieces.ts';
import { type TensorDim, tensorDims, unsignedStruct } from './tensor-dims.ts';
import { tensorsOf } from './tensors.ts';
import { predictWideTile } from './tile-v-model.ts';

/** Accesses of a thread under way at once, as in tile-v.cu. */
const HELD = 8;

/** Registers of a thread that ptxas uses for sm_90, by the bytes of an element. */
const REGISTERS: ReadonlyMap<number, number> = new Map([
  [1, 96],
  [2, 56],
]);
const MOST_NEED = 48;

/** Instructions as compiled for sm_90. */
const TILES: WideMover = {
  mostThreads: 128,
  held: HELD,
  keepsRows: false,
  registers: elementBytes => REGISTERS.get(elementBytes) ?? MOST_NEED,
  instructions: (vector, dims) => 60 + 20 * dims + 28 * HELD + (HELD / vector) * (35 + 6 * vector),
};

export const wideTileMover: Mover = {
  refusal({ plan: { canonical } }) {
    if (!isCopy(canonical) && !keepsRows(canonical)) return null;
    return 'The fastest dimension stays: a tile needs one dimension that is fastest in the input and another in the output.';
  },
  build: ({ request }) => ({
    source: 'permute/tile-v.cu',
    entry: 'permute',
    defines: { ELEMENT_BYTES: request.elementBytes },
  }),
  launch: launchOf,
  predict: (job, cta) => {
    const { block, pieces, dims } = tilesOf(job);
    const layout = { ...layoutOf(block, job.request.elementBytes), baseBytes: job.params.base };
    return predictWideTile(cta, { block, pieces, dims, layout, held: HELD, buffers: bufferAddresses(launchOf(job)) });
  },
  demand: job => tilesOf(job).block.demand,
};

interface Tiles {
  readonly block: WideBlock;
  readonly pieces: Pieces;
  readonly dims: readonly TensorDim[];
}

const tilesOf = perJob(({ plan: { canonical }, request, params }: PermuteJob): Tiles => {
  const { elementBytes } = request;
  const block = wideBlock({ canonical, elementBytes }, TILES, params.sharedKiB * 1024);
  const dims = tensorDims(canonical);
  return { block, pieces: piecesOf(dims, block.sides, block.lengths), dims };
});

/** A row of the layout is those of a square, one behind the other, and the spare vector. */
function layoutOf({ lengths, vector, spare }: WideBlock, elementBytes: number): TileLayout {
  const [across, acrossNext, down, downNext] = lengths;
  return {
    rows: (acrossNext * downNext * down) / vector,
    columns: vector * across,
    elementBytes,
    pitchElements: vector * (across + spare),
    swizzle: { kind: 'none' },
    baseBytes: 0,
  };
}

function launchOf(job: PermuteJob): Launch {
  const { block, pieces, dims } = tilesOf(job);
  return {
    entry: 'permute',
    grid: [ctasOf(pieces), 1, 1],
    block: [block.threads, 1, 1],
    dynamicSharedBytes: block.sharedBytes,
    buffers: tensorsOf(job),
    params: [
      { kind: 'pointer', buffer: 'out' },
      { kind: 'pointer', buffer: 'in' },
      unsignedStruct([...tilesWords(block, dims), ...piecesWords(pieces)]),
    ],
  };
}

/** `Tiles` of tile-v.cu, without its pieces. */
function tilesWords({ sides, lengths, vector, spare }: WideBlock, dims: readonly TensorDim[]): number[] {
  const [across, acrossNext, down, downNext] = lengths;
  const [acrossVectors, downVectors] = [across / vector, down / vector];
  const vectors = acrossVectors * acrossNext * down * downNext;
  const strides = (of: 'inStride' | 'outStride') => sides.map(side => (side === null ? 0 : dims[side][of]));
  const loads = [acrossVectors, acrossNext, down];
  const stores = [downVectors, downNext, acrossVectors];
  return [
    ...[vector, spare, vectors, vectors / vector],
    ...[...loads, ...stores].flatMap(divisorWords),
    ...strides('inStride'),
    ...strides('outStride'),
  ];
}
