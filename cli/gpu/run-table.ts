/** A comparison as text: one row for each variant, and notes that explain the numbers. */
import type { Kernel } from '../../src/kernels/kernel.ts';
import { type Ceilings, type CeilingsRecord, ceilingsFor, shareOf } from '../../src/trace/ceilings.ts';
import { reasonsOf, throttledSamples } from '../../src/trace/clock-events.ts';
import { rotationWithinL2 } from '../../src/trace/rotation.ts';
import type { RunOutcome, RunRecord } from '../../src/trace/run-record.ts';
import { sampleStatistics } from '../../src/trace/sample-statistics.ts';
import { isTooShort, timingVerdict } from '../../src/trace/timing-verdict.ts';
import { rateOf, type Work } from '../../src/trace/work.ts';
import { textTable } from '../table.ts';
import { paramsText } from './kernel-operand.ts';
import { provenanceLines } from './provenance-lines.ts';

type Timed = Extract<RunOutcome, { kind: 'timed' }>;

const METHOD_WORDS = {
  cold: 'single launches, L2 flushed before each',
  steady: 'launches in a row, which cycle through several workspaces',
};

/** @param records those of one comparison, at least one. Each variant is compared with the first one that was right. */
export function comparisonText(kernel: Kernel, records: readonly RunRecord[], ceilings: CeilingsRecord | null): string {
  const [{ params, method, gpu, driver, nvcc }] = records;
  const work = kernel.work(params);
  const limits = ceilingsFor(work?.kind ?? 'bytes', gpu.name, ceilings);
  const baseline = records.find(({ outcome }) => outcome.kind === 'timed');
  const rows = records.map(record => rowOf(record, baseline, work, limits));
  return [
    `${kernel.id}: ${paramsText(kernel, params)}\n`,
    `${gpu.name}, driver ${driver}, nvcc ${nvcc}; ${method}: ${METHOD_WORDS[method]}\n`,
    ...(work === null ? [] : ceilingLines(work, limits)),
    textTable(headOf(work), alignedRight(rows)),
    ...records.flatMap(record => [...notesOf(record), ...countNotes(record)]).map(note => `${note}\n`),
    ...rotationLines(records),
    ...provenanceLines(records),
  ].join('');
}

const headOf = (work: Work | null): string[] => [
  'variant',
  'median us',
  '+- half IQR',
  '95 % of the median',
  ...(work === null ? [] : [work.kind === 'bytes' ? 'GB/s' : 'TFLOPS', '% measured', '% data sheet']),
  ...['n', 'stop', 'MHz', 'verdict'],
];

function rowOf(
  { variant, method, outcome }: RunRecord,
  baseline: RunRecord | undefined,
  work: Work | null,
  limits: Ceilings,
): string[] {
  const rates = work === null ? 0 : 3;
  if (outcome.kind === 'wrong') return [variant, 'wrong', ...new Array(5 + rates).fill(''), wrongText(outcome)];
  const { median, q1, q3, count, medianInterval } = sampleStatistics(outcome.samplesNs);
  const interval = medianInterval === null ? '' : `${us(medianInterval.low)} to ${us(medianInterval.high)}`;
  return [
    ...[variant, us(median), us((q3 - q1) / 2), interval],
    ...(work === null ? [] : rateCells(work, median, limits)),
    ...[String(count), outcome.stop, sampleStatistics(outcome.samplesMhz).median.toFixed(0)],
    verdictText(outcome, baseline?.outcome, method),
  ];
}

const us = (ns: number): string => (ns / 1000).toFixed(2);

function rateCells(work: Work, ns: number, { measured, dataSheet }: Ceilings): string[] {
  const rate = rateOf(work, ns);
  const shares = [measured, dataSheet].map(limit => (limit === null ? '' : (100 * shareOf(rate, limit)).toFixed(1)));
  return [inUnit(work, rate).toFixed(1), ...shares];
}

const inUnit = ({ kind }: Work, rate: number): number => rate / (kind === 'bytes' ? 1e9 : 1e12);

