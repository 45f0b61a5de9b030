/**
 * nvcc of a place, for a machine that has none. The files of one step go there, nvcc runs there, and what it writes comes
 * back, so nothing else of the server needs to know. Text of the page is never compiled so: it must be kept from other
 * people's files, which can be checked on this machine alone.
 */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../exec/containment.ts';
import type { Exec } from '../exec/exec.ts';
import type { JobResult } from '../exec/job.ts';
import type { NvccElsewhere, NvccStep } from '../toolchain/compile.ts';
import { type Nvcc, parseArchs, parseVersion } from '../toolchain/find-nvcc.ts';
import { shellOf } from './elsewhere.ts';
import type { PlaceSpec, SlurmSpec, SshSpec } from './place-file.ts';
import { type PlaceShell, quoted } from './place-shell.ts';
import { runProgram } from './user-program.ts';

const ASK_MS = 30_000;
/** What nobody waits for any more ends there by itself. */
const MOST_CPU_SECONDS = 300;
/** Flags that nvcc would take from a profile there: the same command line must make the same code everywhere. */
const WITHOUT_FLAGS = 'unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS';
const USUAL = ['/usr/local/cuda', '/usr/local/cuda-*', '/opt/cuda', '/usr/lib/cuda'].map(
  folder => `${folder}/bin/nvcc`,
);

/** In a script: `$n` is nvcc, from PATH, the usual folders, or the environment module; without one the script ends. */
const findScript = ({ module = 'cuda' }: Pick<SshSpec, 'module'>): string =>
  [
    `for n in "$(command -v nvcc)" ${USUAL.join(' ')}; do [ -x "$n" ] && break; n=; done`,
    'if [ -z "$n" ]; then for m in lmod modules z00_lmod; do m=/etc/profile.d/$m.sh; [ -r $m ] && . $m && break; done',
    `module load ${quoted(module)} >/dev/null 2>&1; n=$(command -v nvcc); fi`,
    '[ -x "$n" ] || { echo no nvcc >&2; exit 127; }',
  ].join('; ');

/**
 * Prints a line of the mark and the folder's name, then the file that nvcc wrote. What nvcc says goes to standard error;
 * its exit code does not come back, since 255 would be ssh's own.
 */
const stepScript = (spec: SshSpec | SlurmSpec, mark: string, { argv, output }: NvccStep): string =>
  [
    `umask 077; ulimit -t ${MOST_CPU_SECONDS}; d=$(mktemp -d) && trap "rm -rf $d" EXIT && cd "$d" && tar -xf - || exit 1`,
    ...[findScript(spec), WITHOUT_FLAGS],
    `echo "${mark}$d"; "$n" ${argv.map(word => quoted(word)).join(' ')} >&2 </dev/null || exit 1`,
    output === null ? 'exit 0' : `cat ${quoted(output)}`,
  ].join('; ');

export interface FarNvcc {
  readonly nvcc: Nvcc;
  readonly place: string;
  readonly run: NvccElsewhere;
  close(): Promise<void>;
}

/** The first place, in the order of the file, that has one; null: none has. @param ssh path of the user's ssh. */
export async function findFarNvcc(exec: Exec, specs: readonly PlaceSpec[], ssh?: string): Promise<FarNvcc | null> {
  const far = specs.filter(spec => spec.kind !== 'local');
  const asked = await Promise.all(far.map(spec => askPlace(exec, spec, ssh)));
  const found = asked.filter(each => each !== null);
  await Promise.all(found.slice(1).map(each => each.close()));
  return found[0] ?? null;
}

async function askPlace(exec: Exec, spec: SshSpec | SlurmSpec, ssh: string | undefined): Promise<FarNvcc | null> {
  const shell = shellOf(spec, exec, ssh);
  if (shell === null) return null;
  const script = `${findScript(spec)}; echo "$n"; "$n" --version; "$n" --list-gpu-arch`;
  const told = await shell.run(script, { timeoutMs: ASK_MS });
  const printed = told.ok ? told.value.stdout.toString('utf8') : '';
  const version = parseVersion(printed);
  if (version === null) {
    await shell.close();
    return null;
  }
  const path = /^\/.*\/nvcc$/m.exec(printed)?.[0] ?? 'nvcc';
  const nvcc = { path, version, archs: parseArchs(printed) };
  return { nvcc, place: spec.name, run: step => runThere(exec, shell, spec, step), close: () => shell.close() };
}

const ended = (end: JobResult['end'], stderr = ''): JobResult => ({ end, stdout: '', stderr });

async function runThere(exec: Exec, shell: PlaceShell, spec: SshSpec | SlurmSpec, step: NvccStep): Promise<JobResult> {
  const { folder, output, leftMs, signal } = step;
  const tar = findProgram('tar');
  if (tar === null) return ended({ kind: 'notStarted', message: 'no tar' }, 'no tar on this machine');
  const order = { timeoutMs: leftMs, signal };
  const packed = await runProgram(exec, { file: tar, argv: ['-cf', '-', '-C', folder, '.'] }, order);
  if (packed.end.kind !== 'exited' || packed.end.code !== 0) return ended(packed.end, packed.stderr);
  const mark = `in-${randomBytes(8).toString('hex')}:`;
  const there = await shell.run(stepScript(spec, mark, step), { ...order, input: packed.stdout });
  if (!there.ok) return ended({ kind: 'notStarted', message: there.error.message }, there.error.message);
  const { end, stdout, stderr } = there.value;
  if (end.kind === 'cancelled' && !signal.aborted) return ended({ kind: 'timedOut' });
  const { remote, written } = behindMark(stdout, mark);
  const isDone = end.kind === 'exited' && end.code === 0 && remote !== '';
  if (isDone && output !== null)
    await writeFile(join(folder, output), named(written, output, remote, folder), { mode: 0o755 });
  return ended(end, remote === '' ? stderr : stderr.replaceAll(remote, folder));
}

/** A login may greet before the mark. The folder is '' if the script did not come so far. */
function behindMark(stdout: Buffer, mark: string): { readonly remote: string; readonly written: Buffer } {
  const at = stdout.indexOf(mark);
  const end = at < 0 ? -1 : stdout.indexOf('\n', at);
  if (end < 0) return { remote: '', written: Buffer.alloc(0) };
  return { remote: stdout.subarray(at + mark.length, end).toString('utf8'), written: stdout.subarray(end + 1) };
}

/** A PTX names its sources: as if it had been made here. */
const named = (bytes: Buffer, output: string, remote: string, folder: string): Buffer | string =>
  output.endsWith('.ptx') ? bytes.toString('utf8').replaceAll(remote, folder) : bytes;
