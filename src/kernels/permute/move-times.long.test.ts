import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { RunRecord } from '../../trace/run-record.ts';
import { sampleStatistics } from '../../trace/sample-statistics.ts';
import { jobOf } from './job.ts';
import { moveTimes } from './move-times.ts';
import { CONSTANTS, schema } from './params.ts';

/** Runs of variants, alone and in turns with others. */
const RECORDED = ['permute.json', 'baselines/permute.json'].map(path =>
  join(import.meta.dirname, '../../../public/recordings/nvidia-h200', path),
);
/** A tensor of 150 MB fills memory, and no cache holds it. */
const LARGE = 150e6;

interface Timed {
  readonly predicted: number;
  readonly measured: number;
}

let cases: Timed[][] = [];

beforeAll(() => {
  const records = RECORDED.flatMap(
    path => (JSON.parse(readFileSync(path, 'utf8')) as { records: RunRecord[] }).records,
  );
  const asArguments = records.filter(({ params }) => params.binding !== CONSTANTS);
  const large = newest(asArguments.filter(record => record.method === 'steady' && bytesOf(record) >= LARGE));
  const sets = new Set(large.map(({ params }) => JSON.stringify(params)));
  cases = [...sets].map(set => timedOf(large.filter(({ params }) => JSON.stringify(params) === set)));
});

/** The newest run of each variant with the same parameters. */
const newest = (records: readonly RunRecord[]): RunRecord[] => {
  const found = new Map<string, RunRecord>();
  for (const record of records.toSorted((a, b) => (a.date < b.date ? -1 : 1)))
    found.set(`${record.variant} ${JSON.stringify(record.params)}`, record);
  return [...found.values()];
};

const bytesOf = ({ params }: RunRecord): number => {
  const { elements, request } = jobOf(schema.parse(params));
  return elements * request.elementBytes;
};

function timedOf(records: readonly RunRecord[]): Timed[] {
  const times = moveTimes(jobOf(schema.parse(records[0].params)));
  return records.flatMap(({ variant, outcome }) => {
    const found = times.find(time => time.variant === variant);
    if (found === undefined || outcome.kind !== 'timed') return [];
    return [{ predicted: found.time.seconds, measured: sampleStatistics(outcome.samplesNs).median / 1e9 }];
  });
}

/** Rank of each value; equal values share the middle place. */
const ranksOf = (values: readonly number[]): number[] => {
  const sorted = values.toSorted((a, b) => a - b);
  return values.map(value => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2);
};

/** Spearman's. */
function rankCorrelation(pairs: readonly Timed[]): number {
  const [a, b] = [ranksOf(pairs.map(pair => pair.predicted)), ranksOf(pairs.map(pair => pair.measured))];
  const middle = (pairs.length - 1) / 2;
  const sum = (xs: readonly number[], ys: readonly number[]) =>
    xs.reduce((s, x, i) => s + (x - middle) * (ys[i] - middle), 0);
  return sum(a, b) / Math.sqrt(sum(a, a) * sum(b, b));
}

/** Cases in which the mover predicted to be fastest is within 5 % of the one that was. */
const chosenWell = (all: readonly (readonly Timed[])[]): number =>
  all.filter(timed => {
    const chosen = timed.reduce((a, b) => (b.predicted < a.predicted ? b : a));
    return chosen.measured <= 1.05 * Math.min(...timed.map(({ measured }) => measured));
  }).length / all.length;

test('predictions have the order of the recordings', () => {
  expect(cases.length).toBeGreaterThanOrEqual(57);
  expect(rankCorrelation(cases.flat())).toBeGreaterThan(0.95);
});

test('the fastest by prediction is within 5 % of the fastest recorded, in 95 % of cases', () => {
  expect(chosenWell(cases)).toBeGreaterThanOrEqual(0.95);
});

test('known wrong: predictions turned round choose badly', () => {
  const turned = cases.map(timed => timed.map(each => ({ ...each, predicted: 1 / each.predicted })));
  expect(chosenWell(turned)).toBeLessThan(0.3);
  expect(rankCorrelation(turned.flat())).toBeLessThan(-0.9);
});
