/** A server in a process of its own, and the resources that it uses, for fuzz and soak tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FLAGS } from '../server-flags.ts';
import { projectRoot } from '../tree.ts';

export interface ProcessReading {
  readonly residentMB: number;
  readonly openFiles: number;
}

export interface ServerProcess {
  readonly port: number;
  readonly token: string;
  /** The current numbers (Linux). */
  reading(): ProcessReading;
  /** The numbers after the server has collected its garbage, and what it has logged since the last call. */
  tidied(): Promise<ProcessReading & { readonly logged: readonly string[] }>;
  isAlive(): boolean;
  end(): Promise<void>;
}

const KB_PER_MB = 1000;

/** @param secret contents of files that no answer may include. */
export async function startServerProcess(headersMs: number, secret = 'secret'): Promise<ServerProcess> {
  const program = join(projectRoot, 'server/fixtures/load-server.ts');
  const child = spawn(process.execPath, [...SERVER_FLAGS, '--expose-gc', program, String(headersMs), secret], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const [line] = await once(child.stdout!, 'data');
  const { port, token } = JSON.parse(String(line));
  return {
    port,
    token,
    reading: () => readingOf(child),
    tidied: () => tidied(child),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    end: () => ended(child),
  };
}

async function tidied(child: ChildProcess) {
  const answered = once(child, 'message');
  child.send('tidy');
  const [logged] = await answered;
  return { ...readingOf(child), logged };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
}

function readingOf({ pid }: ChildProcess): ProcessReading {
  const kB = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return { residentMB: Math.round((kB * 1.024) / KB_PER_MB), openFiles: readdirSync(`/proc/${pid}/fd`).length };
}
