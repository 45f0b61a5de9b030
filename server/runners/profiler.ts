/** NVIDIA's profiler: where it may be, and its arguments, by which it counts and changes nothing else. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { assert } from '../../src/base/assert.ts';
import { COUNTER_METRICS } from '../../src/trace/hardware-counters.ts';
import { findProgram, isExecutable } from '../exec/containment.ts';
import type { GpuProgram } from './gpu-link.ts';

/**
 * Path of the profiler: beside nvcc, on the PATH, or in its own installer's folder, newest first; null if there is
 * none.
 */
export function findProfiler(nvcc: string): string | null {
  const beside = join(dirname(nvcc), 'ncu');
  return findProgram('ncu') ?? [beside, ...versionsBelow('/opt/nvidia/nsight-compute')].find(isExecutable) ?? null;
}

function versionsBelow(folder: string): string[] {
  try {
    const names = readdirSync(folder).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    return names.map(name => join(folder, name, 'ncu'));
  } catch {
    return [];
  }
}

const ENTRY = /^[A-Za-z_]\w*$/;

/** The command that runs `program` under the profiler, which writes its table to `table`. Clocks are not changed. */
export function profiled(
  profiler: GpuProgram,
  program: GpuProgram,
  entries: readonly string[],
  table: string,
): GpuProgram {
  for (const entry of entries) assert(ENTRY.test(entry), `"${entry}" is the name of an entry`);
  return {
    file: profiler.file,
    argv: [
      ...profiler.argv,
      ...['--csv', '--page', 'raw', '--print-units', 'base', '--clock-control', 'none'],
      ...['--kernel-name', `regex:^(${[...new Set(entries)].join('|')})$`],
      ...['--metrics', Object.values(COUNTER_METRICS).join(',')],
      ...['--log-file', table, program.file, ...program.argv],
    ],
  };
}
