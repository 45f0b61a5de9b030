/**
 * `RunRecord`: one finished run on a GPU, complete enough to be read years later without the machine. It holds samples and no
 * statistics: these follow from the samples (`sample-statistics.ts`).
 */
import type { CounterOutcome } from './hardware-counters.ts';
import type { Launch } from './launch.ts';

export type RunOutcome =
  | {
      readonly kind: 'timed';
      /** Time of each sample. */
      readonly samplesNs: readonly number[];
      /** Average SM clock around the sample of the same index. */
      readonly samplesMhz: readonly number[];
      /** What held the clock down (bits of `clock-events.ts`), as runs of consecutive samples; absent if not known. */
      readonly clockEvents?: readonly (readonly [reasons: number, samples: number])[];
      /** Temperature of the GPU during the samples; absent if not known. */
      readonly celsius?: { readonly low: number; readonly high: number };
      /** Why sampling stopped. */
      readonly stop: 'converged' | 'plateau' | 'timeout' | 'tooFew';
      /** A sample is the time of so many launches, divided by their number. */
      readonly launchesPerSample: number;
      /** Copies of the buffers that these launches rotate through. */
      readonly workspaces: number;
      /** Samples that were discarded: the host was too slow, or no SM clock was read. */
      readonly discarded: number;
      /** Time between two events with nothing between them. */
      readonly eventOverheadNs: number;
    }
  /** The output was not the reference's, so nothing was timed. `wrong` and `firstIndex` are in elements. */
  | { readonly kind: 'wrong'; readonly buffer: string; readonly wrong: number; readonly firstIndex: number };

export interface RunRecord {
  /** ISO date and time of the end. */
  readonly date: string;
  /** Records of one comparison were measured in turns, in one process. Only these can be compared to a percent. */
  readonly comparison: string;
  readonly kernel: string;
  readonly variant: string;
  readonly params: Readonly<Record<string, number | string | boolean>>;
  readonly launch: Launch;
  readonly gpu: {
    readonly name: string;
    /** Tells two GPUs with the same name apart, and says nothing else of them. */
    readonly uuidHash: string;
    readonly arch: string;
    readonly smCount: number;
    readonly l2Bytes: number;
  };
  /** Release of the driver; '' where nothing said it. */
  readonly driver: string;
  /** Release of nvcc, `13.0.88`, and its arguments. */
  readonly nvcc: string;
  readonly flags: readonly string[];
  /** sha256 of source, headers and flags. */
  readonly sourceHash: string;
  readonly method: 'cold' | 'steady';
  readonly outcome: RunOutcome;
  /** Counters, read in another launch of the same code; absent if none were asked for. */
  readonly counters?: CounterOutcome;
  /** What the user calls the place of the GPU; absent for the machine of the server itself. */
  readonly place?: string;
  /** Processes of others that computed on the GPU meanwhile, the most at once; absent if not known. */
  readonly foreignProcesses?: number;
}

/** The compiled build: nvcc's arguments, and the sha256 of source, headers and arguments. */
export type Made = Pick<RunRecord, 'flags' | 'sourceHash'>;

/** Key that is unique among all runs that were ever made. */
export const runKey = ({ comparison, variant }: Pick<RunRecord, 'comparison' | 'variant'>): string =>
  `${comparison}/${variant}`;

/** The same names and values, in whatever order. */
export function sameParams(a: RunRecord['params'], b: RunRecord['params']): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every(name => Object.hasOwn(b, name) && a[name] === b[name]);
}
