/** Ends a job's processes: its process group first, then those that left the group but still carry the job's marker. */
import { readdir, readFile } from 'node:fs/promises';
import { JOB_MARKER } from './environment.ts';

/** A process can fork while the list is being read. */
const SWEEPS = 3;

/** `pid` leads its own process group. */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  sendSignal(-pid, signal);
}

/** Kills every process whose environment names the job. Linux only; elsewhere there is no way to see them. */
export async function killMarked(jobId: string): Promise<void> {
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const pids = await markedProcesses(jobId);
    if (pids.length === 0) return;
    for (const pid of pids) sendSignal(pid, 'SIGKILL');
  }
}

async function markedProcesses(jobId: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const marker = `${JOB_MARKER}=${jobId}`;
  const marked = await Promise.all(pids.map(async pid => (await environmentOf(pid)).includes(marker)));
  return pids.filter((_, i) => marked[i]).map(Number);
}

/** Empty for a process that is gone, a zombie, or somebody else's. */
const environmentOf = (pid: string): Promise<string> => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself in the meantime.
  }
}
