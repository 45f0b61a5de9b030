/**
 * The highest rates of a GPU, of which a measured rate is a share. There are two, both named: measured on that GPU by
 * the simplest kernels that come close (`cuda/runner/ceilings.cuh`), and the maker's data sheet, which no kernel
 * reaches.
 */
import type { RunRecord } from './run-record.ts';
import type { Work } from './work.ts';

export interface MeasuredCeilings {
  /** Device memory: bytes read and bytes written. */
  readonly copyBytesPerSecond: number;
  /** bf16 with sums in fp32; null where the architecture has no wgmma. */
  readonly matrixFlopsPerSecond: number | null;
  /** Bytes per clock of one SM. */
  readonly sharedBytesPerClk: number;
  /** Time from one launch of a graph to the next. */
  readonly launchNs: number;
}

/** One measurement of them, with where it comes from. */
export interface CeilingsRecord {
  /** ISO date and time of the end. */
  readonly date: string;
  readonly gpu: RunRecord['gpu'];
  /** Release of the driver; '' where nothing said it. */
  readonly driver: string;
  /** Release of nvcc. */
  readonly nvcc: string;
  readonly measured: MeasuredCeilings;
}

export interface DataSheet {
  /** The GPU's name as the driver gives it. A slice of a GPU (MIG) has another name and smaller limits. */
  readonly gpu: string;
  /** Bandwidth of device memory. */
  readonly bytesPerSecond: number;
  /** bf16 with sums in fp32, dense: data sheets print the double, "with sparsity". */
  readonly matrixFlopsPerSecond: number;
  readonly source: string;
}

export const DATA_SHEETS: readonly DataSheet[] = [
  sheet('NVIDIA H200', 4.8e12, 989.5e12, 'NVIDIA H200 Tensor Core GPU data sheet, H200 SXM'),
  sheet('NVIDIA H100 80GB HBM3', 3.35e12, 989.5e12, 'NVIDIA H100 Tensor Core GPU data sheet, H100 SXM'),
  sheet('NVIDIA A100-SXM4-80GB', 2.039e12, 312e12, 'NVIDIA A100 Tensor Core GPU data sheet, A100 80GB SXM'),
];

function sheet(gpu: string, bytesPerSecond: number, matrixFlopsPerSecond: number, source: string): DataSheet {
  return { gpu, bytesPerSecond, matrixFlopsPerSecond, source };
}

export const dataSheetOf = (gpu: string): DataSheet | null => DATA_SHEETS.find(each => each.gpu === gpu) ?? null;

/** A rate of which another is a share. */
export interface Ceiling {
  readonly source: 'measured' | 'dataSheet';
  /** Bytes or operations per second. */
  readonly perSecond: number;
  /** The ceiling and its source, for a caption: 'copy on this GPU, 2026-11-20'. */
  readonly title: string;
}

export interface Ceilings {
  readonly measured: Ceiling | null;
  readonly dataSheet: Ceiling | null;
}

/**
 * Ceilings for one kind of work: bytes are compared with device memory, operations with products of bf16 matrices.
 * `record` counts only if it was measured on a GPU named `gpu`; otherwise nothing is measured.
 */
export function ceilingsFor(kind: Work['kind'], gpu: string, record: CeilingsRecord | null): Ceilings {
  const isBytes = kind === 'bytes';
  const measured = record?.gpu.name === gpu ? record.measured : null;
  const rate = (isBytes ? measured?.copyBytesPerSecond : measured?.matrixFlopsPerSecond) ?? null;
  const sheet = dataSheetOf(gpu);
  const peak = (isBytes ? sheet?.bytesPerSecond : sheet?.matrixFlopsPerSecond) ?? null;
  const what = isBytes ? 'copy in device memory' : 'bf16 products, sums in fp32';
  const when = record?.date.slice(0, 10);
  return {
    measured: rate === null ? null : { source: 'measured', perSecond: rate, title: `${what}, measured ${when}` },
    dataSheet: peak === null ? null : { source: 'dataSheet', perSecond: peak, title: sheet?.source ?? '' },
  };
}

/**
 * 1 is the ceiling itself. More than 1 is possible: buffers that stay in the L2 cache are not limited by device memory,
 * and a GPU that is cooler today runs at a higher clock.
 */
export const shareOf = (rate: number, { perSecond }: Ceiling): number => rate / perSecond;

/** Time of a launch that works at the ceiling. */
export const leastNs = ({ amount }: Work, { perSecond }: Ceiling): number => (amount / perSecond) * 1e9;
