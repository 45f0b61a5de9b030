/** Throughput by size, from recorded samples: medians of the steady times, beside the data sheet and cuBLAS of the same comparison. */

import { csvText } from '../../base/csv.ts';
import { dataSheetOf } from '../../trace/ceilings.ts';
import { sampleStatistics } from '../../trace/sample-statistics.ts';
import type { GemmBuild } from './build.ts';
import type { Contender, TimingComparison, Timings } from './recorded/timings.ts';
import { type GemmVersion, isPersistent, multipliesByWarpgroup, versions } from './versions.ts';

export interface PerformanceCell {
  readonly tflops: number;
  /** Build, noise and clock of the measurement; '' if not known. */
  readonly detail: string;
}

interface PerformanceRow {
  readonly name: string;
  /** A cell for each size; null if not measured. */
  readonly cells: readonly (PerformanceCell | null)[];
}

export interface PerformanceTable {
  readonly gpu: string;
  /** Rate to which 100 % corresponds. */
  readonly maxTflops: number;
  readonly source: 'measured' | 'published';
  /** GPU, software and date of the measurement. */
  readonly provenance: string;
  /** Sizes of M, N and K. */
  readonly sizes: readonly number[];
  readonly rows: readonly PerformanceRow[];
}

/** Dense bf16 of an H200 SXM. */
export const H200_MAX_TFLOPS = dataSheetOf('NVIDIA H200')!.matrixFlopsPerSecond / 1e12;

export const tflopsOf = (size: number, us: number): number => (2 * size ** 3) / us / 1e6;

const medianOf = (samples: readonly number[]): number => sampleStatistics(samples).median;

/** '128 × 256, 4 stages, clusters of 2'. */
export function buildWords({
  version,
  tileM,
  tileN,
  stages,
  clusterM,
  clusterN,
  splits,
  consumers,
  elementType,
}: GemmBuild): string {
  const cluster = clusterM * clusterN > 1 ? [`clusters of ${clusterM * clusterN}`] : [];
  const parts = splits > 1 ? [`${splits} parts of K`] : [];
  const warpgroup = multipliesByWarpgroup(version) && consumers === 1 ? ['1 consumer'] : [];
  const elements = elementType === 'bf16' ? [] : [elementType];
  return [`${tileM} × ${tileN}`, `${stages} stages`, ...cluster, ...parts, ...warpgroup, ...elements].join(', ');
}

function cellOf({ size }: TimingComparison, { build, steadyUs, steadyMhz }: Contender): PerformanceCell {
  const { median, relativeIqr, count } = sampleStatistics(steadyUs);
  const noise = `${median.toPrecision(4)} µs ± ${((relativeIqr / 2) * 100).toFixed(1)} %, ${count} samples`;
  const clock = `SM clock ${medianOf(steadyMhz).toFixed(0)} MHz`;
  return {
    tflops: tflopsOf(size, median),
    detail: [...(build ? [buildWords(build)] : []), noise, clock].join('; '),
  };
}

const ladders = ({ comparisons }: Timings): TimingComparison[] => comparisons.filter(({ kind }) => kind === 'ladder');

/** cuBLAS, then the versions that are right, in their order, each launch waiting for the one before; then what overlaps. */
export function measuredTable(timings: Timings): PerformanceTable {
  const sizes = ladders(timings);
  const row = (name: string, version: GemmVersion | null, isOverlapping = false): PerformanceRow => ({
    name,
    cells: sizes.map(comparison => {
      const contender = comparison.contenders.find(
        ({ build, overlaps }) => (build?.version ?? null) === version && overlaps === isOverlapping,
      );
      return contender ? cellOf(comparison, contender) : null;
    }),
  });
  const right = versions.filter(version => !('mustFail' in version));
  return {
    ...{ gpu: timings.gpu, maxTflops: H200_MAX_TFLOPS, source: 'measured', sizes: sizes.map(({ size }) => size) },
    provenance: `Driver ${timings.driver}, nvcc ${timings.nvcc}, PyTorch ${timings.torch}, ${timings.date}; contenders took turns, random operands. 100 %: the data sheet.`,
    rows: [
      row(`cuBLAS (PyTorch ${timings.torch.replace(/\+.*/, '')})`, null),
      ...right.map(({ id, title }) => row(`${id.slice(0, 2)}, ${title}`, id)),
      ...right
        .filter(({ id }) => isPersistent(id))
        .map(({ id }) => row(`${id.slice(0, 2)}, launches overlap`, id, true)),
    ].filter(({ cells }) => cells.some(cell => cell !== null)),
  };
}

export interface AgainstCublas extends Pick<Contender, 'overlaps'>, Pick<TimingComparison, 'size'> {
  readonly build: GemmBuild;
  /** cuBLAS' time by this one's: above 1 it is faster. */
  readonly steady: number;
  readonly cold: number;
}

/** A version and cuBLAS, whose launches always wait, in the same comparison. */
export function againstCublas(timings: Timings, kind: TimingComparison['kind'], version: GemmVersion): AgainstCublas[] {
  return timings.comparisons
    .filter(comparison => comparison.kind === kind)
    .flatMap(({ size, contenders }) => {
      const theirs = contenders.find(({ build }) => build === null);
      return contenders.flatMap(({ build, overlaps, ...ours }) => {
        if (theirs === undefined || build?.version !== version) return [];
        const ratio = (of: 'steadyUs' | 'coldUs') => medianOf(theirs[of]) / medianOf(ours[of]);
        return [{ size, build, overlaps, steady: ratio('steadyUs'), cold: ratio('coldUs') }];
      });
    });
}

/**
 * Greatest rate of the tensor cores at the clock that a contender had: 4096 dense bf16 FLOP per clock and SM (arXiv
 * 2501.12084).
 */
export const clockMaxTflops = ({ steadyMhz }: Contender, { sms }: Pick<Timings, 'sms'>): number =>
  (medianOf(steadyMhz) * sms * 4096) / 1e6;

/** A line for each cell of each table that is filled. */
export function performanceCsv(tables: readonly PerformanceTable[]): string {
  const lines = tables.flatMap(({ gpu, source, maxTflops, sizes, rows, provenance }) =>
    rows.flatMap(({ name, cells }) =>
      cells.flatMap((cell, i) =>
        cell === null ? [] : [[gpu, source, name, sizes[i], cell.tflops, maxTflops, cell.detail, provenance]],
      ),
    ),
  );
  const head = ['gpu', 'source', 'kernel', 'm=n=k', 'TFLOPS', 'TFLOPS at 100 %', 'detail', 'provenance'];
  return csvText([head, ...lines]);
}
