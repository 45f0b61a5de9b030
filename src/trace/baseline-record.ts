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
  /** Releases of the software involved: `{ torch: '2.11.0+cu130', cublas: '13.1.0' }`. */
  readonly versions: Readonly<Record<string, string>>;
  /** It gets the same input as the variants, bit for bit. It writes its output to a buffer of its own. */
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
  /** Null if the output was wrong: then there is no time. */
  readonly medianNs: number | null;
}

/**
 * Rows of the newest comparison with exactly these parameters, baselines first; no rows if there is no such comparison.
 * `titleOf` gives the title of a variant.
 */
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

/** Timed in chains of launches: those of a baseline wait for each other. */
const overlapWords = ({ launch, method }: RunRecord): string =>
  launch.programmaticStreamSerialization && method === 'steady' ? ', launches overlap' : '';
