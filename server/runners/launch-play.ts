/** One launch in a process of its own (`cuda/replay`): bytes in, bytes out. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '../../src/base/result.ts';
import { ELEMENT_BYTES, type Launch } from '../../src/trace/launch.ts';
import { moduleStarts } from '../../src/trace/module-starts.ts';
import type { Limits } from '../exec/containment.ts';
import type { Exec } from '../exec/exec.ts';
import { readResult } from '../exec/result-file.ts';
import { plainDiagnostics } from '../toolchain/diagnostics.ts';
import type { GpuProgram } from './gpu-link.ts';
import { JobWriter } from './launch-job.ts';
import { cancelled, failure } from './run-failures.ts';
import type { RunnerFailure } from './runner.ts';

export interface PlayOrder {
  readonly ptx: Uint8Array;
  /** All its buffers are read back. */
  readonly launch: Launch;
  /** Variables of the module that are read back, with their bytes. */
  readonly variables: Readonly<Record<string, number>>;
  readonly isCooperative: boolean;
}

export interface PlayedLaunch {
  readonly buffers: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  readonly variables: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** CUDA reserves unlimited address space. */
const LIMITS: Limits = { cpuSeconds: 600, fileBytes: 1 << 30, processes: 256, memoryBytes: null };
/** A kernel's name may have 100,000 characters. */
const MOST_SAID_BYTES = 256 * 1024;
const EXIT_NO_GPU = 3;
/** In the job's own folder, in which the program starts. */
const FILES = { module: 'module.ptx', job: 'job.txt', data: 'job.bin', out: 'job.out' } as const;

/** Writes what the program reads. The error is one sentence: what cannot be started again. */
export async function writeLaunchJob(folder: string, order: PlayOrder): Promise<Result<null, string>> {
  const { launch, variables, isCooperative, ptx } = order;
  const modules = moduleStarts(new TextDecoder().decode(ptx)).length;
  if (modules > 1)
    return err(`it cannot be started again: its PTX has ${modules} modules, which are linked for the emulator alone`);
  const buffers = launch.buffers.map(buffer => ({ ...buffer, output: true }));
  const job = new JobWriter();
  try {
    job.module(FILES.module);
    job.launch(launch.entry ?? '', { ...launch, buffers }, { globals: variables, isCooperative });
  } catch (error) {
    return err(`it cannot be started again: ${(error as Error).message}`);
  }
  for (const [name, bytes] of [
    [FILES.module, ptx],
    [FILES.job, job.text],
    [FILES.data, job.data],
  ] as const)
    await writeFile(join(folder, name), bytes, { flag: 'wx', mode: 0o600 });
  return ok(null);
}

/** What the program is started with, in the job's folder. */
export const PLAY_WORDS: readonly string[] = [FILES.job, FILES.data, FILES.out];

/** What buffers and variables hold behind the launch: they lie one after another. Null if the program left something else. */
export async function readPlayed(folder: string, order: PlayOrder): Promise<PlayedLaunch | null> {
  const sizes = order.launch.buffers.map(({ type, length }) => length * ELEMENT_BYTES[type]);
  const all = [...sizes, ...Object.values(order.variables)].reduce((sum, bytes) => sum + bytes, 0);
  if (all === 0) return { buffers: new Map(), variables: new Map() };
  const out = await readResult(join(folder, FILES.out), all);
  if (out?.length !== all) return null;
  let at = 0;
  const next = (bytes: number): Uint8Array<ArrayBuffer> => {
    at += bytes;
    return out.subarray(at - bytes, at);
  };
  const buffers = new Map(order.launch.buffers.map(({ name }, i) => [name, next(sizes[i])]));
  const variables = new Map(Object.entries(order.variables).map(([name, bytes]) => [name, next(bytes)]));
  return { buffers, variables };
}

interface PlayTerms {
  readonly exec: Exec;
  readonly program: GpuProgram;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Never longer than its time; ends with the signal. */
export function playLaunch(order: PlayOrder, terms: PlayTerms): Promise<Result<PlayedLaunch, RunnerFailure>> {
  return terms.exec.inFolder(async folder => {
    const written = await writeLaunchJob(folder, order);
    if (!written.ok) return err(failure('job', written.error));
    const failed = await startedIn(folder, terms);
    if (failed !== null) return err(failed);
    const played = await readPlayed(folder, order);
    return played === null ? err(failure('protocol', 'the launch left other bytes than its buffers have')) : ok(played);
  });
}

/** Why the program did not do it; null if it did. */
async function startedIn(
  folder: string,
  { exec, program, timeoutMs, signal }: PlayTerms,
): Promise<RunnerFailure | null> {
  if (signal.aborted) return cancelled;
  const said: Buffer[] = [];
  let isOverdue = false;
  const process = exec.stay({
    ...{ file: program.file, argv: [...program.argv, ...PLAY_WORDS], folder, limits: LIMITS, view: null, signal },
    maxErrorBytes: MOST_SAID_BYTES,
    onOutput: bytes => {
      said.push(bytes);
      if (said.reduce((sum, { length }) => sum + length, 0) > MOST_SAID_BYTES) process.stop();
    },
  });
  const deadline = setTimeout(() => {
    isOverdue = true;
    process.stop();
  }, timeoutMs);
  const { end, stderr } = await process.ended;
  clearTimeout(deadline);
  if (isOverdue) return failure('timeout', `the launch did not end within ${timeoutMs / 1000} s, and was stopped`);
  if (signal.aborted) return cancelled;
  const words = plainDiagnostics(stderr, folder).trim().split('\n').at(-1)?.slice(0, 300) ?? '';
  if (end.kind === 'exited' && end.code === EXIT_NO_GPU) return failure('noGpu', words);
  if (end.kind !== 'exited' || end.code !== 0)
    return failure('cuda', `the launch could not be started on this GPU${words && `: ${words}`}`);
  // The program's only line: the kernel and `ok`, or what the driver says.
  const line = Buffer.concat(said).toString('utf8').trim();
  if (line.endsWith(' ok')) return null;
  return failure('cuda', `the launch failed on this GPU: ${line.split(' ').slice(1).join(' ').slice(0, 300)}`);
}
