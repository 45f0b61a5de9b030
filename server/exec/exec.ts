/** The only place that starts child processes. It knows which jobs are alive, and ends them all when the server ends. */
import { spawn } from 'node:child_process';
import {
  type ContainedCommand,
  type Containment,
  type ContainmentTools,
  containmentOf,
  findContainmentTools,
  findProgram,
  type Limits,
} from './containment.ts';
import { desktopEnvironment } from './environment.ts';
import { type ChildJob, type JobResult, runJob } from './job.ts';
import { type Resident, type ResidentOrder, startResident } from './resident.ts';
import { createWorkRoot, type WorkRoot } from './work-folder.ts';

export interface Exec {
  /** Whether a job can have a view of its own. */
  readonly hasNamespaces: boolean;
  /** The server's own folder, beside those of its jobs, and removed with them. */
  readonly folder: string;
  /** Makes a new private folder, passes it to `use`, and removes it in any case. */
  inFolder<T>(use: (folder: string) => Promise<T>): Promise<T>;
  run(job: ChildJob): Promise<JobResult>;
  /** Starts a process that stays and exchanges messages. */
  stay(order: ResidentOrder): Resident;
  /** Ends every running job, waits for their end, and removes what they left. */
  close(): Promise<void>;
}

/** For short probes: a version, a list, a capability. */
const PROBE_LIMITS: Limits = { cpuSeconds: 10, fileBytes: 1 << 20, processes: 64, memoryBytes: null };
const PROBE_TIMEOUT_MS = 5_000;
const PROBE_OUTPUT_BYTES = 64 * 1024;

/** @param workParent the folder in which jobs get theirs. Folders that a crashed server left there are removed. */
export async function createExec(workParent: string): Promise<Exec> {
  const root = await createWorkRoot(workParent);
  const works = async (command: ContainedCommand): Promise<boolean> => {
    const end = (await root.inFolder(folder => runJob(probeJob(command, folder), bare))).end;
    return end.kind === 'exited' && end.code === 0;
  };
  const tools = await findContainmentTools(works);
  return execIn(root, tools);
}

const bare: Containment = command => command;

export const probeJob = ({ file, argv }: ContainedCommand, folder: string): ChildJob => ({
  file,
  argv,
  folder,
  timeoutMs: PROBE_TIMEOUT_MS,
  maxOutputBytes: PROBE_OUTPUT_BYTES,
  limits: PROBE_LIMITS,
  view: null,
});

function execIn(root: WorkRoot, tools: ContainmentTools): Exec {
  const contain = containmentOf(tools);
  const containResident = containmentOf(withoutNamespaces(tools));
  const closing = new AbortController();
  const living = new Set<Promise<unknown>>();
  const track = <T>(work: Promise<T>): Promise<T> => {
    const ended = work.finally(() => living.delete(ended));
    living.add(ended);
    return ended;
  };
  return {
    hasNamespaces: tools.unshare !== null,
    folder: root.folder,
    inFolder: use => track(root.inFolder(use)),
    run: job => track(runJob({ ...job, signal: either(closing.signal, job.signal) }, contain)),
    stay: order => {
      const resident = startResident({ ...order, signal: either(closing.signal, order.signal) }, containResident);
      void track(resident.ended);
      return resident;
    },
    close: async () => {
      closing.abort();
      while (living.size > 0) await Promise.allSettled(living);
      await root.remove();
    },
  };
}

/** CUDA does not start if `/proc` lists other processes than the namespace has. */
const withoutNamespaces = (tools: ContainmentTools): ContainmentTools => ({
  ...tools,
  unshare: null,
  countsProcessesApart: false,
});

const either = (always: AbortSignal, own: AbortSignal | undefined): AbortSignal =>
  own ? AbortSignal.any([own, always]) : always;

/**
 * Opens a file or an address in the user's browser, which then runs independently. A failure is not reported, since the
 * link is printed as well. The argument is visible in the process list, so it must contain no secret.
 */
export function openInBrowser(target: string): void {
  const opener = findProgram(process.platform === 'darwin' ? 'open' : 'xdg-open');
  if (opener === null) return;
  const child = spawn(opener, [target], {
    env: desktopEnvironment(process.env),
    shell: false,
    detached: true,
    stdio: 'ignore',
  });
  child.on('error', () => {});
  child.unref();
}
