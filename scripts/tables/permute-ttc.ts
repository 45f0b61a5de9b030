/** TTC's permutations, each beside a copy, Inductor and torch in turns, with what was predicted: a table of permute's README. */
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
  lines: () => {
    const path = join(root, 'public', RECORDINGS_FOLDER, baselinesPath(GPU, 'permute'));
    const parsed = existsSync(path) ? parseBaselineRecording(readFileSync(path, 'utf8')) : null;
    if (parsed !== null && !parsed.ok) throw new Error(`${path}: ${parsed.error.field} ${parsed.error.message}`);
    return ttcLines(parsed?.value ?? { records: [], baselines: [] });
  },
});

interface Timed {
  readonly number: number;
  readonly what: string;
  readonly variant: string;
  readonly us: number;
  readonly copyUs: number;
  readonly inductorUs: number;
  readonly torchUs: number;
  /** Of the copy, and what bounds it. */
  readonly predicted: number;
  readonly bound: string;
}

export function ttcLines({ records, baselines }: BaselineRecording): string[] {
  const own = records.filter(record => isTimed(record));
  const timed = own.map(record => timedOf(record, baselines)).toSorted((a, b) => a.number - b.number);
  if (timed.length === 0) return ['Not measured yet.'];
  const of = (part: (each: Timed) => number) => timed.map(each => each.copyUs / part(each));
  const [ours, inductor, torch] = [of(each => each.us), of(each => each.inductorUs), of(each => each.torchUs)];
  const behind = timed.filter(each => each.us > each.inductorUs);
  const [{ gpu, driver, date }] = own;
  return [
    `${timed.length} of 57 on an ${gpu.name} (driver ${driver}, ${date.slice(0, 10)}). Fractions are of the copy's rate; geometric mean and least: ours`,
    `${spread(ours)}, Inductor ${spread(inductor)}, torch ${spread(torch)}. Inductor is ahead in ${behind.length}${behind.length === 0 ? '' : ` (numbers ${behind.map(({ number }) => number).join(', ')})`}.`,
    '',
    ...tableOf(
      ['TTC', 'shape, order', 'variant', 'bound, predicted', 'µs', 'of the copy', 'predicted', 'Inductor', 'torch'],
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
  const { time } = fastestMove(jobOf(schema.parse(params)));
  const [bound] = time.bounds;
  return {
    ...{ number: ttcNumber(params)!, variant, what: `${params.shape} by ${params.perm}`, us: microseconds(record) },
    copyUs: beside('device-copy'),
    inductorUs: beside('inductor-permute'),
    torchUs: beside('permute-contiguous'),
    ...{ predicted: 1 / time.factor, bound: bound.name },
  };
}

const WIDE: ReadonlySet<string> = new Set(['tile-v', 'rows-v']);

const microseconds = ({ outcome }: Pick<RunRecord, 'outcome'>): number =>
  outcome.kind === 'timed' ? sampleStatistics(outcome.samplesNs).median / 1e3 : Number.NaN;

function rowOf({ number, what, variant, us, copyUs, inductorUs, torchUs, predicted, bound }: Timed): string[] {
  const share = (part: number): string => (Number.isNaN(part) ? '—' : part.toFixed(2));
  return [
    ...[String(number), what, `\`${variant}\``, bound, us.toFixed(1)],
    ...[copyUs / us, predicted, copyUs / inductorUs, copyUs / torchUs].map(share),
  ];
}

/** '0.945 and 0.87' */
function spread(shares: readonly number[]): string {
  const mean = Math.exp(shares.reduce((sum, share) => sum + Math.log(share), 0) / shares.length);
  return `${mean.toFixed(3)} and ${Math.min(...shares).toFixed(2)}`;
}
