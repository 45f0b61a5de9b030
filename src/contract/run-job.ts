/**
 * Messages between the server and the resident GPU process (`cuda/runner`), which may be on another machine: a job is one
 * line of JSON, with the bytes that it names ahead of it; an answer is several frames. Jobs are written here and read by
 * C++. Frames are read here, and are trusted no more than any other input.
 *
 * A piece is a line `+NAME LENGTH` and that many bytes; its name is its sha256. A process keeps it for all jobs that
 * follow, until a line `-NAME`. So code and inputs are sent once.
 */
import type { DevicePlace, DeviceTensorMap, PlacedDeviceMap } from '../trace/device-launch.ts';
import type { Dim3, ElementType } from '../trace/launch.ts';
import { z } from './schema.ts';

export const TIMING_METHODS = ['cold', 'steady'] as const;
/**
 * cold: L2 is flushed before each launch. steady: many launches in a row, each on operands that L2 no longer holds unless they are small, so that
 * what a single launch costs to start does not show.
 */
export type TimingMethod = (typeof TIMING_METHODS)[number];

/**
 * Random elements of bf16 or f32, which both sides make as `launch-bytes.ts` does: they are too many to be
 * sent.
 */
export interface RunnerRandom {
  readonly type: 'bf16' | 'f32';
  readonly seed: number;
  readonly low: number;
  readonly high: number;
}

/** Bytes of a buffer: a piece by its name, random reals, or one byte over and over. */
export type RunnerContent = { readonly bytes: number } & (
  | { readonly piece: string }
  | { readonly random: RunnerRandom }
  | { readonly fill: number }
);

export type RunnerParam =
  | { readonly hex: string; readonly addresses: readonly DevicePlace[]; readonly maps?: readonly PlacedDeviceMap[] }
  | { readonly map: DeviceTensorMap; readonly pass: 'value' | 'address'; readonly tensor: DevicePlace };

export interface RunnerLaunch {
  /** Name of the piece with machine code, or with PTX, which the driver then assembles. */
  readonly module: string;
  readonly entry: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly cluster?: Dim3;
  readonly dynamicSharedBytes: number;
  /** Whether it may start before the preceding launch of its stream has ended; it then waits for that launch itself. */
  readonly programmaticStreamSerialization?: true;
  /** `isOutput`: brought back to what it was before each launch that is timed cold. */
  readonly buffers: readonly (RunnerContent & { readonly isOutput?: true })[];
  readonly symbols: readonly (RunnerContent & { readonly name: string })[];
  readonly params: readonly RunnerParam[];
}

/**
 * Expected content of a buffer: either exact bytes, or values of a float type, each with the greatest distance allowed.
 * The reference wrote these values and bounds as doubles.
 */
export type RunnerExpected = { readonly buffer: number; readonly elementBytes: number } & (
  | { readonly piece: string }
  | { readonly type: ElementType; readonly values: number; readonly bounds: number }
);

/** One launch of a comparison. */
export interface RunnerContender extends RunnerLaunch {
  /** At least one: a launch whose result cannot be checked is not timed. */
  readonly expected: readonly RunnerExpected[];
}

/**
 * A launch whose outputs say what the contenders' should be. It runs first; if it is wrong itself, no contender is
 * timed.
 */
export interface RunnerReference extends RunnerLaunch {
  /**
   * Elements of a buffer of doubles that the server computed, too: the pieces with their numbers as u32, and with their
   * values. At least one.
   */
  readonly spots: readonly {
    readonly buffer: number;
    readonly count: number;
    readonly indices: string;
    readonly values: string;
  }[];
}

export interface RunnerLaunches {
  /** Absent where bytes say all. */
  readonly reference?: RunnerReference;
  readonly contenders: readonly RunnerContender[];
}

export type RunnerTask =
  | { readonly kind: 'device' }
  | { readonly kind: 'ceilings' }
  | ({
      readonly kind: 'compare';
      readonly method: TimingMethod;
      /** Time for the samples of all contenders. */
      readonly maxSeconds: number;
    } & RunnerLaunches)
  /** Every contender once, checked and not timed: what a profiler around the process counts. */
  | ({ readonly kind: 'check' } & RunnerLaunches);

/** `nonce` marks the frames of this job; past `timeoutMs` from when it has the GPU the process ends itself. */
export type RunnerJob = RunnerTask & { readonly nonce: string; readonly timeoutMs: number };

