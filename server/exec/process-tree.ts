/** Ends a job's processes: first its process group, then those that left the group but still carry the job's mark. */
import { readdir, readFile } from 'node:fs/promises';
import { JOB_MARKER } from './environment.ts';

/** A process can fork while the list is being read, and takes some time to end. */
const MAX_SWEEPS = 100;
const SWEEP_MS = 20;

/** The process `pid` leads its own process group. */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  sendSignal(-pid, signal);
}

/**
 * Kills every process whose mark contains this text, and waits for their end. Linux only; other systems do not show the
 * marks.
 */
export async function killMarked(part: string): Promise<void> {
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    const pids = await markedProcesses(part);
    if (pids.length === 0) return;
    for (const pid of pids) sendSignal(pid, 'SIGKILL');
    await new Promise(resolve => setTimeout(resolve, SWEEP_MS));
  }
}

async function markedProcesses(part: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const marks = await Promise.all(pids.map(async pid => markIn(await environmentOf(pid))));
  return pids.filter((_, i) => marks[i].includes(part)).map(Number);
}

const MARK = `${JOB_MARKER}=`;

const markIn = (environment: string): string =>
  environment.split('\0').find(variable => variable.startsWith(MARK)) ?? '';

/** Empty for a process that has ended, is a zombie, or belongs to another user. */
const environmentOf = (pid: string): Promise<string> => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself in the meantime.
  }
}
