/** The history of one problem on one GPU: medians of each variant, from old to new. */
import { utcMinute } from '../../base/numbers.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import type { HistorySeries, RunHistoryRecords } from '../../pictures/run-history/records.ts';
import type { Measurement } from '../../services/recordings/measurement.ts';
import { type RunRecord, sameParams } from '../../trace/run-record.ts';
import { sampleStatistics } from '../../trace/sample-statistics.ts';
import { variantTitle } from './run-names.ts';

/**
 * Measurements with the parameters, method and GPU (the same card, not only its name) of `like`, which is one of them;
 * from old to new.
 */
export function sameProblem(measurements: readonly Measurement[], like: Measurement): Measurement[] {
  const [{ params, method, gpu }] = like.records;
  const isLike = ({ records: [first] }: Measurement): boolean =>
    first.method === method && first.gpu.uuidHash === gpu.uuidHash && sameParams(first.params, params);
  return measurements.filter(isLike).sort((a, b) => a.records[0].date.localeCompare(b.records[0].date));
}

/** `text`: the problem in words. At least one measurement. */
export function historyOf(kernel: Kernel, measurements: readonly Measurement[], text: string): RunHistoryRecords {
  const variants = [...new Set(measurements.flatMap(({ records }) => records.map(({ variant }) => variant)))];
  const [{ gpu, method }] = measurements[0].records;
  const series = variants.map(variant => ({
    name: variantTitle(kernel, variant),
    points: measurements.map(({ records }) => pointOf(records, variant)),
  }));
  return {
    title: `History on ${gpu.name}`,
    text: `${text}, ${method}`.replace(/^, /, ''),
    runs: measurements.map(({ records: [{ date }] }) => utcMinute(date)),
    series: series.filter(({ points }) => points.some(point => point !== null)),
  };
}

function pointOf(records: readonly RunRecord[], id: string): HistorySeries['points'][number] {
  const outcome = records.find(({ variant }) => variant === id)?.outcome;
  if (outcome?.kind !== 'timed') return null;
  const { median, q1, q3 } = sampleStatistics(outcome.samplesNs);
  return { medianNs: median, q1Ns: q1, q3Ns: q3 };
}
