/** `BaselineRecord`: what others offer for a kernel's problem, timed in turns with the kernel's variants in one process. */
import type { Launch } from './launch.ts';
import type { RunRecord } from './run-record.ts';

export interface BaselineRecord
  extends Pick<RunRecord, 'date' | 'comparison' | 'kernel' | 'params' | 'gpu' | 'driver' | 'method' | 'outcome'> {
  /** `cublas`; in a comparison each is there once. */
  readonly baseline: string;
  /** 'cuBLAS (torch.matmul)'. */
  readonly title: string;
  /** Releases of what had a part in it: `{ torch: '2.11.0+cu130', cublas: '13.1.0' }`. */
  readonly versions: Readonly<Record<string, string>>;
  /** What it was given, bit for bit as the variants were; its answer it puts elsewhere than where they do. */
  readonly buffers: Launch['buffers'];
  /** sha256 of the code that launches and times it (`cuda/baselines`). */
  readonly sourceHash: string;
}

/** Runs of a kernel's variants, and of baselines in turns with them. */
export interface BaselineRecording {
  readonly records: readonly RunRecord[];
  readonly baselines: readonly BaselineRecord[];
}

/** 'cuBLAS (torch.matmul), torch 2.11.0+cu130, cublas 13.1.0'. */
export const baselineWords = ({ title, versions }: BaselineRecord): string =>
  [title, ...Object.entries(versions).map(([name, release]) => `${name} ${release}`)].join(', ');
