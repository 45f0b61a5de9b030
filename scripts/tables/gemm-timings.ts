/** The times of the GEMM ladder, from the recorded samples. */
import {
  againstCublas,
  buildWords,
  clockMaxTflops,
  measuredTable,
  type PerformanceTable,
  tflopsOf,
} from '../../src/kernels/gemm/performance.ts';
import { PUBLISHED } from '../../src/kernels/gemm/published.ts';
import { TIMINGS } from '../../src/kernels/gemm/recorded/timings.ts';
import { sampleStatistics } from '../../src/trace/sample-statistics.ts';
import { tableOf, type WrittenTable } from './written-table.ts';

/** Text in the form of the third column of the ladder's table: `681.4 (68.9 %)`. */
const cellText = (tflops: number, max: number): string =>
  `${tflops.toFixed(1)} (${((100 * tflops) / max).toFixed(1)} %)`;

function performanceLines({ gpu, maxTflops, source, provenance, sizes, rows }: PerformanceTable): string[] {
  const head = [`${gpu}, TFLOPS (% of ${maxTflops})`, ...sizes.map(String)];
  const cells = rows.map(row => [row.name, ...row.cells.map(cell => (cell ? cellText(cell.tflops, maxTflops) : '—'))]);
  return [...tableOf(head, 1, cells), '', `${source === 'measured' ? 'Measured' : 'Published'}. ${provenance}`, ''];
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Version 4 and cuBLAS: compared alone, and as part of the ladder. */
function comparisonLines(): string[] {
  const head = ['version 4 against cuBLAS', 'build', 'size', 'each waits', 'they overlap', 'cold', 'cold, overlapping'];
  const rows = (['ladder', 'duel'] as const).flatMap(kind => {
    const every = againstCublas(TIMINGS, kind, 'v4-persistent');
    return every
      .filter(({ overlaps }) => !overlaps)
      .map(({ size, build, steady, cold }) => {
        const other = every.find(each => each.overlaps && each.size === size)!;
        const shares = [steady, other.steady, cold, other.cold].map(percent);
        return [kind === 'ladder' ? 'among all versions' : 'alone', buildWords(build), String(size), ...shares];
      });
  });
  return [...tableOf(head, 2, rows), ''];
}

/** How much of the peak the clock leaves, and how much of that version 4 reaches. */
function clockLines(): string[] {
  const head = ['size', 'SM clock', 'peak at that clock', 'version 4 of that'];
  const rows = TIMINGS.comparisons
    .filter(({ kind }) => kind === 'ladder')
    .map(({ size, contenders }) => {
      const ours = contenders.find(({ build }) => build?.version === 'v4-persistent')!;
      const [us, mhz] = [ours.steadyUs, ours.steadyMhz].map(samples => sampleStatistics(samples).median);
      const peak = clockMaxTflops(ours, TIMINGS);
      return [String(size), `${mhz.toFixed(0)} MHz`, `${peak.toFixed(1)} TFLOPS`, percent(tflopsOf(size, us) / peak)];
    });
  return tableOf(head, 0, rows);
}

export const GEMM_TIMES: WrittenTable = {
  path: 'src/kernels/gemm/README.md',
  name: 'times',
  lines: () => [
    ...[measuredTable(TIMINGS), ...PUBLISHED].flatMap(performanceLines),
    ...comparisonLines(),
    ...clockLines(),
  ],
};
