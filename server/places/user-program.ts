/** One of the user's own programs (ssh, Slurm's commands), from start to end. */
import type { Limits } from '../exec/containment.ts';
import type { Exec } from '../exec/exec.ts';
import type { JobEnd } from '../exec/job.ts';
import type { GpuProgram } from '../runners/gpu-link.ts';

export interface ProgramOrder {
  readonly timeoutMs: number;
  /** Its standard input. Default: nothing. */
  readonly input?: Uint8Array;
  readonly signal?: AbortSignal;
}

export interface ProgramEnd {
  readonly end: JobEnd;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** The user's programs are not limited. */
export const USERS_LIMITS: Limits = { cpuSeconds: 24 * 3600, fileBytes: 1 << 30, processes: 256, memoryBytes: null };
const MOST_BYTES = 64 << 20;

/** Starts a program of the user's own, and waits for its end. */
export function runProgram(
  exec: Exec,
  program: GpuProgram,
  { timeoutMs, input, signal }: ProgramOrder,
): Promise<ProgramEnd> {
  return exec.inFolder(async folder => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const process = exec.stay({
      ...program,
      ...{ folder, limits: USERS_LIMITS, view: null, maxErrorBytes: 1 << 20, isUsersProgram: true },
      ...(signal ? { signal } : {}),
      onOutput: chunk => {
        bytes += chunk.length;
        if (bytes > MOST_BYTES) process.stop();
        else chunks.push(chunk);
      },
    });
    const deadline = setTimeout(() => process.stop(), timeoutMs);
    if (input !== undefined) await Promise.race([process.write(input), process.ended]);
    process.finish();
    const { end, stderr } = await process.ended;
    clearTimeout(deadline);
    return { end, stdout: Buffer.concat(chunks), stderr };
  });
}
