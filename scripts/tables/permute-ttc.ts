/** TTC's permutations, each beside a copy and Inductor in turns, with what was predicted: a table of permute's README. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselinesPath, parseBaselineRecording } from '../../src/contract/baseline-recording.ts';
import { RECORDINGS_FOLDER } from '../../src/contract/recording.ts';
import { jobOf } from '../../src/kernels/permute/job.ts';
import { fastestMove } from '../../src/kernels/permute/move-times.ts';
import { schema } from '../../src/kernels/permute/params.ts';
import { ttcCases } from '../../src/model/permute/statistics/ttc.ts';
import type { BaselineRecording } from '../../src/trace/baseline-record.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';
import { sampleStatistics } from '../../src/trace/sample-statistics.ts';
import { tableOf, type WrittenTable } from './written-table.ts';

const GPU = 'nvidia-h200';
const NUMBERS: ReadonlyMap<string, number> = new Map(
  ttcCases().map(({ shape, perm }, i) => [`${shape} by ${perm}`, i + 1]),
);

/** From 1; null where they are not those of one of the list's permutations. */
export const ttcNumber = ({ shape, perm }: RunRecord['params']): number | null =>
  NUMBERS.get(`${shape} by ${perm}`) ?? null;

export const ttcTable = (root: string): WrittenTable => ({
  path: 'src/kernels/permute/README.md',
  name: 'TTC beside others',
  lines: () => ttcLines(recordedBeside(root)),
});

/** Permutations that were measured beside others; empty where none was. */
export function recordedBeside(root: string): BaselineRecording {
  const path = join(root, 'public', RECORDINGS_FOLDER, baselinesPath(GPU, 'permute'));
  if (!existsSync(path)) return { records: [], baselines: [] };
  const parsed = parseBaselineRecording(readFileSync(path, 'utf8'));
  if (!parsed.ok) throw new Error(`${path}: ${parsed.error.field} ${parsed.error.message}`);
  return parsed.value;
}

interface Timed {
  readonly number: number;
  readonly what: string;
  readonly variant: string;
  readonly us: number;
  readonly copyUs: number;
  readonly inductorUs: number;
  readonly eagerUs: number;
  /** Of a copy, and what bounds it. */
  readonly predicted: number;
  readonly bound: string;
}

/** The faster of them is what a time is divided by. */
const COPIES = ['device-copy', 'kernel-copy'];

export function ttcLines({ records, baselines }: BaselineRecording): string[] {
  const own = records.filter(record => isTimed(record));
  const timed = own.map(record => timedOf(record, baselines)).toSorted((a, b) => a.number - b.number);
  if (timed.length === 0) return ['Not measured yet.'];
  const ours = timed.map(each => each.copyUs / each.us);
  const inductor = timed.map(each => each.copyUs / each.inductorUs);
  const behind = timed.filter(each => each.us > each.inductorUs).length;
  const farBehind = timed.filter(each => each.us > 1.01 * each.inductorUs).length;
  const ratios = timed.map(each => each.us / each.inductorUs);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const [{ gpu, driver, date }] = own;
  return [
    `${timed.length} of 57 on an ${gpu.name} (driver ${driver}, ${date.slice(0, 10)}). Of the faster copy, geometric mean and least: ours ${spread(ours)}, Inductor ${spread(inductor)}.`,
    `Inductor is ahead in ${behind}, by more than 1 % in ${farBehind}, by ${(100 * (most - 1)).toFixed(1)} % at most; ours by ${(100 * (1 / least - 1)).toFixed(0)} % at most.`,
    '',
    ...tableOf(
      [
        'TTC',
        'shape, order',
        'variant',
        'bound, predicted',
        'µs',
        'copy, µs',
        'Inductor, µs',
        'eager, µs',
        'of the copy',
        'predicted',
        'Inductor',
      ],
      4,
      timed.map(rowOf),
    ),
  ];
}

const isTimed = ({ params, method, variant }: RunRecord): boolean =>
  ttcNumber(params) !== null && method === 'steady' && WIDE.has(variant);

function timedOf(record: RunRecord, baselines: BaselineRecording['baselines']): Timed {
  const { params, variant, comparison } = record;
  const beside = (id: string): number => {
    const other = baselines.find(each => each.comparison === comparison && each.baseline === id);
    return other === undefined ? Number.NaN : microseconds(other);
  };
  const job = jobOf(schema.parse(params));
  const { time } = fastestMove(job);
  const copyUs = Math.min(...COPIES.map(beside).filter(us => !Number.isNaN(us)));
  return {
    ...{ number: ttcNumber(params)!, variant, what: `${params.shape} by ${params.perm}`, us: microseconds(record) },
    ...{ copyUs, inductorUs: beside('inductor-permute'), eagerUs: beside('permute-contiguous') },
    ...{ predicted: 1 / time.factor, bound: time.bounds[0].name },
  };
}

const WIDE: ReadonlySet<string> = new Set(['tile-v', 'tile-odd', 'rows-v', 'rows-odd']);

const microseconds = ({ outcome }: Pick<RunRecord, 'outcome'>): number =>
  outcome.kind === 'timed' ? sampleStatistics(outcome.samplesNs).median / 1e3 : Number.NaN;

function rowOf({ number, what, variant, us, copyUs, inductorUs, eagerUs, predicted, bound }: Timed): string[] {
  const share = (part: number): string => (copyUs / part).toFixed(2);
  return [
    ...[String(number), what, `\`${variant}\``, bound],
    ...[us, copyUs, inductorUs, eagerUs].map(time => time.toFixed(1)),
    ...[share(us), predicted.toFixed(2), share(inductorUs)],
  ];
}

/** '0.945 and 0.87' */
function spread(shares: readonly number[]): string {
  const mean = Math.exp(shares.reduce((sum, share) => sum + Math.log(share), 0) / shares.length);
  return `${mean.toFixed(3)} and ${Math.min(...shares).toFixed(2)}`;
}
