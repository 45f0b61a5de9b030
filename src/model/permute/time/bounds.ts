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
 * NVIDIA H200: the copy and the CTAs a second were measured; slots are 4 a clock at 1.98 GHz; with the bytes in flight of a
 * copy by a kernel, 32 KiB, nothing waits for more.
 */
export const H200: CopySpeed = {
  bytesPerSecond: 4.26e12,
  sms: 132,
  slots: 62.7,
  wavefronts: 15.7,
  inFlightBytes: 24 * 1024,
  ctasPerSecond: 1.63e9,
};

/** What a mover asks of the GPU for a permutation. */
export interface Demand {
  /** Bytes of the tensor. */
  readonly bytes: number;
  /** Bytes side by side that a CTA reads, and writes; the bytes that all runs are multiples of lie at `aligned`. */
  readonly readRun: MemoryRun;
  readonly writeRun: MemoryRun;
  /** Whether blocks end within rows of the input that go on in the next block. */
  readonly endsInRows: boolean;
  /** Part of the input that a second CTA reads, too. */
  readonly readAgain: number;
  /** Part of the blocks' places that lie beyond the ends of the tensor. */
  readonly idle: number;
  /** Instructions of warps for 128 bytes each way. */
  readonly slots: number;
  /** Wavefronts of shared memory for 128 bytes each way: 2 without a conflict. */
  readonly wavefronts: number;
  /** Bytes in flight on an SM whose CTAs are all resident. */
  readonly inFlightBytes: number;
  readonly ctas: number;
  /** Time that no bound tells, by that of a copy: an SM's few CTAs that load or write at the same time, or wait for the engine. */
  readonly besides?: number;
  /** The same in seconds of each launch, however small the tensor is. */
  readonly besidesSeconds?: number;
  /** Whether blocks whose runs go on in each other come one behind the other, on both sides. */
  readonly neighboursFirst?: boolean;
  /** The mover whose times say what its memory costs; if it is left out, the first blocks of `tile-v` do. */
  readonly fitted?: 'tile-v' | 'tile-v, narrow' | 'tile-bulk' | 'tile-short';
}

/** Two lines: runs that start with a pair of lines are the fastest. */
export const PAIR_BYTES = 2 * LINE_BYTES;

