/** The register exchange of a skinny dimension: how `exchange.cu` is launched, and when it applies. */
import { LANES } from '../../base/hardware.ts';
import { isCopy, keepsRows } from '../../model/permute/canonical.ts';
import { type Permutation, product } from '../../model/permute/permutation.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Launch } from '../../trace/launch.ts';
import { type ExchangeMatrices, predictExchange, WARPS, warpsPerMatrix } from './exchange-model.ts';
import { type PermuteJob, perJob } from './job.ts';
import { elementBuild, type Mover } from './mover.ts';
import { arrayOf, tensorDims, unsignedStruct } from './tensor-dims.ts';
import { tensorsOf } from './tensors.ts';

// Same values as in exchange.cu.
const MAX_DIMS = 10;
const MOST_COLUMNS = 8;

export const exchangeMover: Mover = {
  refusal({ canonical }) {
    if (isCopy(canonical) || keepsRows(canonical))
      return 'The fastest dimension stays: rows move whole, and no lane has to exchange anything.';
    return sidesOf(canonical).some(side => problemOf(canonical, side) === null)
      ? null
      : problemOf(canonical, skinnierSide(canonical));
  },
  build: elementBuild('permute/exchange.cu'),
  launch: launchOf,
  predict: (job, cta) =>
    predictExchange(cta, {
      matrices: matricesOf(job),
      elementBytes: job.request.elementBytes,
      buffers: bufferAddresses(launchOf(job)),
    }),
  // No recording says how fast it is where memory is full.
  demand: () => null,
};

/** Dimensions of the canonical input that have a part in it, when the skinny one is fastest on this side. */
interface Side {
  readonly skinnyIn: 'input' | 'output';
  readonly skinny: number;
  /** Next to it, on the same side. */
  readonly beside: number;
  /** Dimension that is fastest on the other side. */
  readonly fastest: number;
}

function sidesOf({ perm }: Permutation): [Side, Side] {
  const last = perm.length - 1;
  return [
    { skinnyIn: 'input', skinny: last, beside: last - 1, fastest: perm[last] },
    { skinnyIn: 'output', skinny: perm[last], beside: perm[last - 1], fastest: last },
  ];
}

const skinnierSide = (canonical: Permutation): Side =>
  sidesOf(canonical).reduce((a, b) => (canonical.shape[b.skinny] < canonical.shape[a.skinny] ? b : a));

function problemOf({ shape }: Permutation, { skinnyIn, skinny, beside, fastest }: Side): string | null {
  const other = skinnyIn === 'input' ? 'output' : 'input';
  if (shape[skinny] > MOST_COLUMNS)
    return `The fastest dimension of the ${skinnyIn} has ${shape[skinny]} elements: an exchange needs one of at most ${MOST_COLUMNS} there or in the ${other}, as a lane keeps one register for each.`;
  if (beside !== fastest)
    return `The ${skinnyIn} has a skinny dimension fastest, but the one beside it is not the fastest of the ${other}: the elements that a warp reads do not fill lines.`;
  if (shape[beside] < LANES)
    return `The dimension beside the skinny one has ${shape[beside]} elements: a line needs ${LANES}, one for each lane.`;
  return null;
}

const matricesOf = perJob(({ canonical }: PermuteJob): ExchangeMatrices => {
  const side = sidesOf(canonical).find(side => problemOf(canonical, side) === null)!;
  const dims = tensorDims(canonical);
  const [columns, rows] = [dims[side.skinny], dims[side.beside]];
  const others = canonical.perm.toReversed().map(dim => dims[dim]);
  return {
    skinny: side.skinnyIn,
    columns: columns.extent,
    rows: rows.extent,
    columnStride: side.skinnyIn === 'input' ? columns.outStride : columns.inStride,
    others: others.filter(dim => dim !== rows && dim !== columns),
  };
});

function launchOf(job: PermuteJob): Launch {
  const matrices = matricesOf(job);
  const { skinny, columns, rows, columnStride, others } = matrices;
  const lists = [others.map(dim => dim.extent), others.map(dim => dim.inStride), others.map(dim => dim.outStride)];
  const warps = warpsPerMatrix(matrices) * product(lists[0]);
  return {
    entry: 'permute',
    grid: [Math.ceil(warps / WARPS), 1, 1],
    block: [WARPS * LANES, 1, 1],
    buffers: tensorsOf(job),
    params: [
      { kind: 'pointer', buffer: 'out' },
      { kind: 'pointer', buffer: 'in' },
      unsignedStruct([
        rows,
        columns,
        columnStride,
        skinny === 'output' ? 1 : 0,
        warps,
        others.length,
        ...lists.flatMap(list => arrayOf(list, MAX_DIMS)),
      ]),
    ],
  };
}
