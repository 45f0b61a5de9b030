/** Whole rows, copied as they are: the closed form of `rows.cu`, its launch, and when it applies. */
import { WIDEST_ACCESS_BYTES } from '../../base/hardware.ts';
import { isCopy, keepsRows } from '../../model/permute/canonical.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Launch, StructParam } from '../../trace/launch.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { rowsDemand } from './demands.ts';
import { type PermuteJob, perJob } from './job.ts';
import { elementBuild, type Mover } from './mover.ts';
import { arrayOf, type TensorDim, tensorDims, unsignedStruct } from './tensor-dims.ts';
import { tensorsOf } from './tensors.ts';

// Same values as in rows.cu.
const THREADS = 256;
const ACCESSES = 4;
const MAX_DIMS = 12;

/** Everything counts units: what a lane moves in one access. */
interface Rows {
  readonly units: number;
  readonly unitBytes: number;
  /** Dimensions of the output, fastest first: the first one runs along a row. */
  readonly dims: readonly Pick<TensorDim, 'extent' | 'inStride'>[];
}

export const rowsMover: Mover = {
  refusal({ canonical }) {
    if (isCopy(canonical) || keepsRows(canonical)) return null;
    return 'The fastest dimension changes: rows do not stay whole. They would if the order ended as the shape does.';
  },
  build: elementBuild('permute/rows.cu'),
  launch: launchOf,
  predict,
  demand: job => rowsDemand(job, rowsOf(job)),
};

const rowsOf = perJob(({ canonical, request, elements }: PermuteJob): Rows => {
  const all = tensorDims(canonical);
  const [row, ...outer] = canonical.perm.toReversed().map(dim => all[dim]);
  const { elementBytes } = request;
  const length = row?.extent ?? 1;
  const unitBytes = request.access === 'widest' ? widestAccess(length * elementBytes) : elementBytes;
  const perUnit = unitBytes / elementBytes;
  return {
    units: elements / perUnit,
    unitBytes,
    dims: [
      { extent: length / perUnit, inStride: 1 },
      ...outer.map(({ extent, inStride }) => ({ extent, inStride: inStride / perUnit })),
    ],
  };
});

/** The largest power of two, up to 16, that divides a row: then every row is aligned to it. */
const widestAccess = (rowBytes: number): number => Math.min(WIDEST_ACCESS_BYTES, rowBytes & -rowBytes);

function launchOf(job: PermuteJob): Launch {
  const rows = rowsOf(job);
  return {
    entry: 'permute',
    grid: [Math.ceil(rows.units / (THREADS * ACCESSES)), 1, 1],
    block: [THREADS, 1, 1],
    buffers: tensorsOf(job),
    params: [{ kind: 'pointer', buffer: 'out' }, { kind: 'pointer', buffer: 'in' }, structOf(rows)],
  };
}

/** `Rows` of rows.cu. */
function structOf({ units, unitBytes, dims }: Rows): StructParam {
  const extents = dims.map(dim => dim.extent);
  const strides = dims.map(dim => dim.inStride);
  const step = digitsOf(THREADS, extents);
  const stepOffset = step.reduce((sum, digit, dim) => sum + digit * strides[dim], 0);
  // The digit falls by its extent, and the next one rises by 1. Above the last digit nothing is left to read.
  const carry = extents.map((extent, dim) => modulo32((strides[dim + 1] ?? 0) - extent * strides[dim]));
  const [extent, stride, digits, carries] = [extents, strides, step, carry].map(list => arrayOf(list, MAX_DIMS));
  return unsignedStruct([units, unitBytes, dims.length, ...extent, ...stride, ...digits, stepOffset, ...carries]);
}

/** Fastest first; what exceeds them all is lost. */
function digitsOf(number: number, extents: readonly number[]): number[] {
  let rest = number;
  return extents.map(extent => {
    const digit = rest % extent;
    rest = Math.floor(rest / extent);
    return digit;
  });
}

const modulo32 = (n: number): number => ((n % 2 ** 32) + 2 ** 32) % 2 ** 32;

function predict(job: PermuteJob, cta: number): Prediction {
  const { units, unitBytes, dims } = rowsOf(job);
  const buffers = bufferAddresses(launchOf(job));
  const extents = dims.map(dim => dim.extent);
  const inputUnit = (unit: number) =>
    digitsOf(unit, extents).reduce((sum, digit, dim) => sum + digit * dims[dim].inStride, 0);
  const accessesOf = (kind: 'load' | 'store', buffer: string, unitOf: (unit: number) => number): CtaAccess[] =>
    Array.from({ length: ACCESSES }, (_, access) => ({
      space: 'global',
      kind,
      widthBytes: unitBytes,
      interval: 0,
      addressOf: thread => {
        const unit = (cta * ACCESSES + access) * THREADS + thread;
        return unit < units ? buffers.get(buffer)! + unitOf(unit) * unitBytes : null;
      },
    }));
  const accesses = [...accessesOf('load', 'in', inputUnit), ...accessesOf('store', 'out', unit => unit)];
  return { trace: ctaTrace(cta, THREADS, accesses), tile: null, sharedBytes: 0 };
}
