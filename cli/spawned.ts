/** Runs the command as a child process, as a user does: for tests. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const COMMAND = fileURLToPath(new URL('main.ts', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function lanescape(
  words: readonly string[],
  input: string | readonly Uint8Array[] = '',
): Promise<Finished> {
  const child = spawn(process.execPath, [COMMAND, ...words]);
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', chunk => stdout.push(chunk));
  child.stderr.on('data', chunk => stderr.push(chunk));
  // A verb that reads no input may end before the pipe is written.
  child.stdin.on('error', () => {});
  for (const piece of typeof input === 'string' ? [Buffer.from(input)] : input) child.stdin.write(piece);
  child.stdin.end();
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

/** True for exactly one line of text. */
export const isOneLine = (text: string): boolean => /^[^\n]+\n$/.test(text);
