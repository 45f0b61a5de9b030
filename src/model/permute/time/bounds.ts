/**
 * What a mover's time is bound by: memory, bytes in flight, instruction issue, CTA launches. Each bound is a multiple of the
 * time that a copy of the same bytes takes; a kernel near two of them is slower than either alone.
 */
import { LANES, LINE_BYTES, SECTOR_BYTES } from '../../../base/hardware.ts';

/** What a GPU can do while it copies at full speed. */
export interface CopySpeed {
  /** Bytes read and written a second by a copy in device memory. */
  readonly bytesPerSecond: number;
  readonly sms: number;
  /** Instructions of warps that an SM can issue while it moves 128 bytes each way, and wavefronts of shared memory. */
  readonly slots: number;
  readonly wavefronts: number;
  /** Bytes of loads that each SM must have under way. */
  readonly inFlightBytes: number;
  /** CTAs that can start in a second. */
  readonly ctasPerSecond: number;
}

/**
 * NVIDIA H200: the copy and the CTAs a second were measured; slots are 4 a clock at 1.98 GHz; bytes in flight were fitted to
 * the times of blocks of 2 to 16 KiB.
 */
export const H200: CopySpeed = {
  bytesPerSecond: 4.26e12,
  sms: 132,
  slots: 62.7,
  wavefronts: 15.7,
  inFlightBytes: 34 * 1024,
  ctasPerSecond: 1.63e9,
};

/** What a mover asks of the GPU for a permutation. */
export interface Demand {
  /** Bytes of the tensor. */
  readonly bytes: number;
  /** Bytes side by side that a CTA reads, and writes; the bytes that all runs are multiples of lie at `aligned`. */
  readonly readRun: MemoryRun;
  readonly writeRun: MemoryRun;
  /** Instructions of warps for 128 bytes each way. */
  readonly slots: number;
  /** Wavefronts of shared memory for 128 bytes each way: 2 without a conflict. */
  readonly wavefronts: number;
  /** Bytes in flight on an SM whose CTAs are all resident. */
  readonly inFlightBytes: number;
  readonly ctas: number;
}

export interface MemoryRun {
  readonly bytes: number;
  /** Each run starts at a multiple of so many bytes. */
  readonly aligned: number;
  /** Whether the runs of a block lie 2 MiB apart or more. */
  readonly isFar: boolean;
}

export const BOUNDS = ['memory', 'in flight', 'issue', 'shared memory', 'launch'] as const;

export interface TimeBound {
  readonly name: (typeof BOUNDS)[number];
  /** Time by that of a copy of the same bytes. */
  readonly factor: number;
  readonly words: string;
}

export interface PredictedTime {
  /** The largest first. */
  readonly bounds: readonly TimeBound[];
  /** Time of the whole move divided by the time of a copy. */
  readonly factor: number;
  readonly seconds: number;
}

/**
 * Fitted to times of some thousand blocks: how sharply the largest bound stands out; what a line costs that is read, or
 * written, in two pieces; what each run costs, however long; what runs cost that lie 2 MiB apart.
 */
const SHARPNESS = 4;
const READ_PIECE = 0.35;
const WRITTEN_PIECE = 0.04;
const EACH_RUN = 0.02;
const FAR_RUNS = 0.06;
/** A wavefront that waits holds the warp's next instructions up, too. */
const SHARED_COST = 1.4;

export function predictedTime(demand: Demand, gpu: CopySpeed): PredictedTime {
  const bounds = [
    memoryBound(demand),
    ...[inFlightBound, issueBound, sharedBound, launchBound].map(of => of(demand, gpu)),
  ];
  const factor = bounds.reduce((sum, bound) => sum + bound.factor ** SHARPNESS, 0) ** (1 / SHARPNESS);
  const seconds = factor * copySeconds(demand, gpu);
  return { bounds: bounds.toSorted((a, b) => b.factor - a.factor), factor, seconds };
}

const copySeconds = ({ bytes }: Demand, { bytesPerSecond }: CopySpeed): number => (2 * bytes) / bytesPerSecond;

function memoryBound({ readRun, writeRun }: Demand): TimeBound {
  const [read, written] = [readRun, writeRun].map(run => touchedBytes(run, SECTOR_BYTES));
  const far = [readRun, writeRun].filter(run => run.isFar).length;
  const factor = (costOf(readRun, READ_PIECE) + costOf(writeRun, WRITTEN_PIECE)) / 2 + FAR_RUNS * far;
  const farWords = far > 0 ? ', in runs 2 MiB apart' : '';
  return {
    name: 'memory',
    factor,
    words: `memory-bound: ${rounded(read)} bytes are read and ${rounded(written)} written for each one that counts${farWords}`,
  };
}

/** Cost of a run divided by the cost of its bytes in a copy. */
function costOf(run: MemoryRun, piece: number): number {
  const touched = touchedBytes(run, SECTOR_BYTES);
  return touched + piece * (touchedBytes(run, LINE_BYTES) - touched) + 2 * EACH_RUN * (LINE_BYTES / run.bytes);
}

/** Bytes of whole pieces that a run touches, for each of its own, over all starts that its alignment allows. */
function touchedBytes({ bytes, aligned }: MemoryRun, piece: number): number {
  const step = Math.min(aligned, piece);
  return ((bytes - step) / piece + 1) * (piece / bytes);
}

function inFlightBound({ inFlightBytes }: Demand, gpu: CopySpeed): TimeBound {
  const kib = (bytes: number) => `${rounded(bytes / 1024)} KiB`;
  return {
    name: 'in flight',
    factor: gpu.inFlightBytes / inFlightBytes,
    words: `latency-bound: ${kib(inFlightBytes)} are under way in an SM, and a copy needs ${kib(gpu.inFlightBytes)}`,
  };
}

function issueBound({ slots }: Demand, gpu: CopySpeed): TimeBound {
  return {
    name: 'issue',
    factor: slots / gpu.slots,
    words: `issue-bound: ${Math.round(slots)} slots for ${LINE_BYTES} B, ${Math.round(gpu.slots)} are there`,
  };
}

function sharedBound({ wavefronts }: Demand, gpu: CopySpeed): TimeBound {
  return {
    name: 'shared memory',
    factor: (wavefronts / gpu.wavefronts) * SHARED_COST,
    words: `bound by bank conflicts: ${rounded(wavefronts)} wavefronts for ${LINE_BYTES} B, ${rounded(gpu.wavefronts)} are there`,
  };
}

function launchBound(demand: Demand, gpu: CopySpeed): TimeBound {
  const bytes = Math.round(demand.bytes / demand.ctas);
  return {
    name: 'launch',
    factor: demand.ctas / gpu.ctasPerSecond / copySeconds(demand, gpu),
    words: `launch-bound: ${bytes} bytes a CTA, and ${rounded(gpu.ctasPerSecond / 1e9)} billion CTAs start in a second`,
  };
}

const rounded = (n: number): string => String(Math.round(n * 100) / 100);

/** Warps' instructions for 128 bytes each way, of warps that move `bytes` with `instructions`. */
export const slotsFor = (instructions: number, bytes: number): number => (instructions * LINE_BYTES) / bytes;

/** Lanes of whole warps. */
export const warpsFor = (threads: number): number => Math.ceil(threads / LANES);
