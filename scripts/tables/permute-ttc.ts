/** TTC's permutations, each beside a copy and Inductor in turns, with what was predicted: a table of permute's README. */
import { jobOf } from '../../src/kernels/permute/job.ts';
import { fastestMove } from '../../src/kernels/permute/move-times.ts';
import { schema } from '../../src/kernels/permute/params.ts';
import { ttcCases } from '../../src/model/permute/statistics/ttc.ts';
import type { BaselineRecording } from '../../src/trace/baseline-record.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';
import {
  type Beside,
  besideOthers,
  compiledBeside,
  isCompiledIn,
  isPlanned,
  recordedBeside,
  shareOf,
} from './permute-beside.ts';
import { tableOf, type WrittenTable } from './written-table.ts';

const NUMBERS: ReadonlyMap<string, number> = new Map(
  ttcCases().map(({ shape, perm }, i) => [`${shape} by ${perm}`, i + 1]),
);

/** From 1; null where they are not those of one of the list's permutations. */
const ttcNumber = ({ shape, perm, elementBytes }: RunRecord['params']): number | null =>
  elementBytes === 4 ? (NUMBERS.get(`${shape} by ${perm}`) ?? null) : null;

export const ttcTable = (root: string): WrittenTable => ({
  path: 'src/kernels/permute/README.md',
  name: 'TTC beside others',
  lines: () => ttcLines(recordedBeside(root, 'permute')),
});

interface Timed {
  readonly number: number;
  readonly what: string;
  readonly variant: string;
  /** With its plan as an argument, and compiled in: null where it was not measured so. */
  readonly argument: Beside;
  readonly constants: Beside | null;
  /** Of a copy, and what bounds it. */
  readonly predicted: number;
  readonly bound: string;
}

export function ttcLines(recording: BaselineRecording): string[] {
  const own = recording.records.filter(
    record => ttcNumber(record.params) !== null && !isCompiledIn(record.params) && isPlanned(record),
  );
  const timed = own.map(record => timedOf(record, recording)).toSorted((a, b) => a.number - b.number);
  if (timed.length === 0) return ['Not measured yet.'];
  const argument = timed.map(each => each.argument);
  const compiled = timed.map(each => each.constants ?? each.argument);
  const inductor = argument.map(({ copyUs, inductorUs }) => copyUs / inductorUs);
  const [{ gpu, driver, date }] = own;
  return [
    `${timed.length} of 57 on an ${gpu.name} (driver ${driver}, ${date.slice(0, 10)}). Of the faster copy, geometric mean and least: ours ${spread(argument.map(shareOf))}; with plans of tiles compiled in, as Inductor compiles its own, ${spread(compiled.map(shareOf))}; Inductor ${spread(inductor)}.`,
    `Inductor is ahead in ${behind(argument)}; of plans that are compiled in, in ${behind(compiled)}.`,
    '',
    ...tableOf(
      [
        ...['TTC', 'shape, order', 'variant', 'bound, predicted', 'µs', 'compiled in'],
        ...['copy, µs', 'Inductor, µs', 'eager, µs', 'of the copy', 'compiled in', 'predicted', 'Inductor'],
      ],
      4,
      timed.map(rowOf),
    ),
  ];
}

function timedOf(record: RunRecord, recording: BaselineRecording): Timed {
  const { params, variant } = record;
  const { time } = fastestMove(jobOf(schema.parse(params)));
  return {
    ...{ number: ttcNumber(params)!, variant, what: `${params.shape} by ${params.perm}` },
    argument: besideOthers(record, recording),
    constants: compiledBeside(record, recording),
    ...{ predicted: 1 / time.factor, bound: time.bounds[0].name },
  };
}

/** '3, by 0.4 % at most' */
function behind(times: readonly Beside[]): string {
  const ratios = times.map(({ us, inductorUs }) => us / inductorUs).filter(ratio => ratio > 1);
  return ratios.length === 0
    ? 'none'
    : `${ratios.length}, by ${(100 * (Math.max(...ratios) - 1)).toFixed(1)} % at most`;
}

function rowOf({ number, what, variant, argument, constants, predicted, bound }: Timed): string[] {
  const { us, copyUs, inductorUs, eagerUs } = argument;
  return [
    ...[String(number), what, `\`${variant}\``, bound],
    ...[us.toFixed(1), constants === null ? '' : constants.us.toFixed(1)],
    ...[copyUs, inductorUs, eagerUs].map(time => time.toFixed(1)),
    ...[shareOf(argument).toFixed(3), constants === null ? '' : shareOf(constants).toFixed(3)],
    ...[predicted.toFixed(2), (copyUs / inductorUs).toFixed(2)],
  ];
}

/** '0.945 and 0.870' */
function spread(shares: readonly number[]): string {
  const mean = Math.exp(shares.reduce((sum, share) => sum + Math.log(share), 0) / shares.length);
  return `${mean.toFixed(3)} and ${Math.min(...shares).toFixed(3)}`;
}
