/**
 * Runs in front of a job that has a view, as the first process of fresh mount and process namespaces: builds a root that
 * holds nothing but what is shown, makes it the only one there is, and becomes the job's command.
 *   enter-view.ts FOLDER SHOWN… -- COMMAND ARGUMENT…
 * What is left out is not merely forbidden: no name in a text leads to it. There is no /proc and no device either.
 */
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readlinkSync, type Stats, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PROGRAMS = '/usr/sbin:/usr/bin:/sbin:/bin';
const ROOT_BYTES = 64 << 20;
/** Below the job's own folder, and removed with it. */
const ROOT = 'view';

const words = process.argv.slice(2);
const [folder, ...shown] = words.slice(0, words.indexOf('--'));
const [file, ...argv] = words.slice(words.indexOf('--') + 1);
const root = join(folder, ROOT);

mkdirSync(root, { recursive: true });
run('mount', '-t', 'tmpfs', '-o', `size=${ROOT_BYTES},mode=0755,nosuid,nodev`, 'view', root);
// Parents first: what lies in a shown folder is shown with it.
for (const path of shown.sort()) show(path);
mkdirSync(inRoot('/tmp'), { recursive: true });
mkdirSync(inRoot(folder), { recursive: true });
run('mount', '--bind', folder, inRoot(folder));
leaveOldRoot();
process.chdir(folder);
process.execve?.(file, [file, ...argv], process.env);

/** Links are made again, so that they lead where the view says. */
function show(path: string): void {
  const stat = statOf(path);
  const place = inRoot(path);
  if (stat === null || statOf(place) !== null) return;
  mkdirSync(dirname(place), { recursive: true });
  if (stat.isSymbolicLink()) {
    symlinkSync(readlinkSync(path), place);
    return;
  }
  if (stat.isDirectory()) mkdirSync(place);
  else writeFileSync(place, '');
  run('mount', '--rbind', '-o', 'ro,nosuid,nodev', path, place);
}

/** pivot_root(2). `umount` looks into /proc for what it is to remove, so that one goes last. */
function leaveOldRoot(): void {
  const [old, proc] = [inRoot('/old'), inRoot('/proc')];
  mkdirSync(old);
  mkdirSync(proc);
  run('mount', '--rbind', '/proc', proc);
  process.chdir(root);
  run('pivot_root', '.', 'old');
  process.chdir('/');
  run('umount', '--lazy', '/old');
  run('umount', '--lazy', '/proc');
}

function inRoot(path: string): string {
  return join(root, path);
}

function statOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

/** Says what went wrong where the job would speak, and ends: nothing runs in half a view. */
function run(program: string, ...options: string[]): void {
  // Not 'ignore', which would open /dev/null: the view has none.
  const { status, error } = spawnSync(program, options, { env: { PATH: PROGRAMS }, shell: false, stdio: 'inherit' });
  if (status === 0) return;
  process.stderr.write(`${error?.message ?? `${program} ${options.join(' ')} failed`}\n`);
  process.exit(1);
}
