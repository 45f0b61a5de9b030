/** One comparison, or two, as its pictures, table and files show it. */

import { listed, utcMinute } from '../../base/numbers.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import { boundOf, stripOutcome, stripText } from '../../panels/measured-strip.ts';
import type { PerformanceBarsRecords } from '../../pictures/performance-bars/records.ts';
import type { SampleStripRecords } from '../../pictures/sample-strip/records.ts';
import { type Measurement, measurementName } from '../../services/recordings/measurement.ts';
import { type BaselineRecording, comparedRows } from '../../trace/baseline-record.ts';
import { type Ceilings, type CeilingsRecord, ceilingsFor } from '../../trace/ceilings.ts';
import { utcSecond } from '../../trace/provenance.ts';
import { differingNames } from '../../trace/recorded-runs.ts';
import type { RunRecord } from '../../trace/run-record.ts';
import type { Work } from '../../trace/work.ts';
import { type Baseline, barsOf, performanceRows, type RunPerformance } from './performance-rows.ts';
import { paramLabel } from './run-names.ts';

export interface RunComparison {
  readonly kernel: string;
  /** Name of the kernel. */
  readonly heading: string;
  /** The same, and which runs. */
  readonly title: string;
  readonly open: readonly Measurement[];
  /** Differences that make two comparisons hard to compare; '' for a single one. */
  readonly warning: string;
  readonly rows: readonly RunPerformance[];
  readonly strip: Omit<SampleStripRecords, 'range'>;
  /** null where the kernel has no work to speak of. */
  readonly bars: PerformanceBarsRecords | null;
  readonly work: Work | null;
  /** Ceilings of the first comparison's GPU. */
  readonly ceilings: Ceilings;
}

const NO_CEILINGS: Ceilings = { measured: null, dataSheet: null };

/** `open`: one or two. */
export function comparisonOf(
  kernel: Kernel,
  open: readonly Measurement[],
  known: readonly CeilingsRecord[],
  baselines: readonly BaselineRecording[],
): RunComparison {
  const [{ gpu }] = open[0].records;
  const { work, ceilings } = limitsOf(kernel, open[0], known);
  const labels = labelsOf(open);
  const rows = open.flatMap((measurement, at) => {
    const own = limitsOf(kernel, measurement, known);
    return performanceRows(measurement.records, { label: labels[at], kernel }, own.work, own.ceilings);
  });
  const samples = rows.map(({ name, record: { outcome } }) => ({ letter: null, name, outcome: stripOutcome(outcome) }));
  return {
    ...{
      kernel: kernel.id,
      heading: kernel.title,
      title: `${kernel.title}: ${open.length > 1 ? labels.join(' and ') : measurementName(open[0])}`,
    },
    ...{ open, rows, work, ceilings, warning: warningOf(kernel, open) },
    strip: { text: listed(methodsOf(open).map(stripText)), rows: samples, bound: boundOf(work, ceilings) },
    bars: work && barsOf(rows, gpu.name, work, { ceilings, baseline: bestBaseline(open[0], baselines) }),
  };
}

/** null where nothing of the kind was recorded. */
export function bestBaseline(
  { records: [{ params, method, gpu }] }: Measurement,
  recorded: readonly BaselineRecording[],
): Baseline | null {
  const found = recorded
    .flatMap(recording => comparedRows(recording, params, method, variant => variant))
    .filter(({ baseline }) => baseline?.gpu.name === gpu.name)
    .flatMap(({ name, medianNs }) => (medianNs === null ? [] : [{ name, medianNs }]));
  return found.reduce<Baseline | null>(
    (best, each) => (best === null || each.medianNs < best.medianNs ? each : best),
    null,
  );
}

/** Each once. */
export const methodsOf = (open: readonly Measurement[]): RunRecord['method'][] => [
  ...new Set(open.map(({ records: [{ method }] }) => method)),
];

/** Length of '2026-11-20'. */
const DAY_CHARACTERS = 10;

/** Few words that tell two comparisons apart; '' for a single one. */
function labelsOf(open: readonly Measurement[]): string[] {
  const firsts = open.map(({ records: [first] }) => first);
  const days = new Set(firsts.map(({ date }) => date.slice(0, DAY_CHARACTERS)));
  // A day that both share is left out, to leave the pictures more room.
  const shownTime = (time: string): string => (days.size > 1 ? time : time.slice(DAY_CHARACTERS + 1));
  const choices = [
    firsts.map(({ method }) => method),
    firsts.map(({ gpu }) => gpu.name),
    firsts.map(({ date }) => shownTime(utcMinute(date))),
    firsts.map(({ date }) => shownTime(utcSecond(date))),
  ];
  if (open.length < 2) return [''];
  return choices.find(labels => new Set(labels).size === labels.length) ?? open.map((_, i) => `${i + 1}`);
}

function limitsOf(kernel: Kernel, { records: [{ params, gpu }] }: Measurement, known: readonly CeilingsRecord[]) {
  const work = kernel.work(params);
  const record = known.find(each => each.gpu.name === gpu.name) ?? null;
  return { work, ceilings: work === null ? NO_CEILINGS : ceilingsFor(work.kind, gpu.name, record) };
}

/** Runs that were not made in turns share neither temperature nor clocks; what else differs is named. */
function warningOf(kernel: Kernel, [a, b]: readonly Measurement[]): string {
  if (b === undefined) return '';
  const [[from], [to]] = [a.records, b.records];
  const differing = [
    ...(from.gpu.name === to.gpu.name ? [] : [`GPUs (${from.gpu.name}, ${to.gpu.name})`]),
    ...(from.gpu.name === to.gpu.name && from.gpu.uuidHash !== to.gpu.uuidHash ? ['two GPUs with the same name'] : []),
    ...(from.driver === to.driver ? [] : [`drivers (${from.driver}, ${to.driver})`]),
    ...(from.nvcc === to.nvcc ? [] : [`releases of nvcc (${from.nvcc}, ${to.nvcc})`]),
    ...(from.method === to.method ? [] : ['methods']),
    ...differingNames(from.params, to.params).map(name => paramLabel(kernel, name)),
  ];
  const what = differing.length === 0 ? '' : ` They differ in ${listed(differing)}.`;
  return `These two were not timed in turns, so there is no verdict between them.${what}`;
}