/** Most samples of one contender, in one frame and in all. */
export const MAX_FRAME_SAMPLES = 20_000;
export const MAX_SAMPLES = 200_000;

const text = z.string().check(z.maxLength(512));
const count = z.int().check(z.minimum(0));
/** Far above what was ever measured, and low enough that sums of a whole recording stay finite. */
const positive = z.number().check(z.positive(), z.maximum(1e21));
const HOUR_NS = 3.6e12;
export const nanoseconds = z.number().check(z.positive(), z.maximum(HOUR_NS));
export const megahertz = z.number().check(z.positive(), z.maximum(1e5));
export const overheadNs = z.number().check(z.minimum(0), z.maximum(HOUR_NS));
const contender = count.check(z.maximum(63));
export const samplesOf = (number: typeof nanoseconds, most: number) =>
  z.array(number).check(z.minLength(1), z.maxLength(most));

const isOfEach = (ns: readonly number[], ...readings: (readonly number[])[]): boolean =>
  readings.every(each => each.length === ns.length);

export const STOPS = ['converged', 'plateau', 'timeout', 'tooFew'] as const;

export const deviceSchema = z.strictObject({
  stage: z.literal('device'),
  name: text,
  uuid: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  arch: z.string().check(z.regex(/^sm_\d{2,3}$/)),
  smCount: positive,
  l2Bytes: count,
  /** Version that the driver supports: 13000 is CUDA 13.0. */
  cudaVersion: count,
  /** Release of the driver; absent where nothing says it. */
  driver: z.exactOptional(text),
});
export type RunnerDevice = z.infer<typeof deviceSchema>;

/** `MeasuredCeilings` of src/trace/ceilings.ts. */
export const ceilingShape = {
  copyBytesPerSecond: positive,
  matrixFlopsPerSecond: z.nullable(positive),
  sharedBytesPerClk: positive,
  launchNs: nanoseconds,
};
const ceilingsSchema = z.strictObject({ stage: z.literal('ceilings'), ...ceilingShape });

const timed = z.strictObject({
  contender,
  stop: z.enum(STOPS),
  /** A sample is the time of all of them, divided by their number. */
  launchesPerSample: z.int().check(z.minimum(1)),
  workspaces: z.int().check(z.minimum(1)),
  /** The host was too slow for the gate, or no SM clock was seen. */
  discarded: count,
});

export const runnerFrameSchema = z.discriminatedUnion('stage', [
  deviceSchema,
  ceilingsSchema,
  /** Another process has the GPU: once a second, before anything else. The job's time does not run yet. */
  z.strictObject({ stage: z.literal('waiting') }),
  z.strictObject({ stage: z.literal('verifying'), contender }),
  z.strictObject({ stage: z.literal('right'), contender }),
  /** A contender with a wrong result gets no time. `wrong` and `firstIndex` are in elements of the buffer. */
  z.strictObject({
    stage: z.literal('wrong'),
    contender,
    buffer: count,
    wrong: z.int().check(z.minimum(1)),
    firstIndex: count,
  }),
  z
    .strictObject({
      ...{
        stage: z.literal('samples'),
        contender,
        ns: samplesOf(nanoseconds, MAX_FRAME_SAMPLES),
        mhz: samplesOf(megahertz, MAX_FRAME_SAMPLES),
      },
      /** Bits of `trace/clock-events.ts`, and degrees; absent where nothing could say. */
      reasons: z.exactOptional(z.array(count)),
      celsius: z.exactOptional(z.array(count)),
    })
    .check(z.refine(({ ns, mhz }) => ns.length === mhz.length, 'as many clocks as times'))
    .check(
      z.refine(({ ns, reasons = ns, celsius = ns }) => isOfEach(ns, reasons, celsius), 'as many readings as times'),
    ),
  z.strictObject({
    stage: z.literal('done'),
    /** Time between two events with nothing between them. */
    eventOverheadNs: overheadNs,
    timed: z.array(timed),
    /** Processes of others that computed on this GPU meanwhile, the most at once; absent where nothing says it. */
    foreignProcesses: z.exactOptional(count),
  }),
  z.strictObject({ stage: z.literal('checked'), contenders: count }),
  z.strictObject({
    stage: z.literal('failed'),
    /** reference: what judges the contenders is wrong itself. */
    at: z.enum(['job', 'reference', 'cuda', 'timeout']),
    message: z.string().check(z.maxLength(4096)),
    contender: z.nullable(contender),
  }),
]);
export type RunnerFrame = z.infer<typeof runnerFrameSchema>;
