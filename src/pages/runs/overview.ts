/** A kernel's fastest and slowest variants by size, beside what others offer, and the finding in a sentence. Pure. */
import type { Kernel } from '../../kernels/kernel.ts';
import type { PerformanceBarsRecords } from '../../pictures/performance-bars/records.ts';
import type { Measurement } from '../../services/recordings/measurement.ts';
import type { BaselineRecording } from '../../trace/baseline-record.ts';
import { type CeilingsRecord, ceilingsFor } from '../../trace/ceilings.ts';
import { differingNames } from '../../trace/recorded-runs.ts';
import type { RunRecord } from '../../trace/run-record.ts';
import type { Work } from '../../trace/work.ts';
import { bestBaseline } from './comparison.ts';
import { type Baseline, barsOf, performanceRows, type RunPerformance } from './performance-rows.ts';
import { varyingNames } from './run-filters.ts';
import { problemWords } from './run-names.ts';

export interface RunsOverview {
  readonly finding: string;
  readonly bars: PerformanceBarsRecords;
  /** The records behind the bars, in their order. */
  readonly records: readonly RunRecord[];
}

interface SizeGroup {
  readonly measurement: Measurement;
  readonly work: Work;
}

const MOST_SIZES = 4;

/** null where the kernel has no work to speak of, or nothing was timed. `listed`: newest first. */
export function overviewOf(
  kernel: Kernel,
  listed: readonly Measurement[],
  known: readonly CeilingsRecord[],
  baselines: readonly BaselineRecording[],
): RunsOverview | null {
  const sizes = sizesOf(kernel, listed);
  if (sizes.length === 0) return null;
  const { name: gpu } = sizes[0].measurement.records[0].gpu;
  const names = varyingNames(sizes.map(({ measurement }) => measurement));
  const ceilings = ceilingsFor(sizes[0].work.kind, gpu, known.find(each => each.gpu.name === gpu) ?? null);
  const groups = sizes.map(({ measurement, work }) => {
    return {
      name: problemWords(kernel, measurement.records[0].params, names),
      rows: performanceRows(right(kernel, measurement.records), { label: '', kernel }, work, ceilings),
      work,
      baseline: bestBaseline(measurement, baselines),
    };
  });
  const drawn = groups.map(({ name, rows, work, baseline }) =>
    barsOf(rows, gpu, work, {
      ceilings,
      baseline: baseline && { ...baseline, name: `${baseline.name}${inBrackets(name)}` },
    }),
  );
  return {
    finding: findingOf(groups[groups.length - 1]),
    bars: { ...drawn[0], groups: drawn.map(({ groups: [group] }, at) => ({ ...group, name: groups[at].name })) },
    records: groups.flatMap(({ rows }) => rows.map(({ record }) => record)),
  };
}

const inBrackets = (size: string): string => (size === '' ? '' : ` (${size})`);

/** Of each amount of work the comparison that is nearest to the kernel's defaults; the largest amounts, rising. */
function sizesOf(kernel: Kernel, listed: readonly Measurement[]): SizeGroup[] {
  const nearest = new Map<number, SizeGroup>();
  const [first] = listed;
  for (const measurement of usual(kernel, listed)) {
    const { params, gpu, method } = measurement.records[0];
    const work = kernel.work(params);
    if (work === null || gpu.name !== first.records[0].gpu.name || method === 'cold') continue;
    if (right(kernel, measurement.records).length === 0) continue;
    const before = nearest.get(work.amount);
    if (before === undefined || distance(kernel, measurement) < distance(kernel, before.measurement))
      nearest.set(work.amount, { measurement, work });
  }
  return [...nearest.values()].sort((a, b) => a.work.amount - b.work.amount).slice(-MOST_SIZES);
}

/** Timed runs of variants that are not wrong on purpose. */
const right = ({ variants }: Kernel, records: readonly RunRecord[]): RunRecord[] =>
  records.filter(
    ({ variant, outcome }) =>
      outcome.kind === 'timed' && variants.find(({ id }) => id === variant)?.mustFail === undefined,
  );

/** Those of the kernel's usual build, where there are some: sizes of other builds are another question. */
function usual({ fields, defaults }: Kernel, listed: readonly Measurement[]): readonly Measurement[] {
  const compiled = fields.filter(({ binds }) => binds === 'compile').map(({ name }) => name);
  const built = listed.filter(({ records: [{ params }] }) => compiled.every(name => params[name] === defaults[name]));
  return built.length > 0 ? built : listed;
}

const distance = ({ defaults }: Kernel, { records: [{ params }] }: Measurement): number =>
  differingNames(params, defaults).length;

interface Group {
  readonly name: string;
  readonly rows: readonly RunPerformance[];
  readonly baseline: Baseline | null;
}

/** 'Vectorized is 6.9 times as fast as Naive (Rows 4,096, Columns 4,096)'. */
function findingOf({ name, rows, baseline }: Group): string {
  const timed = rows.flatMap(({ name: variant, timed: row }) => (row ? [{ variant, ns: row.statistics.median }] : []));
  const [fastest] = timed.toSorted((a, b) => a.ns - b.ns);
  const slowest = timed.reduce((a, b) => (b.ns > a.ns ? b : a));
  const where = inBrackets(name);
  if (baseline !== null) {
    const ratio = baseline.medianNs / fastest.ns;
    if (ratio >= 1) return `${fastest.variant} passes “${baseline.name}”: ${ratio.toFixed(2)}×${where}`;
    return `${fastest.variant} reaches ${(100 * ratio).toFixed(0)} % of “${baseline.name}”${where}`;
  }
  if (timed.length < 2) return `${fastest.variant} alone was timed${where}`;
  return `${fastest.variant} is ${(slowest.ns / fastest.ns).toFixed(1)} times as fast as ${slowest.variant}${where}`;
}
