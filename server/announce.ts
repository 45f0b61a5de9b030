/** What `npm start` prints: the link, and a few lines that say what was found on this machine and what that allows. */
import type { MachineInfo } from '../src/contract/api.ts';
import { isLoopback } from './api/hosts.ts';

/**
 * The page reads the token from the fragment, which no browser sends to a server or into a Referer. The fragment also
 * tells the page that there is a server, so an open server has one too, although it accepts any text as token.
 */
export const pageLink = (url: string, token: string | null): string => `${url}/#token=${token ?? 'none'}`;

export interface Announced {
  /** The address on which the server listens. */
  readonly host: string;
  readonly machine: MachineInfo;
}

export function announce({ host, machine }: Announced): string[] {
  const lines = [compilerLine(machine), gpuLine(machine), ...placesLine(machine), recordingsLine(machine.recordedRuns)];
  if (machine.allowSource) lines.push(sourceLine(machine));
  if (!isLoopback(host)) {
    lines.push(
      `listening on ${host}, reachable from other machines and unencrypted: anyone who can read the network can read the token`,
    );
  }
  return lines;
}

function compilerLine({ nvcc }: MachineInfo): string {
  if (nvcc === null) return 'no nvcc: the shipped PTX is used';
  const where = nvcc.place === undefined ? 'found' : `found at ${nvcc.place}`;
  return `nvcc ${nvcc.version.split('.').slice(0, 2).join('.')} ${where}: kernels can be recompiled`;
}

function gpuLine({ gpus }: MachineInfo): string {
  if (gpus.length === 0) return 'no GPU: timings come from recorded runs';
  return `GPU found: ${gpus.map(gpu => `${gpu.name} (driver ${gpu.driver})`).join(', ')}`;
}

/** Says nothing where there is no place but this machine. */
function placesLine({ places }: MachineInfo): string[] {
  if (places.every(({ kind }) => kind === 'local')) return [];
  return [`runs can be made on: ${places.map(({ name, kind }) => `${name} (${kind})`).join(', ')}`];
}

function sourceLine({ nvcc }: MachineInfo): string {
  if (nvcc === null || nvcc.place !== undefined)
    return '--allow-source: there is no nvcc on this machine, so no text can be compiled';
  return '--allow-source: anyone with this link can make nvcc compile text on this machine; nvcc then sees no files except its own';
}

const recordingsLine = (count: number): string => `${count} recorded ${count === 1 ? 'run' : 'runs'}`;