/** Ceilings that are 100 %. */
function ceilingLines(work: Work, { measured, dataSheet }: Ceilings): string[] {
  const unit = work.kind === 'bytes' ? 'GB/s' : 'TFLOPS';
  const lines = [measured, dataSheet].flatMap(limit =>
    limit === null ? [] : [`${inUnit(work, limit.perSecond).toFixed(1)} ${unit}: ${limit.title}`],
  );
  return lines.length === 0 ? [] : [`100 %: ${lines.join('; ')}\n`];
}

/** Small operands stay in L2, whatever the method is called. */
function rotationLines(records: readonly RunRecord[]): string[] {
  const rotations = records.map(rotationWithinL2).filter(rotation => rotation !== null);
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
  return rotations
    .slice(0, 1)
    .map(
      ({ workspaces, bytes }) =>
        `operands stay in L2: launches cycle through ${workspaces} workspaces of ${megabytes(bytes)} MB together, and L2 has ${megabytes(records[0].gpu.l2Bytes)} MB\n`,
    );
}

const wrongText = ({ buffer, wrong, firstIndex }: Extract<RunOutcome, { kind: 'wrong' }>): string =>
  `${wrong} elements of ${buffer} are wrong, the first is ${firstIndex}; not timed`;

function verdictText(outcome: Timed, baseline: RunOutcome | undefined, method: RunRecord['method']): string {
  if (baseline?.kind !== 'timed' || outcome === baseline) return 'baseline';
  const verdict = timingVerdict(baseline, outcome, method);
  return verdict.kind === 'cannotTell'
    ? `can't tell (${verdict.why})`
    : `${verdict.kind}, x ${verdict.ratio.toFixed(3)}`;
}

/** Numbers stand in all cells except the first and the last. */
function alignedRight(rows: readonly (readonly string[])[]): string[][] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map(row => row[column].length)));
  const isText = (column: number): boolean => column === 0 || column === widths.length - 1;
  return rows.map(row => row.map((cell, i) => (isText(i) ? cell : cell.padStart(widths[i]))));
}

function notesOf({ variant, method, outcome }: RunRecord): string[] {
  if (outcome.kind === 'wrong') return [];
  const isShort = method === 'cold' && isTooShort(sampleStatistics(outcome.samplesNs).median, outcome.eventOverheadNs);
  return [
    ...(isShort ? [`${variant} is too short to be timed alone: --method steady times many launches`] : []),
    ...throttleNotes(variant, outcome),
  ];
}

/** 'tiled, counted: shared loads 4096 wavefronts (3968 conflicts), …'. */
function countNotes({ variant, counters }: RunRecord): string[] {
  if (counters === undefined) return [];
  if (counters.kind === 'notCounted') return [`${variant} was not counted: ${counters.why}`];
  const { sharedLoadWavefronts, sharedLoadConflicts, sharedStoreWavefronts, sharedStoreConflicts } = counters.counters;
  const { globalLoadSectors, globalStoreSectors } = counters.counters;
  return [
    `${variant}, counted: shared loads ${sharedLoadWavefronts} wavefronts (${sharedLoadConflicts} conflicts), stores ${sharedStoreWavefronts} (${sharedStoreConflicts}); sectors read ${globalLoadSectors}, written ${globalStoreSectors}`,
  ];
}

/** The samples of a throttled GPU are kept; this note says what the other samples give. */
function throttleNotes(variant: string, outcome: Timed): string[] {
  const held = throttledSamples(outcome) ?? [];
  const free = outcome.samplesNs.filter((_, i) => !held[i]);
  const count = outcome.samplesNs.length - free.length;
  if (count === 0) return [];
  const others = free.length === 0 ? '' : `; the median of the others is ${us(sampleStatistics(free).median)} us`;
  const heat = outcome.celsius === undefined ? '' : `, at ${outcome.celsius.high} degrees`;
  return [`${variant}: the GPU was throttled in ${count} samples (${reasonsOf(outcome).join(', ')}${heat})${others}`];
}
