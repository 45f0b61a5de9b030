/**
 * The GPU process at a place: copied once, into a private folder named by its content. Those that nobody has used for a
 * month are removed.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { assert } from '../../src/base/assert.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import { failure } from '../runners/run-failures.ts';
import type { RunnerFailure } from '../runners/runner.ts';
import { type PlaceShell, quoted } from './place-shell.ts';

const ASK_MS = 30_000;
/** A few megabytes over a slow line. */
const COPY_MS = 300_000;
const OLD_DAYS = 30;

/** In a script: where its files are. @param folder that of the place's settings. */
export const base = (folder: string | undefined): string =>
  folder === undefined ? '"$HOME/.cache/lanescape/runners"' : quoted(`${folder}/runners`);

/** In a script: the path of a copy. */
export function copiedPath(hash: string, folder: string | undefined): string {
  assert(/^[0-9a-f]{64}$/.test(hash), 'a sha256');
  return `${base(folder)}/${hash}/runner`;
}

/** Says `there` or `absent`, and clears up. */
const lookScript = (hash: string, folder: string | undefined): string =>
  [
    `umask 077; d=${base(folder)}; mkdir -p "$d" && chmod 700 "$d" && cd "$d" || exit 1`,
    `if [ -x ${hash}/runner ]; then touch ${hash}; echo there; else echo absent; fi`,
    `find . -mindepth 1 -maxdepth 1 -type d -mtime +${OLD_DAYS} -exec rm -rf {} +`,
  ].join('; ');

/** The whole file or nothing gets its name: a full disk and a lost connection leave none. */
const copyScript = (hash: string, bytes: number, folder: string | undefined): string =>
  [
    `umask 077; cd ${base(folder)} && mkdir -p ${hash} && cd ${hash} || exit 1; p=.part-$$`,
    `if cat > $p && [ "$(wc -c < $p)" -eq ${bytes} ] && chmod 700 $p && mv -f $p runner; then exit 0; fi`,
    `rm -f $p; cd .. && rmdir ${hash} 2>/dev/null; exit 1`,
  ].join('; ');

/** The copy's name. @param file path here. */
export async function copyRunner(
  shell: PlaceShell,
  file: string,
  folder: string | undefined,
  signal: AbortSignal,
): Promise<Result<string, RunnerFailure>> {
  const bytes = await readFile(file);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const found = await shell.run(lookScript(hash, folder), { timeoutMs: ASK_MS, signal });
  if (!found.ok) return found;
  const word = found.value.stdout.toString('utf8').trim().split('\n').at(-1);
  if (word === 'there') return ok(hash);
  if (word !== 'absent') return err(notCopied(shell.host, found.value.stderr));
  const copied = await shell.run(copyScript(hash, bytes.length, folder), { timeoutMs: COPY_MS, input: bytes, signal });
  if (!copied.ok) return copied;
  const { end, stderr } = copied.value;
  return end.kind === 'exited' && end.code === 0 ? ok(hash) : err(notCopied(shell.host, stderr));
}

function notCopied(host: string, stderr: string): RunnerFailure {
  if (/No space left|Disk quota exceeded/i.test(stderr))
    return failure('server', `the disk of ${host} is full: the GPU process cannot be copied there`);
  const last = stderr.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
  return failure('server', `the GPU process cannot be copied to ${host}${last === '' ? '' : `: ${last}`}`);
}
