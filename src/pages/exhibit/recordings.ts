/** Recorded runs of a kernel, from the files that the page comes with. What is no recording is refused, with the reason. */
import { fetchAnswer } from '../../app/server.ts';
import type { Result } from '../../base/result.ts';
import type { FieldError } from '../../contract/field-error.ts';
import { parseRecording, parseRecordingIndex, RECORDINGS_FOLDER } from '../../contract/recording.ts';
import type { RunRecord } from '../../trace/run-record.ts';

export interface Recordings {
  /** Of all GPUs. */
  readonly records: readonly RunRecord[];
  /** Why a file was refused, a sentence each. */
  readonly refusals: readonly string[];
}

/** Throws where the index itself is refused. */
export async function fetchRecordings(kernel: string): Promise<Recordings> {
  const index = await fetchText('index.json');
  if (index === null) return { records: [], refusals: [] };
  const { files } = accepted('index.json', parseRecordingIndex(index));
  const paths = files.filter(path => path.endsWith(`/${kernel}.json`));
  const answers = await Promise.allSettled(paths.map(path => fetchRecords(kernel, path)));
  return {
    records: answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : [])),
    refusals: answers.flatMap(answer => (answer.status === 'rejected' ? [(answer.reason as Error).message] : [])),
  };
}

async function fetchRecords(kernel: string, path: string): Promise<readonly RunRecord[]> {
  const text = await fetchText(path);
  if (text === null) throw refused(path, 'it is in the index, but not there');
  const { records } = accepted(path, parseRecording(text));
  const other = records.find(record => record.kernel !== kernel);
  if (other !== undefined) throw refused(path, `its records are of '${other.kernel}'`);
  return records;
}

/** null where there is no such file. */
async function fetchText(path: string): Promise<string | null> {
  const response = await fetchAnswer(`${RECORDINGS_FOLDER}/${path}`);
  if (response.status === 404) return null;
  if (!response.ok) throw refused(path, `the file server answered ${response.status}`);
  return response.text();
}

function accepted<T>(path: string, parsed: Result<T, FieldError>): T {
  if (parsed.ok) return parsed.value;
  const { field, message } = parsed.error;
  throw refused(path, field === '' ? message : `${field}: ${message}`);
}

const refused = (path: string, why: string): Error => new Error(`The recording ${path} is refused: ${why}.`);
