import { describe, expect, it } from 'vitest';
import { COUNTER_METRICS, COUNTER_NAMES, type HardwareCounters, parseCounters } from './hardware-counters.ts';

const quoted = (values: readonly string[]): string => values.map(value => `"${value}"`).join(',');
const HEAD = ['ID', 'Process ID', 'Process Name', 'Kernel Name'];
const NAMES = quoted([...HEAD, ...COUNTER_NAMES.map(name => COUNTER_METRICS[name])]);
const UNITS = quoted([...HEAD.map(() => ''), ...COUNTER_NAMES.map(name => (/Sectors/.test(name) ? 'sector' : ''))]);
const row = (id: number, kernel: string, ...counts: readonly string[]): string =>
  quoted([String(id), '812', 'runner', kernel, ...counts]);

const WORDS = ['==PROF== Connected to process 812 (/usr/bin/runner)', '==PROF== Profiling "gemm" - 0: 1 pass'];
const table = (...rows: readonly string[]): string =>
  `${[...WORDS, '==PROF== Disconnected from process 812', NAMES, UNITS, ...rows].join('\n')}\n`;

const GEMM = row(0, 'gemm', '1,024', '0', '0', '0', '0', '12,345,678', '128');
const OTHER = row(1, 'transpose', '4096', '128', '0', '3968', '0', '512', '512');

const COUNTED: HardwareCounters = {
  ...{ sharedLoadWavefronts: 1024, sharedStoreWavefronts: 0, sharedAtomicWavefronts: 0 },
  ...{ sharedLoadConflicts: 0, sharedStoreConflicts: 0, globalLoadSectors: 12_345_678, globalStoreSectors: 128 },
};

describe('what the profiler counted', () => {
  it('is a set of counters for each launch', () => {
    const counted = parseCounters(table(GEMM, OTHER), ['gemm', 'transpose']);
    expect(counted).toMatchObject({
      ok: true,
      value: [COUNTED, { sharedLoadConflicts: 3968, globalStoreSectors: 512 }],
    });
  });

  it('is read by the names of the columns, whatever their order', () => {
    const swapped = table(GEMM)
      .split('\n')
      .map(line =>
        line.startsWith('"')
          ? line
              .split(/,(?=")/)
              .reverse()
              .join(',')
          : line,
      );
    expect(parseCounters(swapped.join('\n'), ['gemm'])).toEqual({ ok: true, value: [COUNTED] });
  });

  const FORBIDDEN =
    '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters';
  it.each([
    ['no leave', [...WORDS, FORBIDDEN].join('\n'), 'only administrators'],
    ['an error', '==ERROR== Failed to prepare kernel for profiling\n', 'the profiler failed: Failed to prepare'],
    ['nothing', '', 'no table'],
    ['words only', '==WARNING== No kernels were profiled.\n', 'no table'],
    ['names only', `${NAMES}\n`, 'no table'],
    ['garbage', table(GEMM, 'Segmentation fault'), 'damaged: "Segmentation fault"'],
    ['a line cut off within a value', table(GEMM).slice(0, -3), 'damaged'],
    ['a line cut off between values', table(GEMM.slice(0, GEMM.lastIndexOf(','))), 'its line 3 has other columns'],
    ['a launch too few', table(), 'saw 0 launches, not 1'],
    ['a launch too many', table(GEMM, OTHER), 'saw 2 launches, not 1'],
    ['another kernel', table(OTHER), 'saw transpose where gemm was launched'],
    ['a counter that is not there', table(GEMM).replace('op_atom', 'op_red'), 'did not count l1tex__data_pipe'],
    ['a counter without a value', table(GEMM.replace('"1,024"', '"n/a"')), 'did not count'],
    ['a number that is no count', table(GEMM.replace('"1,024"', '"1024.5"')), 'did not count'],
    ['a scaled number', table(GEMM.replace('"1,024"', '"-1"')), 'did not count'],
  ])('with %s is refused, with the reason', (_, text, why) => {
    const parsed = parseCounters(text, ['gemm']);
    expect(parsed.ok).toBe(false);
    expect(!parsed.ok && parsed.error).toContain(why);
  });
});
