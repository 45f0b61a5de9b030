/**
 * Limits around a child process, from what this machine offers without root (util-linux):
 *   unshare --pid --kill-child   a process namespace: when its first process ends, the kernel ends every other, `setsid` or not
 *   prlimit                      processor time, size of a written file, no core dump, number of processes
 * No limit on address space: CUDA reserves far more of it than it uses.
 */
import { accessSync, constants } from 'node:fs';
import { release } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';

export interface Limits {
  readonly cpuSeconds: number;
  readonly fileBytes: number;
  readonly processes: number;
}

export interface Command {
  readonly file: string;
  readonly argv: readonly string[];
}

/** The command that applies the limits and then becomes, or starts, the given one. */
export type Containment = (command: Command, limits: Limits) => Command;

export interface ContainmentTools {
  readonly unshare: string | null;
  readonly prlimit: string | null;
  /** Is the number of processes counted per user namespace (Linux 5.14), and not per user of the whole machine? */
  readonly countsProcessesApart: boolean;
}

const NAMESPACE = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--'];

/** `works` runs a command to its end and says whether it exited with 0: a namespace may be forbidden to us. */
export async function findContainmentTools(works: (command: Command) => Promise<boolean>): Promise<ContainmentTools> {
  const unshare = findProgram('unshare');
  const prlimit = findProgram('prlimit');
  const truth = findProgram('true') ?? '/bin/true';
  const namespaced = unshare !== null && (await works({ file: unshare, argv: [...NAMESPACE, truth] }));
  const limited = prlimit !== null && (await works({ file: prlimit, argv: ['--core=0', '--', truth] }));
  return {
    unshare: namespaced ? unshare : null,
    prlimit: limited ? prlimit : null,
    countsProcessesApart: namespaced && linuxAtLeast(release(), 5, 14),
  };
}

export function containmentOf(tools: ContainmentTools): Containment {
  return (command, limits) => {
    let contained = command;
    if (tools.prlimit !== null) {
      const values = ['--core=0', `--cpu=${limits.cpuSeconds}`, `--fsize=${limits.fileBytes}`];
      // Elsewhere the count includes everything else that the user runs: a limit would break compiles at random.
      if (tools.countsProcessesApart) values.push(`--nproc=${limits.processes}`);
      contained = { file: tools.prlimit, argv: [...values, '--', contained.file, ...contained.argv] };
    }
    if (tools.unshare === null) return contained;
    return { file: tools.unshare, argv: [...NAMESPACE, contained.file, ...contained.argv] };
  };
}

export function linuxAtLeast(kernel: string, major: number, minor: number): boolean {
  const [a = 0, b = 0] = kernel.split('.').map(part => Number.parseInt(part, 10));
  return process.platform === 'linux' && (a > major || (a === major && b >= minor));
}

/** Absolute path of a program on PATH, or null. */
export function findProgram(name: string, path = process.env.PATH ?? ''): string | null {
  const folders = path.split(delimiter).filter(isAbsolute);
  return folders.map(folder => join(folder, name)).find(isExecutable) ?? null;
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
