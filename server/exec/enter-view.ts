/**
 * Runs before a job that has a view, as the first process of new mount and process namespaces. It builds a root that
 * contains only what is shown, makes it the only root, runs the job's command in it, and copies its results out.
 *   enter-view.ts VIEW -- COMMAND ARGUMENT…      VIEW: `View` of containment.ts as JSON
 * Other files are not just forbidden: no path leads to them. There is no /proc and no device either. Everything that the
 * job writes is in memory of limited size and is lost when it ends, except for its results, which are copied out as plain
 * files.
 */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  cpSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  type Stats,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const PROGRAMS = '/usr/sbin:/usr/bin:/sbin:/bin';
/** The root holds only mount points and links. */
const ROOT_LIMITS = 'size=4m,nr_inodes=8192,mode=0755';
/** For everything that the job writes. A compilation of a long text with many headers takes a tenth of it. */
const FOLDER_LIMITS = 'size=256m,nr_inodes=8192,mode=0700,noexec';
const RESULT_BYTES = 64 << 20;
/** Below the job's own folder, and removed with it. */
const ROOT = 'view';

const { folder, shown, results } = JSON.parse(process.argv[2]);
const [file, ...argv] = process.argv.slice(process.argv.indexOf('--') + 1);
const root = join(folder, ROOT);

// When this process ends, it kills every other process in its namespace; outside one, these would be processes of others.
if (process.pid !== 1) fail('the view needs a process namespace of its own');
mkdirSync(root, { recursive: true });
mountMemory(root, ROOT_LIMITS);
// Parent folders come first: what lies in a shown folder is shown with it.
for (const path of shown.sort()) show(path);
protectInnerMounts();
mkdirSync(inRoot('/tmp'), { recursive: true });
mkdirSync(inRoot(folder), { recursive: true });
mountMemory(inRoot(folder), FOLDER_LIMITS);
copyIn();
// Opened here, since no path in the view leads to them.
const outputs = results.map((name: string) => ({ name, output: openSync(join(folder, name), 'w', 0o600) }));
leaveOldRoot();
const { status, error } = spawnSync(file, argv, { cwd: folder, shell: false, stdio: 'inherit' });
endTheRest();
for (const { name, output } of outputs) copyOut(join(folder, name), output);
if (error !== undefined) fail(error.message);
process.exit(status ?? 1);

function mountMemory(place: string, limits: string): void {
  run('mount', '-t', 'tmpfs', '-o', `${limits},nosuid,nodev`, 'view', place);
}

/** Links are created again, so that they point to places within the view. */
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

/**
 * A mount inside a shown folder keeps its own flags, since `ro` applies only to the outermost mount. proc(5):
 * /proc/PID/mountinfo.
 */
function protectInnerMounts(): void {
  for (const line of readFileSync('/proc/self/mountinfo', 'utf8').split('\n')) {
    const [, , , , place = '', options = ''] = line.split(' ');
    const path = place.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
    const has = options.split(',');
    if (!path.startsWith(`${root}/`) || has.includes('ro')) continue;
    // A flag that already holds must be given again.
    const kept = has.includes('noexec') ? ',noexec' : '';
    run('mount', '-o', `remount,bind,ro,nosuid,nodev${kept}`, path);
  }
}

/** Copies what the server wrote into the folder: sources, or what the step before left. */
function copyIn(): void {
  for (const name of readdirSync(folder)) {
    if (name !== ROOT) cpSync(join(folder, name), join(inRoot(folder), name), { recursive: true });
  }
}

/** pivot_root(2). `umount` reads /proc to find what it is to remove, so /proc is removed last. */
function leaveOldRoot(): void {
  const [old, proc] = [inRoot('/old'), inRoot('/proc')];
  mkdirSync(old);
  mkdirSync(proc);
  run('mount', '--rbind', '/proc', proc);
  run('mount', '-o', 'remount,bind,ro,nosuid,nodev', root);
  process.chdir(root);
  run('pivot_root', '.', 'old');
  process.chdir('/');
  run('umount', '--lazy', '/old');
  run('umount', '--lazy', '/proc');
}

/** kill(2): -1 means every process that we may signal, except ourselves. */
function endTheRest(): void {
  try {
    process.kill(-1, 'SIGKILL');
  } catch {
    // There is none left.
  }
}

/** A link, a pipe or a folder with the name of a result is not a result, and neither is a file that is too large. */
function copyOut(path: string, output: number): void {
  if (!statOf(path)?.isFile()) return;
  const input = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  // A sparse file may be larger than all memory.
  if (fstatSync(input).size <= RESULT_BYTES) writeFileSync(output, readFileSync(input));
  closeSync(input);
}

function inRoot(path: string): string {
  return join(root, path);
}

function statOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

/** If one step fails, the job must not run in an incomplete view. */
function run(program: string, ...options: string[]): void {
  // Not 'ignore', which would open /dev/null; the view has none.
  const { status, error } = spawnSync(program, options, { env: { PATH: PROGRAMS }, shell: false, stdio: 'inherit' });
  if (status !== 0) fail(error?.message ?? `${program} ${options.join(' ')} failed`);
}

/** Prints what went wrong where the job would print, and ends. */
function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