export interface MemoryRun {
  readonly bytes: number;
  /** Each run starts at a multiple of so many bytes, `PAIR_BYTES` at most. */
  readonly aligned: number;
  /** Pages of 2 MiB in which the runs of a block lie. */
  readonly pages: number;
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

/** Parts of the time of a copy. What is touched in vain costs so much of what it would take as a part of the tensor. */
interface MemoryCosts {
  /** A line that is read, or written, in two pieces. */
  readonly readLine: number;
  readonly writtenLine: number;
  /** A pair of lines, and what it costs besides where the runs of a block lie in many pages of 2 MiB. */
  readonly readPair: number;
  readonly farReadPair: number;
  readonly writtenPair: number;
  readonly farWrittenPair: number;
  /** Blocks that do not end where rows of the input end. */
  readonly acrossRows: number;
  /**
   * What is lost at the end, when SMs have ever fewer CTAs left, by the part of the tensor that is under way: small CTAs end about
   * together.
   */
  tail(share: number): number;
}

/** Fitted to times of 14,600 blocks, by which rows and odd lengths were fitted afterwards. */
const FIRST: MemoryCosts = {
  ...{ readLine: 0.158, writtenLine: 0 },
  ...{ readPair: 0.05, farReadPair: 0.153, writtenPair: 0, farWrittenPair: 0.203 },
  acrossRows: 0.0085,
  tail: share => 0.633 * share,
};

const WIDE_TILES = {
  ...{ readLine: 0.083, writtenLine: 0 },
  ...{ readPair: 0.034, farReadPair: 0.08, writtenPair: 0, farWrittenPair: 0.104 },
  acrossRows: 0.005,
};

/** Fitted to times of 12,200 blocks of both movers, and of 1,300 once more in the order in which neighbours come first. */
const COSTS: Readonly<Record<NonNullable<Demand['fitted']>, MemoryCosts>> = {
  // Beyond the large tensors: fitted to 1,360 blocks of 4 to 16 bytes an element in tensors of 1 to 82 MB.
  'tile-v': {
    ...WIDE_TILES,
    tail: share => 0.99 * Math.min(share, LARGEST_SHARE) + 0.45 * Math.max(0, share - LARGEST_SHARE) * (1 - share),
  },
  // CTAs that are all under way at once end together. Fitted to 330 blocks of 1- and 2-byte elements, from 1 MiB to 134 MiB.
  'tile-v, narrow': { ...WIDE_TILES, tail: share => 0.3 * share * (1 - share) },
  // Fitted to some 600 boxes in 40 tensors of 0.2 MB to 2.6 GB.
  'tile-short': { ...WIDE_TILES, tail: share => 0.3 * share * (1 - share) },
  'tile-bulk': {
    ...{ readLine: 0.123, writtenLine: 0.034 },
    ...{ readPair: 0.026, farReadPair: 0.048, writtenPair: 0.014, farWrittenPair: 0.107 },
    acrossRows: 0.005,
    tail: share => Math.min(0.6, 2.06 * share * share),
  },
};

/** Of tensors of some 200 MB. */
const LARGEST_SHARE = 0.07;

const costsOf = ({ fitted }: Demand): MemoryCosts => (fitted === undefined ? FIRST : COSTS[fitted]);

/** Of the costs of pairs where neighbours come first: they ask for the other half of a pair soon after. */
const NEIGHBOURS_FIRST = 0.75;

const MANY_PAGES = 16;
/** Places beyond the ends. */
const IDLE = 0.044;
/** What a second CTA reads is in the L2 cache more often than not. */
const READ_AGAIN = 0.25;
/** What it costs that SMs have no work, in tensors of a few CTAs: each should have two. */
const CTAS_OF_SM = 2;
const MISSING_CTAS = 1;
/** What runs cost that are shorter than two sectors. None of the blocks that were measured had such. */
const SHORT_RUN = 0.1;
const SHORT_BYTES = 2 * SECTOR_BYTES;
/** A wavefront that waits holds the warp's next instructions up, too. */
const SHARED_COST = 1.4;

interface Bound {
  readonly name: (typeof BOUNDS)[number];
  factor(demand: Demand, gpu: CopySpeed): number;
  words(demand: Demand, gpu: CopySpeed): string;
}

const ALL: readonly Bound[] = [
  {
    name: 'memory',
    factor: demand => {
      const { readRun, writeRun, endsInRows, neighboursFirst, readAgain, idle } = demand;
      const [read, written] = [pageShare(readRun), pageShare(writeRun)];
      const costs = costsOf(demand);
      const near = neighboursFirst ? NEIGHBOURS_FIRST : 1;
      return (
        (costOf(readRun, costs.readLine, near * (costs.readPair + costs.farReadPair * read)) +
          costOf(writeRun, costs.writtenLine, near * (costs.writtenPair + costs.farWrittenPair * written))) /
          2 +
        (endsInRows ? costs.acrossRows : 0) +
        READ_AGAIN * readAgain +
        IDLE * idle
      );
    },
    words({ readRun, writeRun }) {
      const [read, written] = [readRun, writeRun].map(run => rounded(touchedBytes(run, SECTOR_BYTES)));
      const pages = Math.max(readRun.pages, writeRun.pages);
      const far = pages >= MANY_PAGES ? `; a block lies in ${pages} pages of 2 MiB` : '';
      const once = 'each byte is read and written once';
      const more = `${read} bytes are read and ${written} written for each one that counts`;
      return `memory-bound: ${read === '1' && written === '1' ? once : more}${far}`;
    },
  },
  {
    name: 'in flight',
    factor: ({ inFlightBytes }, gpu) => gpu.inFlightBytes / inFlightBytes,
    words({ inFlightBytes }, gpu) {
      const kib = (bytes: number) => `${rounded(bytes / 1024)} KiB`;
      return `latency-bound: ${kib(inFlightBytes)} are under way in an SM, and a copy needs ${kib(gpu.inFlightBytes)}`;
    },
  },
  {
    name: 'issue',
    factor: ({ slots }, gpu) => slots / gpu.slots,
    words: ({ slots }, gpu) =>
      `issue-bound: ${Math.round(slots)} slots for ${LINE_BYTES} B, ${Math.round(gpu.slots)} are there`,
  },
  {
    name: 'shared memory',
    factor: ({ wavefronts }, gpu) => (wavefronts / gpu.wavefronts) * SHARED_COST,
    words: ({ wavefronts }, gpu) =>
      `bound by bank conflicts: ${rounded(wavefronts)} wavefronts for ${LINE_BYTES} B, ${rounded(gpu.wavefronts)} are there`,
  },
  {
    name: 'launch',
    factor: (demand, gpu) => demand.ctas / gpu.ctasPerSecond / copySeconds(demand, gpu),
    words: ({ bytes, ctas }, gpu) =>
      `launch-bound: ${Math.round(bytes / ctas)} bytes a CTA, and ${rounded(gpu.ctasPerSecond / 1e9)} billion CTAs start in a second`,
  },
];

/** Time of the whole move divided by the time of a copy. The fourth power says how sharply the largest bound stands out. */
export function timeFactor(demand: Demand, gpu: CopySpeed): number {
  let sum = 0;
  for (const bound of ALL) {
    const square = bound.factor(demand, gpu) ** 2;
    sum += square * square;
  }
  const share = Math.min(1, (demand.inFlightBytes * gpu.sms) / demand.bytes);
  const missing = Math.max(0, 1 - demand.ctas / (CTAS_OF_SM * gpu.sms));
  const besides = (demand.besides ?? 0) + (demand.besidesSeconds ?? 0) / copySeconds(demand, gpu);
  return Math.sqrt(Math.sqrt(sum)) + costsOf(demand).tail(share) + MISSING_CTAS * missing + besides;
}

export function predictedTime(demand: Demand, gpu: CopySpeed): PredictedTime {
  const bounds = ALL.map(
    ({ name, factor, words }): TimeBound => ({ name, factor: factor(demand, gpu), words: words(demand, gpu) }),
  );
  const factor = timeFactor(demand, gpu);
  return { bounds: bounds.toSorted((a, b) => b.factor - a.factor), factor, seconds: factor * copySeconds(demand, gpu) };
}

const copySeconds = ({ bytes }: Demand, { bytesPerSecond }: CopySpeed): number => (2 * bytes) / bytesPerSecond;

/** From one page to so many that more cost no more. */
const pageShare = ({ pages }: MemoryRun): number => Math.min(1, (pages - 1) / (MANY_PAGES - 1));

/** Cost of a run divided by the cost of its bytes in a copy; `line` and `pair`: of what is touched in vain. */
function costOf(run: MemoryRun, line: number, pair: number): number {
  const [sectors, lines, pairs] = [SECTOR_BYTES, LINE_BYTES, PAIR_BYTES].map(piece => touchedBytes(run, piece));
  const short = SHORT_RUN * Math.max(0, SHORT_BYTES / run.bytes - 1);
  return sectors + line * (lines - sectors) + pair * (pairs - lines) + short;
}

/** Bytes of whole pieces that a run touches, for each of its own, over all starts that its alignment allows. */
function touchedBytes({ bytes, aligned }: MemoryRun, piece: number): number {
  const step = Math.min(aligned, piece);
  return ((bytes - step) / piece + 1) * (piece / bytes);
}

const rounded = (n: number): string => String(Math.round(n * 100) / 100);

/** Warps' instructions for 128 bytes each way, of warps that move `bytes` with `instructions`. */
export const slotsFor = (instructions: number, bytes: number): number => (instructions * LINE_BYTES) / bytes;

/** Lanes of whole warps. */
export const warpsFor = (threads: number): number => Math.ceil(threads / LANES);
