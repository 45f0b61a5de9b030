/** `BaselineRecord`: what others offer for a kernel's problem, timed in turns with the kernel's variants in one process. */
import type { Launch } from './launch.ts';
import { type RunOutcome, type RunRecord, sameParams } from './run-record.ts';
import { sampleStatistics } from './sample-statistics.ts';

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

/** One who took turns. */
export interface ComparedRow {
  readonly name: string;
  /** Null for a variant of ours. */
  readonly baseline: BaselineRecord | null;
  /** Null for a baseline. */
  readonly own: RunRecord | null;
  /** Null where the answer was wrong: there is no time then. */
  readonly medianNs: number | null;
}

/** Of the newest comparison with exactly these parameters, baselines first; none where there is none. `titleOf`: of a variant. */
export function comparedRows(
  { records, baselines }: BaselineRecording,
  params: RunRecord['params'],
  method: RunRecord['method'],
  titleOf: (variant: string) => string,
): ComparedRow[] {
  const newest = baselines
    .filter(each => each.method === method && sameParams(each.params, params))
    .reduce<BaselineRecord | null>((a, b) => (a === null || b.date > a.date ? b : a), null);
  const isOf = (each: { readonly comparison: string }): boolean => each.comparison === newest?.comparison;
  return [
    ...baselines.filter(isOf).map(each => ({
      ...{ name: each.title, baseline: each, own: null },
      medianNs: medianOf(each.outcome),
    })),
    ...records.filter(isOf).map(record => ({
      name: `${titleOf(record.variant)}${overlapWords(record)}`,
      ...{ baseline: null, own: record },
      medianNs: medianOf(record.outcome),
    })),
  ];
}

const medianOf = (outcome: RunOutcome): number | null =>
  outcome.kind === 'timed' ? sampleStatistics(outcome.samplesNs).median : null;

/** In chains of launches: a baseline's wait for each other. */
const overlapWords = ({ launch, method }: RunRecord): string =>
  launch.programmaticStreamSerialization && method === 'steady' ? ', launches overlap' : '';
