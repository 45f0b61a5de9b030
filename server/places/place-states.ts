/** What can be said of each place without running anything there, and what is wrong with it in words. */
import type { PlaceInfo } from '../../src/contract/api.ts';
import type { Exec } from '../exec/exec.ts';
import { findGpus, parseGpus, QUERY } from '../toolchain/find-gpus.ts';
import { shellOf } from './elsewhere.ts';
import type { PlaceSpec, SlurmSpec, SshSpec } from './place-file.ts';
import { type PlaceShell, quoted } from './place-shell.ts';

export interface PlaceState extends Pick<PlaceInfo, 'name' | 'kind'> {
  readonly isUsable: boolean;
  /** null: not known. */
  readonly gpu: string | null;
  readonly driver: string | null;
  /** Of a cluster: '2 of 8 nodes idle, 3 jobs wait'. */
  readonly queue: string | null;
  /** null: nothing is wrong. */
  readonly problem: string | null;
}

type Seen = Partial<Pick<PlaceState, 'gpu' | 'driver' | 'queue' | 'problem'>>;

const ASK_MS = 30_000;

/** @param ssh path of the user's ssh. */
export const lookAtPlaces = (exec: Exec, specs: readonly PlaceSpec[], ssh?: string): Promise<PlaceState[]> =>
  Promise.all(
    specs.map(async spec => {
      const seen = spec.kind === 'local' ? await lookHere(exec) : await lookThere(exec, spec, ssh);
      const { gpu = null, driver = null, queue = null, problem = null } = seen;
      return { name: spec.name, kind: spec.kind, isUsable: problem === null, gpu, driver, queue, problem };
    }),
  );

async function lookHere(exec: Exec): Promise<Seen> {
  const [gpu] = await findGpus(exec);
  return gpu === undefined ? { problem: 'no NVIDIA GPU on this machine' } : { gpu: gpu.name, driver: gpu.driver };
}

async function lookThere(exec: Exec, spec: SshSpec | SlurmSpec, ssh: string | undefined): Promise<Seen> {
  const shell = shellOf(spec, exec, ssh);
  if (shell === null) return { problem: 'no ssh on this machine' };
  return (spec.kind === 'ssh' ? lookAtMachine(spec, shell) : lookAtCluster(spec, shell)).finally(() => shell.close());
}

async function lookAtMachine({ gpu: number = 0, host }: SshSpec, shell: PlaceShell): Promise<Seen> {
  const words = QUERY.map(word => quoted(word)).join(' ');
  const asked = await shell.run(`nvidia-smi ${words}`, { timeoutMs: ASK_MS });
  if (!asked.ok) return { problem: asked.error.message };
  const found = parseGpus(asked.value.stdout.toString('utf8'));
  const gpu = found[number];
  if (gpu !== undefined) return { gpu: gpu.name, driver: gpu.driver };
  return {
    problem:
      found.length > 0
        ? `${host} has ${found.length} GPUs, and none of number ${number}`
        : `nvidia-smi finds no GPU on ${host}`,
  };
}

/** Lines of sinfo, and how many jobs wait. */
const clusterScript = ({ partition }: SlurmSpec): string => {
  const only = partition === undefined ? '' : `-p ${quoted(partition)} `;
  return `sinfo -h ${only}-o "%a|%D|%T" && echo waiting && squeue -h ${only}-t PD -o "%i"`;
};

async function lookAtCluster(spec: SlurmSpec, shell: PlaceShell): Promise<Seen> {
  const asked = await shell.run(clusterScript(spec), { timeoutMs: ASK_MS });
  if (!asked.ok) return { problem: asked.error.message };
  const { stdout, stderr } = asked.value;
  return clusterSeen(stdout.toString('utf8'), stderr, spec.partition);
}

/** @param told what `clusterScript` printed. */
export function clusterSeen(told: string, stderr: string, partition: string | undefined): Seen {
  const [nodes = '', waiting] = told.split(/^waiting$/m);
  if (waiting === undefined) {
    if (/not found/.test(stderr)) return { problem: "Slurm's commands are not on the PATH there" };
    return { problem: 'the controller of the cluster does not answer (slurmctld)' };
  }
  const rows = nodes
    .trim()
    .split('\n')
    .flatMap(line => {
      const [availability, count, state] = line.split('|');
      return /^\d+$/.test(count ?? '') ? [{ isUp: availability === 'up', count: Number(count), state }] : [];
    });
  const jobs = waiting.trim() === '' ? 0 : waiting.trim().split('\n').length;
  const sum = (of: typeof rows): number => of.reduce((total, { count }) => total + count, 0);
  const idle = rows.filter(({ state }) => /^(idle|mixed)/.test(state));
  const queue = `${sum(idle)} of ${sum(rows)} nodes with room, ${jobs} ${jobs === 1 ? 'job waits' : 'jobs wait'}`;
  if (rows.length === 0)
    return { problem: partition ? `there is no partition ${partition}` : 'the cluster has no nodes' };
  if (rows.every(({ isUp }) => !isUp)) return { queue, problem: 'the partition is down' };
  if (rows.every(({ state }) => /^(down|drain|fail)/.test(state))) return { queue, problem: 'all its nodes are down' };
  return { queue };
}
