/**
 * Limits around a child process, from the tools that this machine has and that need no root (util-linux):
 *   setpriv --pdeathsig          the kernel ends it when the server ends, even by `kill -9`
 *   unshare --pid --kill-child   a process namespace: when its first process ends, the kernel ends all others, even after `setsid`
 *   unshare --mount --net --ipc  for a job with a view: only the files that it is shown, and no network (`enter-view.ts`)
 *   confine                      for a job with a view: no rights, and few system calls (`confine.c`)
 *   prlimit                      processor time, size of a written file, memory, no core dump, number of processes
 */
import { accessSync, constants } from 'node:fs';
import { release } from 'node:os';
import { delimiter, extname, isAbsolute, join } from 'node:path';
import { assert } from '../../src/base/assert.ts';

export interface Limits {
  readonly cpuSeconds: number;
  readonly fileBytes: number;
  readonly processes: number;
  /** Limit of the address space of each process. null for programs that use CUDA, which reserves far more than it uses. */
  readonly memoryBytes: number | null;
}

/** What a job may see of this machine (read-only), and the program that takes away its rights. */
export interface Sight {
  /** Absolute paths of files and folders; those that do not exist are ignored. */
  readonly shown: readonly string[];
  /** The program built from `confine.c`. */
  readonly confine: string;
}

export interface JobView extends Sight {
  /**
   * Names of the files that stay in the job's folder. Everything else that the job writes is in memory and is lost when
   * it ends.
   */
  readonly results: readonly string[];
}

interface View extends JobView {
  /** The job's own folder. */
  readonly folder: string;
}

export interface ContainedCommand {
  readonly file: string;
  readonly argv: readonly string[];
}

/**
 * Gives the command that applies the limits and then becomes, or starts, the given one. Throws if a view is not possible.
 * `isUsersProgram`: it has no namespaces, since it speaks to the user's other programs.
 */
export type Containment = (
  command: ContainedCommand,
  limits: Limits,
  view: View | null,
  isUsersProgram?: boolean,
) => ContainedCommand;

export interface ContainmentTools {
  readonly setpriv: string | null;
  readonly unshare: string | null;
  readonly prlimit: string | null;
  /** Whether processes are counted per user namespace (Linux 5.14) and not per user of the whole machine. */
  readonly countsProcessesApart: boolean;
}

const WITH_SERVER = ['--pdeathsig', 'KILL'];
/** A program that holds something elsewhere, such as srun, gives it back at this signal, and could not at the other. */
const POLITELY_WITH_SERVER = ['--pdeathsig', 'TERM'];
const NAMESPACE = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child'];
const VIEW_NAMESPACES = ['--mount', '--net', '--ipc'];
/** The program lies beside this file, also in a bundle, where both are JavaScript. */
const ENTER_VIEW = [
  '--disable-warning=ExperimentalWarning',
  join(import.meta.dirname, `enter-view${extname(import.meta.filename)}`),
];

/**
 * @param works runs a command to its end and says whether it exited with 0, since namespaces may be forbidden on this
 * machine.
 */
export async function findContainmentTools(
  works: (command: ContainedCommand) => Promise<boolean>,
): Promise<ContainmentTools> {
  const setpriv = findProgram('setpriv');
  const unshare = findProgram('unshare');
  const prlimit = findProgram('prlimit');
  const truth = findProgram('true') ?? '/bin/true';
  const dying = setpriv !== null && (await works({ file: setpriv, argv: [...WITH_SERVER, '--', truth] }));
  const namespaced = unshare !== null && (await works({ file: unshare, argv: [...NAMESPACE, '--', truth] }));
  const limited = prlimit !== null && (await works({ file: prlimit, argv: ['--core=0', '--', truth] }));
  return {
    setpriv: dying ? setpriv : null,
    unshare: namespaced ? unshare : null,
    prlimit: limited ? prlimit : null,
    countsProcessesApart: namespaced && linuxAtLeast(release(), 5, 14),
  };
}

export function containmentOf(tools: ContainmentTools): Containment {
  return (command, limits, view, isUsersProgram = false) => {
    if (isUsersProgram) return tools.setpriv === null ? command : within(tools.setpriv, POLITELY_WITH_SERVER, command);
    const limited = tools.prlimit === null ? command : within(tools.prlimit, limitFlags(tools, limits), command);
    const inside = view === null ? apart(tools, limited) : inView(tools, limited, view);
    return tools.setpriv === null ? inside : within(tools.setpriv, WITH_SERVER, inside);
  };
}

const apart = ({ unshare }: ContainmentTools, command: ContainedCommand): ContainedCommand =>
  unshare === null ? command : within(unshare, NAMESPACE, command);

function inView({ unshare }: ContainmentTools, command: ContainedCommand, view: View): ContainedCommand {
  assert(unshare !== null, 'a view needs namespaces');
  const shown = [...view.shown, view.confine];
  const options = [...ENTER_VIEW, JSON.stringify({ ...view, shown })];
  const entering = within(process.execPath, options, within(view.confine, [], command));
  return within(unshare, [...NAMESPACE, ...VIEW_NAMESPACES], entering);
}

const within = (file: string, options: readonly string[], inner: ContainedCommand): ContainedCommand => ({
  file,
  argv: [...options, '--', inner.file, ...inner.argv],
});

function limitFlags({ countsProcessesApart }: ContainmentTools, limits: Limits): string[] {
  const flags = ['--core=0', `--cpu=${limits.cpuSeconds}`, `--fsize=${limits.fileBytes}`];
  // Otherwise the count includes everything else that the user runs, and a limit would make compilations fail at random.
  if (countsProcessesApart) flags.push(`--nproc=${limits.processes}`);
  if (limits.memoryBytes !== null) flags.push(`--as=${limits.memoryBytes}`);
  return flags;
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
