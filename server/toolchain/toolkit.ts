/**
 * Where nvcc's own files lie: what the compilation of a user's text may see of this machine. nvcc itself says it, in the
 * commands that it would run (`--dryrun`), and so does the host compiler that it would call (`-v`).
 */
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { err, ok, type Result } from '../../src/base/result.ts';
import { findProgram } from '../exec/containment.ts';
import { type Exec, probeJob } from '../exec/exec.ts';

export interface Toolkit {
  /** The compiler itself, if the one that was found is a script or a link to it. */
  readonly nvcc: string;
  /** An absolute path. */
  readonly hostCompiler: string;
  /** Files and folders that compiling needs, besides the source. */
  readonly paths: readonly string[];
}

/** Folders of a toolkit, a compiler or the system. A prefix may be a home folder, so it is never shown as a whole. */
const PREFIX_FOLDERS = ['bin', 'include', 'lib', 'lib32', 'lib64', 'libexec', 'nvvm', 'targets'];
/** With these, the loader and Debian's links find programs. */
const SYSTEM_FILES = ['/etc/ld.so.cache', '/etc/alternatives'];

/** The error is one sentence. */
export async function findToolkit(exec: Exec, nvcc: string): Promise<Result<Toolkit, string>> {
  const dryRun = parseDryRun(await printedBy(exec, nvcc, ['--dryrun', '-ptx', 'x.cu']));
  if (dryRun === null) return err('nvcc --dryrun does not say where its files are');
  const hostCompiler = isAbsolute(dryRun.hostCompiler) ? dryRun.hostCompiler : findProgram(dryRun.hostCompiler);
  if (hostCompiler === null) return err(`nvcc needs ${dryRun.hostCompiler}, which is not on the PATH`);
  const [here, top, host] = await Promise.all([dryRun.here, dryRun.top, hostCompiler].map(resolved));
  const searched = parseSearchList(await printedBy(exec, hostCompiler, ['-E', '-v', '-x', 'c++', '/dev/null']));
  const includes = await Promise.all(searched.map(resolved));
  const prefixes = ['/', '/usr', top, dirname(dirname(host))].flatMap(prefix =>
    PREFIX_FOLDERS.map(folder => join(prefix, folder)),
  );
  const paths = [...prefixes, here, ...includes, ...SYSTEM_FILES];
  return ok({ nvcc: join(here, 'nvcc'), hostCompiler, paths: [...new Set(paths)] });
}

const resolved = (path: string): Promise<string> => realpath(path).catch(() => path);

async function printedBy(exec: Exec, file: string, argv: readonly string[]): Promise<string> {
  const { stdout, stderr } = await exec.inFolder(folder => exec.run(probeJob({ file, argv }, folder)));
  return `${stdout}\n${stderr}`;
}

interface DryRun {
  /** Folder of nvcc. */
  readonly here: string;
  /** The toolkit's root. */
  readonly top: string;
  /** Name or path of the host compiler, as nvcc calls it. */
  readonly hostCompiler: string;
}

/** null if one of the three is missing. */
export function parseDryRun(printed: string): DryRun | null {
  const here = /^#\$ _HERE_=(.+)$/m.exec(printed)?.[1].trim();
  const top = /^#\$ TOP=(.+)$/m.exec(printed)?.[1].trim();
  const line = printed.split('\n').find(said => said.includes('-D__CUDA_ARCH__=') && said.includes(' -E ')) ?? '';
  const preprocess = /^#\$ (?:"([^"]+)"|(\S+)) /.exec(line);
  const hostCompiler = preprocess?.[1] ?? preprocess?.[2];
  return here && top && hostCompiler ? { here, top, hostCompiler } : null;
}

/** The folders that are searched for `#include <…>`: gcc's manual, option -v. */
export function parseSearchList(printed: string): string[] {
  const lines = printed.split('\n');
  const first = lines.indexOf('#include <...> search starts here:') + 1;
  const end = lines.findIndex(line => line.startsWith('End of search list'));
  return lines
    .slice(first, first === 0 ? 0 : Math.max(first, end))
    .map(line => line.trim())
    .filter(isAbsolute);
}
