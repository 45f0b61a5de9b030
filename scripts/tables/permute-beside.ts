/** Permutations as they were timed in turns with others: one launch after the other, by the variant that the planner takes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselinesPath, parseBaselineRecording } from '../../src/contract/baseline-recording.ts';
import { RECORDINGS_FOLDER } from '../../src/contract/recording.ts';
import { jobOf } from '../../src/kernels/permute/job.ts';
import { CONSTANTS, RUN_TIME, schema } from '../../src/kernels/permute/params.ts';
import { fastestWide } from '../../src/kernels/permute/wide-launch.ts';
import type { BaselineRecording } from '../../src/trace/baseline-record.ts';
import { type RunRecord, sameParams } from '../../src/trace/run-record.ts';
import { sampleStatistics } from '../../src/trace/sample-statistics.ts';

const GPU = 'nvidia-h200';

/** What of a kernel was measured beside others; empty where nothing was. */
export function recordedBeside(root: string, kernel: 'permute' | 'transpose'): BaselineRecording {
  const path = join(root, 'public', RECORDINGS_FOLDER, baselinesPath(GPU, kernel));
  if (!existsSync(path)) return { records: [], baselines: [] };
  const parsed = parseBaselineRecording(readFileSync(path, 'utf8'));
  if (!parsed.ok) throw new Error(`${path}: ${parsed.error.field} ${parsed.error.message}`);
  return parsed.value;
}

export const isPlanned = ({ params, method, variant }: RunRecord): boolean =>
  method === 'steady' && fastestWide(jobOf(schema.parse(params))) === variant;

export const isCompiledIn = ({ binding }: RunRecord['params']): boolean => binding === CONSTANTS;

/** Times of one comparison, in microseconds. */
export interface Beside {
  readonly us: number;
  readonly copyUs: number;
  readonly inductorUs: number;
  readonly eagerUs: number;
}

/** The faster of them is what a time is divided by. */
const COPIES = ['device-copy', 'kernel-copy'];

export const shareOf = ({ copyUs, us }: Beside): number => copyUs / us;

export function besideOthers(record: RunRecord, { baselines }: BaselineRecording): Beside {
  const beside = (id: string): number => {
    const other = baselines.find(each => each.comparison === record.comparison && each.baseline === id);
    return other === undefined ? Number.NaN : microseconds(other);
  };
  return {
    us: microseconds(record),
    copyUs: Math.min(...COPIES.map(beside).filter(us => !Number.isNaN(us))),
    ...{ inductorUs: beside('inductor-permute'), eagerUs: beside('permute-contiguous') },
  };
}

/** The same with its plan compiled in; null where it was not measured so. */
export function compiledBeside({ params, variant }: RunRecord, recording: BaselineRecording): Beside | null {
  const found = recording.records.find(
    other =>
      isCompiledIn(other.params) &&
      other.variant === variant &&
      sameParams({ ...other.params, binding: RUN_TIME }, params),
  );
  return found === undefined ? null : besideOthers(found, recording);
}

const microseconds = ({ outcome }: Pick<RunRecord, 'outcome'>): number =>
  outcome.kind === 'timed' ? sampleStatistics(outcome.samplesNs).median / 1e3 : Number.NaN;
