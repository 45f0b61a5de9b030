/**
 * Hardware counters of launches: a separate GPU process under the profiler, in which every launch runs once. The resident
 * process, which times, is never profiled.
 */
import { join } from 'node:path';
import { err, type Result } from '../../src/base/result.ts';
import { type HardwareCounters, parseCounters } from '../../src/trace/hardware-counters.ts';
import { profilerRefusal } from '../../src/trace/profiler-table.ts';
import type { Exec } from '../exec/exec.ts';
import { readResult } from '../exec/result-file.ts';
import { directLink, type GpuProgram } from './gpu-link.ts';
import { GpuProcess } from './gpu-process.ts';
import { type JobOrder, writeJob } from './job-order.ts';
import { profiled } from './profiler.ts';

export interface CounterRun {
  readonly exec: Exec;
  /** null: no profiler was found on this machine. */
  readonly profiler: GpuProgram | null;
  /** The GPU process. */
  readonly program: GpuProgram;
}

/** The profiler repeats each launch, and saves and restores its memory. */
const LAUNCH_MS = 15_000;
/** Time for the profiler to write its table after its program has ended. */
const WRITE_MS = 10_000;
const MAX_TABLE_BYTES = 4 << 20;

/** The counters of each launch, in order; the error says in one sentence why there are none. */
export async function countLaunches(
  { exec, profiler, program }: CounterRun,
  order: JobOrder,
  signal: AbortSignal,
): Promise<Result<readonly HardwareCounters[], string>> {
  if (profiler === null) return err('there is no ncu on this machine: NVIDIA Nsight Compute counts');
  return exec.inFolder(async folder => {
    const table = join(folder, 'counters.csv');
    const entries = order.launches.map(({ entry }) => entry);
    const process = new GpuProcess(exec, directLink(profiled(profiler, program, entries, table)));
    const { launches, pieces } = await writeJob(order);
    const answer = await process.perform({
      ...{ task: { kind: 'check', ...launches }, pieces },
      ...{ timeoutMs: (entries.length + 1) * LAUNCH_MS, onFrame: () => null, onWaiting: () => {}, signal },
    });
    await process.finish(WRITE_MS);
    const text = (await readResult(table, MAX_TABLE_BYTES))?.toString('utf8') ?? '';
    // The profiler's own message explains more than the fact that its program did not answer.
    const refusal = profilerRefusal(text);
    if (refusal !== null) return err(refusal);
    return answer.ok ? parseCounters(text, entries) : err(answer.error.message);
  });
}
