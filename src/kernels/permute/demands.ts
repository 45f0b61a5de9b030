/** What the movers with accesses of one element ask of a GPU. Instructions are those of a warp, as compiled for sm_90. */
import { LANES, LINE_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { sizeBytes, type TileLayout } from '../../model/layout/tile-layout.ts';
import { ctasPerSm } from '../../model/permute/occupancy.ts';
import { sideCost } from '../../model/permute/side-cost.ts';
import { type Demand, type MemoryRun, PAIR_BYTES, slotsFor, warpsFor } from '../../model/permute/time/bounds.ts';
import { lowestPower } from '../../model/permute/time/wide-accesses.ts';
import { geometryOf, type SideGeometry } from './block-geometry.ts';
import type { PermuteJob } from './job.ts';
import { CONSTANTS, TABLES } from './params.ts';
import type { SharedPlacement } from './places.ts';
import type { TensorDim } from './tensor-dims.ts';
import { type TileMatrices, tilesOf, WARPS } from './tile-model.ts';

const SM_THREADS = 2048;

const bytesOf = ({ elements, request }: PermuteJob): number => elements * request.elementBytes;

/** `length` bytes side by side, of rows of `whole` bytes. */
const runOf = (length: number, whole: number): MemoryRun => {
  const bytes = Math.min(length, whole);
  return { bytes, aligned: Math.min(PAIR_BYTES, lowestPower(length), lowestPower(whole)), pages: 1 };
};

const residentCtas = (threads: number, sharedBytes: number): number =>
  Math.min(Math.floor(SM_THREADS / threads), ctasPerSm(sharedBytes, 'sm_90')!);

/** Of a warp, for an access; elements smaller than a word are packed and unpacked. */
const ACCESS = 22;
const NARROW_ACCESS = 33;

export function tileDemand(job: PermuteJob, matrices: TileMatrices, layout: TileLayout): Demand {
  const { across, down, others } = matrices;
  const { elementBytes } = job.request;
  const tiles = tilesOf(matrices, layout).reduce((a, b) => a * b);
  const ctas = others.reduce((count, { extent }) => count * extent, tiles);
  const blockBytes = bytesOf(job) / ctas;
  const accesses = (layout.rows * layout.columns) / (WARPS * LANES);
  const instructions = 60 + 31 * others.length + (elementBytes < WORD_BYTES ? NARROW_ACCESS : ACCESS) * accesses;
  return {
    bytes: bytesOf(job),
    readRun: runOf(layout.columns * elementBytes, across.extent * elementBytes),
    writeRun: runOf(layout.rows * elementBytes, down.extent * elementBytes),
    endsInRows: false,
    readAgain: 0,
    idle: 0,
    slots: slotsFor(WARPS * instructions, blockBytes),
    wavefronts: 2,
    inFlightBytes: residentCtas(WARPS * LANES, sizeBytes(layout)) * blockBytes,
    ctas,
  };
}

/** A thread divides once for each dimension, and counts for each of its accesses. */
const ROW_ACCESSES = 4;
const ROW_THREADS = 256;

interface RowUnits {
  readonly unitBytes: number;
  readonly dims: readonly Pick<TensorDim, 'extent'>[];
}

export function rowsDemand(job: PermuteJob, { unitBytes, dims }: RowUnits): Demand {
  const blockBytes = ROW_THREADS * ROW_ACCESSES * unitBytes;
  const rowBytes = dims[0].extent * unitBytes;
  const instructions = 118 + 65 * dims.length;
  return {
    bytes: bytesOf(job),
    readRun: runOf(Math.min(rowBytes, blockBytes), rowBytes),
    writeRun: runOf(blockBytes, blockBytes),
    endsInRows: false,
    readAgain: 0,
    idle: 0,
    slots: slotsFor(instructions, LANES * ROW_ACCESSES * unitBytes),
    wavefronts: 0,
    inFlightBytes: residentCtas(ROW_THREADS, 0) * blockBytes,
    ctas: Math.ceil(bytesOf(job) / blockBytes),
  };
}

export function blockDemand(job: PermuteJob, { placement, sharedBytes }: SharedPlacement): Demand {
  const { move } = job.plan;
  const { ctas, threads, elements, sides } = geometryOf(job);
  const { elementBytes } = job.request;
  const blockBytes = bytesOf(job) / ctas;
  const whole = elements * elementBytes;
  const wavefronts = (['store', 'load'] as const).map(side => sideCost(side, move, placement).wavefronts);
  const turns = Math.ceil(elements / threads);
  const instructions = warpsFor(threads) * (START + turns * instructionsOf(job));
  return {
    bytes: bytesOf(job),
    readRun: contiguous(sides.store, elementBytes),
    writeRun: contiguous(sides.load, elementBytes),
    endsInRows: false,
    readAgain: 0,
    idle: 0,
    slots: slotsFor(instructions, blockBytes),
    wavefronts: ((wavefronts[0] + wavefronts[1]) * LINE_BYTES) / whole,
    inFlightBytes:
      residentCtas(threads, sharedBytes) * Math.min(blockBytes, threads * ROW_ACCESSES * elementBytes) * LOADING,
    ctas,
  };
}

/** The part of its time that a thread waits for elements; in the other half it waits for the places that say where they are. */
const LOADING = 0.5;

/** Of a CTA's first and last steps. */
const START = 40;

/** For 32 elements, from the PTX: the table of the README. */
function instructionsOf({ params, plan }: PermuteJob): number {
  const isConstant = params.binding === CONSTANTS;
  if (params.positions === TABLES) return isConstant ? 32 : 56;
  return isConstant ? 20 + 14 * plan.move.modes.length : 110 + 20 * plan.move.modes.length;
}

/** The elements side by side that a block begins with. */
function contiguous({ extents, globalStrides }: SideGeometry, elementBytes: number): MemoryRun {
  let run = 1;
  for (const [i, stride] of globalStrides.entries()) if (stride === run) run *= extents[i];
  return runOf(run * elementBytes, run * elementBytes);
}
