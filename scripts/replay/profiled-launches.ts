/** Reads the profiler's table for evidence, where any problem in it is an error. */
import { countIn, type ProfiledLaunch, parseProfilerTable } from '../../src/trace/profiler-table.ts';

export function profiledLaunches(csv: string): readonly ProfiledLaunch[] {
  const table = parseProfilerTable(csv);
  if (!table.ok) throw new Error(table.error);
  return table.value;
}

export function countOf(launch: ProfiledLaunch, counter: string): number {
  const count = countIn(launch, counter);
  if (count === null) throw new Error(`no count of ${counter}`);
  return count;
}
