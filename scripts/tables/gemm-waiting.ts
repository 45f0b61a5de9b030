/** Versions of GEMM beside cuBLAS where each launch waits for the one before, for the page: from the recorded baselines. */
import { H200_MAX_TFLOPS, type PerformanceTable, tflopsOf } from '../../src/kernels/gemm/performance.ts';
import { versions } from '../../src/kernels/gemm/versions.ts';
import type { BaselineRecord, BaselineRecording } from '../../src/trace/baseline-record.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';
import { sampleStatistics } from '../../src/trace/sample-statistics.ts';

const SIZES = [512, 1024, 2048, 4096, 8192];

/** Products of bf16 squares in steady launches that wait. */
function isShown({ params, method }: Pick<RunRecord, 'params' | 'method'>, size: number): boolean {
  const { m, n, k, eachWaits, elementType = 'bf16' } = params;
  return method === 'steady' && eachWaits === 1 && elementType === 'bf16' && [m, n, k].every(each => each === size);
}

function cellOf(record: RunRecord | BaselineRecord | undefined, size: number) {
  if (record?.outcome.kind !== 'timed') return null;
  const { samplesNs, samplesMhz } = record.outcome;
  const { median, relativeIqr, count } = sampleStatistics(samplesNs);
  const us = median / 1000;
  const noise = `${us.toPrecision(4)} µs ± ${((relativeIqr / 2) * 100).toFixed(1)} %, ${count} samples`;
  const detail = `${noise}; SM clock ${sampleStatistics(samplesMhz).median.toFixed(0)} MHz`;
  return { tflops: Number(tflopsOf(size, us).toPrecision(6)), detail };
}

/** cuBLAS, then the versions that took turns with it. */
export function waitingTable({ records, baselines }: BaselineRecording): PerformanceTable {
  const theirs = baselines.filter(({ baseline }) => baseline === 'cublas');
  const shown = theirs.filter(each => SIZES.some(size => isShown(each, size)));
  const [{ gpu, driver, date, versions: releases }] = shown;
  const torch = releases.torch.replace(/\+.*/, '');
  const ours = versions.map(({ id, title }) => ({
    name: `${id.slice(0, 2)}, ${title}`,
    of: (size: number) => records.find(each => each.variant === id && isShown(each, size)),
  }));
  const cublas = {
    name: `cuBLAS (PyTorch ${torch})`,
    of: (size: number) => theirs.find(each => isShown(each, size)),
  };
  return {
    ...{ gpu: gpu.name, maxTflops: H200_MAX_TFLOPS, source: 'measured', sizes: SIZES },
    provenance: `Driver ${driver}, PyTorch ${torch}, ${date.slice(0, 10)}; contenders took turns, random operands, each launch waits for the one before. 100 %: the data sheet.`,
    rows: [cublas, ...ours]
      .map(({ name, of }) => ({ name, cells: SIZES.map(size => cellOf(of(size), size)) }))
      .filter(({ cells }) => cells.some(cell => cell !== null)),
  };
}
