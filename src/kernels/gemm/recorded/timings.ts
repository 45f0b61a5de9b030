/** Runs on a GPU, as they were recorded: every sample, and nothing that follows from samples. The folder's README.md says how they were taken. */
import type { GemmBuild } from '../build.ts';
import recorded from './timings.json' with { type: 'json' };

/** One contender's samples; null is cuBLAS. Samples of equal index of a comparison were taken in turn. */
export interface Contender {
  readonly build: GemmBuild | null;
  /** Each launch may start while the one before it ends; else it waits for that end. */
  readonly overlaps: boolean;
  /**
   * Time of one launch among many that follow each other with rotating operands; the SM clock during these launches
   * follows.
   */
  readonly steadyUs: readonly number[];
  readonly steadyMhz: readonly number[];
  /** Time of one launch after a write of more bytes than the L2 cache holds. */
  readonly coldUs: readonly number[];
}

/** Contenders that took turns in random order within one process: only these can be told apart by a percent. */
export interface TimingComparison {
  /** `ladder`: the rule's build of each version; `duel`: one build alone with cuBLAS. */
  readonly kind: 'ladder' | 'duel';
  /** Size of M, N and K. */
  readonly size: number;
  /** Operands that the steady launches rotate through, three L2 caches together or one set that is larger. */
  readonly operandSets: number;
  readonly contenders: readonly Contender[];
}

export interface Timings {
  readonly gpu: string;
  readonly sms: number;
  readonly l2Bytes: number;
  readonly driver: string;
  readonly nvcc: string;
  /** Release of PyTorch, and of the CUDA that its cuBLAS comes with. */
  readonly torch: string;
  readonly date: string;
  /** First digits of the sha256 of the device sources that ran. */
  readonly sources: string;
  readonly comparisons: readonly TimingComparison[];
}

/** All builds are of bf16: when they were recorded, there was nothing else. */
const comparisons = recorded.comparisons.map(({ contenders, ...comparison }) => ({
  ...comparison,
  contenders: contenders.map(({ build, ...contender }) => ({
    ...contender,
    build: build && { ...build, elementType: 'bf16' },
  })),
}));

export const TIMINGS = { ...recorded, comparisons } as Timings;
