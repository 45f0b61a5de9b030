/**
 * The file of places, `gpus.json`: written by the person who starts the server, never by the browser. Its values become
 * words of a command line, for ssh in a shell of another machine, so each is checked against a plain pattern.
 */
import { readFileSync } from 'node:fs';
import { err, ok, type Result } from '../../src/base/result.ts';
import { placeName } from '../../src/contract/api.ts';
import { fieldErrorOf } from '../../src/contract/field-error.ts';
import { z } from '../../src/contract/schema.ts';
import { defaultPlaceFile } from './place-path.ts';

const matching = (pattern: RegExp, message: string) => z.string().check(z.regex(pattern, message));
const word = matching(/^[A-Za-z0-9][A-Za-z0-9_.+-]{0,127}$/, 'expected letters, digits, -, _, + and .');
/** A name of ~/.ssh/config, or user@machine. What begins with - would be an option. */
const host = matching(/^[A-Za-z0-9][A-Za-z0-9_.@-]{0,254}$/, 'expected a name of your ssh config, or user@machine');
const path = matching(/^\/[A-Za-z0-9_.+/-]{1,255}$/, 'expected an absolute path of letters, digits, /, -, _, + and .');
const whole = (least: number, most: number) =>
  z.int(`expected a whole number from ${least} to ${most}`).check(z.minimum(least), z.maximum(most));

const name = placeName;
/** What is at every place that is not this machine. */
const elsewhere = {
  /** Where the GPU process is kept there; absent: ~/.cache/lanescape. */
  folder: z.exactOptional(path),
  /** Of the environment modules there: the one that has nvcc, for a machine without one; absent: cuda. */
  module: z.exactOptional(matching(/^[A-Za-z0-9][A-Za-z0-9_.+/-]{0,127}$/, 'expected a name of an environment module')),
};

const localSchema = z.strictObject({ name, kind: z.literal('local') });

const sshSchema = z.strictObject({
  ...{ name, kind: z.literal('ssh'), host, ...elsewhere },
  /** Number of the GPU, as nvidia-smi counts; absent: the first. */
  gpu: z.exactOptional(whole(0, 63)),
});

const slurmSchema = z.strictObject({
  ...{ name, kind: z.literal('slurm'), ...elsewhere },
  /** The login node; absent: Slurm's commands are on this machine. */
  host: z.exactOptional(host),
  ...{ partition: z.exactOptional(word), account: z.exactOptional(word), qos: z.exactOptional(word) },
  gres: z._default(
    matching(
      /^gpu(:[A-Za-z][A-Za-z0-9_.-]{0,63})?(:1)?$/,
      'expected gpu, gpu:1, or gpu:NAME:1: a comparison has one GPU',
    ),
    'gpu:1',
  ),
  constraint: z.exactOptional(
    matching(/^[A-Za-z0-9][A-Za-z0-9_.&|-]{0,127}$/, 'expected names of features, with & or | between them'),
  ),
  memory: z.exactOptional(matching(/^\d{1,5}[MG]$/, 'expected megabytes or gigabytes, as 8G')),
  /** Time limit of a job. Short ones start sooner. */
  minutes: z._default(whole(1, 240), 5),
  /** How long a job may wait in the queue. */
  waitMinutes: z._default(whole(1, 1440), 60),
  /** How many jobs at once: `record` spreads its comparisons over them. */
  jobs: z._default(whole(1, 16), 1),
});

export type LocalSpec = z.infer<typeof localSchema>;
export type SshSpec = z.infer<typeof sshSchema>;
export type SlurmSpec = z.infer<typeof slurmSchema>;
export type PlaceSpec = LocalSpec | SshSpec | SlurmSpec;

const placeSchema = z.discriminatedUnion('kind', [localSchema, sshSchema, slurmSchema], {
  error: 'expected the kind local, ssh or slurm',
});

/** No two places may have the same of something; null is always allowed. The error is at the later one's field. */
const unlike = (field: keyof PlaceSpec, of: (place: PlaceSpec) => string | null, message: string) =>
  z.check<PlaceSpec[]>(({ value, issues }) => {
    const all = value.map(of);
    const i = all.findIndex((each, at) => each !== null && all.indexOf(each) < at);
    if (i >= 0) issues.push({ code: 'custom', path: [i, field], message, input: value[i][field] });
  });

const fileSchema = z.strictObject({
  places: z
    .array(placeSchema)
    .check(z.minLength(1, 'expected at least one place'), z.maxLength(16, 'expected at most 16 places'))
    .check(
      unlike('name', ({ name }) => name, 'another place has this name'),
      unlike('kind', ({ kind }) => (kind === 'local' ? kind : null), 'another place is this machine, too'),
    ),
});

/** Without a file: this machine alone. */
export const HERE: readonly PlaceSpec[] = [{ name: 'here', kind: 'local' }];

/** The error is one sentence: the file, the field, what was expected. */
export function parsePlaces(text: string, file: string): Result<readonly PlaceSpec[], string> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    return err(`${file} is not JSON: ${(error as Error).message}`);
  }
  const parsed = fileSchema.safeParse(json);
  if (parsed.success) return ok(parsed.data.places);
  const { field, message } = fieldErrorOf(parsed.error);
  return err(`${file}${field === '' ? '' : `, ${field}`}: ${message}`);
}

/** @param named by the user; undefined: the usual file, which need not exist. */
export function readPlaces(named: string | undefined): Result<readonly PlaceSpec[], string> {
  const file = named ?? defaultPlaceFile();
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (named === undefined && code === 'ENOENT') return ok(HERE);
    if (code === 'EISDIR') return err(`${file} is a folder; expected a file in JSON that lists places`);
    return err(`${file} cannot be read: ${(error as Error).message}`);
  }
  return parsePlaces(text, file);
}
