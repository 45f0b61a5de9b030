/**
 * Scripts for an array of jobs: each of its jobs feeds one comparison to a GPU process of its own, and writes what it
 * answers to a file. Nothing there is named by the browser.
 */
import { assert } from '../../src/base/assert.ts';
import { JOB_MARKER } from '../exec/environment.ts';
import type { SlurmSpec } from './place-file.ts';
import { quoted } from './place-shell.ts';
import { base, copiedPath } from './runner-copy.ts';
import { namedJob, sharedOptions } from './slurm-job.ts';

/** One comparison: the pieces that it names, and two lines, which ask for the device and for the comparison. */
export interface ArrayTask {
  readonly pieces: readonly { readonly name: string; readonly bytes: number }[];
  readonly lines: readonly string[];
}

/** An array nobody has asked about for so long has nobody who wants its answers. */
const FORGOTTEN_MINUTES = 5;

/** In a script: the folder of an array. It is one of the copies' neighbours, so what is left of it is removed like them. */
const folderOf = (name: string, folder: string | undefined): string => `${base(folder)}/array-${namedJob(name)}`;

const entering = (name: string, { folder }: SlurmSpec): string => `umask 077; cd ${folderOf(name, folder)} || exit 1`;

export const makeScript = (name: string, { folder }: SlurmSpec): string =>
  `umask 077; mkdir -p ${folderOf(name, folder)} && touch ${folderOf(name, folder)}/wanted`;

/** Stores its input under a name, whole or not at all. */
export function putScript(name: string, spec: SlurmSpec, file: string, bytes: number): string {
  const [part, whole] = [quoted(`${file}.part`), quoted(file)];
  const isWhole = `[ "$(wc -c < ${part})" -eq ${bytes} ]`;
  return `${entering(name, spec)}; cat > ${part} && ${isWhole} && mv -f ${part} ${whole} || { rm -f ${part}; exit 1; }`;
}

/** `7`, or `7;cluster`. @param jobs how many. */
export function submitScript(name: string, spec: SlurmSpec, jobs: number): string {
  const words = [
    ...[`--job-name=${namedJob(name)}`, `--array=0-${jobs - 1}%${spec.jobs}`, '--no-requeue', '--output=/dev/null'],
    ...sharedOptions(spec),
  ];
  // On this machine the jobs would be taken for leftovers of this command, which carries the mark.
  return `${entering(name, spec)}; unset ${JOB_MARKER}; sbatch --parsable ${words.map(word => quoted(word)).join(' ')} tasks.sh`;
}

/** `3|PENDING|Resources` for each job that is in the queue, then `end 3 0`, with its exit code, for each that has ended by itself. */
export const lookScript = (name: string, spec: SlurmSpec): string =>
  `${entering(name, spec)}; touch wanted; squeue -h -r -n ${namedJob(name)} -o "%K|%T|%r" || exit 2; ` +
  'for f in *.end; do [ -e "$f" ] && echo "end $(basename "$f" .end) $(cat "$f")"; done; exit 0';

/** What one job of the array has said. */
export const answerScript = (name: string, spec: SlurmSpec, task: number): string =>
  `${entering(name, spec)}; cat ${task}.err >&2; cat ${task}.out`;

/** `JobState=TIMEOUT` and more of one job. */
export const taskStateScript = (name: string, task: number): string =>
  `scontrol -o show job 2>/dev/null | grep JobName=${namedJob(name)} | grep "ArrayTaskId=${task} " | tail -n 1`;

/** Takes back what still waits or runs, and removes the folder. */
export const endScript = (name: string, { folder }: SlurmSpec): string =>
  `scancel --name=${namedJob(name)} 2>/dev/null; rm -rf ${folderOf(name, folder)}; exit 0`;

/** The script of every job of the array. @param hash of the GPU process. */
export function tasksText(name: string, spec: SlurmSpec, hash: string, tasks: readonly ArrayTask[]): string {
  const feeds = tasks.map(({ pieces, lines }, i) => {
    for (const line of lines) assert(!line.includes('\n'), 'a job is one line');
    const sent = pieces.map(({ name: piece, bytes }) => `echo "+${piece} ${bytes}"; cat ${piece}`);
    return [`${i})`, ...sent, "cat <<'LINES'", ...lines, 'LINES', ';;'].join('\n');
  });
  return `#!/bin/sh
${entering(name, spec)}
i=$SLURM_ARRAY_TASK_ID
if [ -n "$(find wanted -mmin +${FORGOTTEN_MINUTES})" ]; then exit 0; fi
feed() {
case $i in
${feeds.join('\n')}
esac
}
# The process ends with its input, so the input stays open until it has answered.
{ feed; until [ -e $i.end ] || grep -Eq '"stage":"(done|failed)"' $i.out; do sleep 1; done; } 2>/dev/null |
{ ${copiedPath(hash, spec.folder)} > $i.out 2> $i.err; echo $? > $i.code; mv $i.code $i.end; }
`;
}
