/** The inputs of the tables: recorded runs, and the most that their GPUs can do. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexPath, readRecording, recordingPaths } from '../../../cli/gpu/recording.ts';
import type { FieldError } from '../../../src/base/field-error.ts';
import type { Result } from '../../../src/base/result.ts';
import { parseCeilings } from '../../../src/contract/ceilings.ts';
import { CEILINGS_FILE, parseRecordingIndex, RECORDINGS_FOLDER } from '../../../src/contract/recording.ts';
import type { CeilingsRecord } from '../../../src/trace/ceilings.ts';
import type { RunRecord } from '../../../src/trace/run-record.ts';

export interface RecordedRuns {
  /** Records of all kernels and GPUs. */
  readonly records: readonly RunRecord[];
  readonly ceilings: readonly CeilingsRecord[];
  /** `runKey` of records whose sources or launches have changed since. */
  readonly stale: readonly string[];
}

/** Throws for a file that is no recording. */
export function readRecorded(root: string): RecordedRuns {
  const folder = join(root, 'public', RECORDINGS_FOLDER);
  const ceilingPaths = globSync(`*/${CEILINGS_FILE}`, { cwd: folder }).sort();
  return {
    records: recordingPaths(root).flatMap(readRecording),
    ceilings: ceilingPaths.map(path => parsed(join(folder, path), parseCeilings)),
    stale: parsed(indexPath(root), parseRecordingIndex).stale,
  };
}

function parsed<T>(path: string, parse: (text: string) => Result<T, FieldError>): T {
  const found = parse(readFileSync(path, 'utf8'));
  if (!found.ok) throw new Error(`${path}: ${found.error.field} ${found.error.message}`);
  return found.value;
}
