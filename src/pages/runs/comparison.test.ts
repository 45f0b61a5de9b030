import { describe, expect, it } from 'vitest';
import { catalog } from '../../kernels/catalog.ts';
import type { Measurement } from '../../services/recordings/measurement.ts';
import type { BaselineRecord } from '../../trace/baseline-record.ts';
import type { CeilingsRecord } from '../../trace/ceilings.ts';
import { recordOf, timed, WRONG } from '../../trace/fixtures/run-records.ts';
import type { RunRecord } from '../../trace/run-record.ts';
import { comparisonOf } from './comparison.ts';
import { historyOf, sameProblem } from './history-of.ts';
import { filterChoices, filtered } from './run-filters.ts';
import { problemWords } from './run-names.ts';
import { samplesText, tableText } from './runs-files.ts';

const kernel = catalog.get('transpose')!;
const params = { ...kernel.defaults, rows: 1000, columns: 1000 };
const gpu = { name: 'NVIDIA H200', uuidHash: 'a'.repeat(64), arch: 'sm_90', smCount: 132, l2Bytes: 1 << 20 };

function measured(n: number, records: readonly RunRecord[]): Measurement {
  const date = `2026-11-2${n}T18:00:00.000Z`;
  return {
    id: `id-${n}`,
    origin: 'recorded',
    storeIds: [],
    mayLackVariants: false,
    records: records.map(record => ({ ...record, date })),
  };
}
const made = (variant: string, ns: number, change: Partial<RunRecord> = {}) =>
  recordOf(variant, timed(ns), { params, gpu, ...change });

/** 8 MB in 4 us are 2 TB/s. */
const first = measured(1, [
  made('tiled', 4000),
  made('padded', 2000),
  { ...made('missing-barrier', 1), outcome: WRONG },
]);
const second = measured(2, [made('tiled', 4100, { driver: '2' }), made('xor', 2000, { driver: '2' })]);
const ceilings: CeilingsRecord = {
  ...{ date: first.records[0].date, gpu, driver: '1', nvcc: '13.0.88' },
  measured: { copyBytesPerSecond: 4e12, matrixFlopsPerSecond: null, sharedBytesPerClk: 127, launchNs: 900 },
};
const alone = comparisonOf(kernel, [first], [ceilings], []);
const both = comparisonOf(kernel, [first, second], [ceilings], []);

describe('a comparison', () => {
  it('has a rate, a share of the data sheet and a verdict for what was right, and none for what was not', () => {
    const [tiled, padded, wrong] = alone.rows;
    expect(tiled.timed?.rate).toBeCloseTo(2e12, -9);
    expect(tiled.timed?.share).toBeCloseTo(2 / 4.8, 4);
    expect(tiled.timed?.verdict).toBe(null);
    expect(padded.timed?.verdict).toMatchObject({ kind: 'faster', ratio: expect.closeTo(0.5, 4) });
    expect(wrong.timed).toBe(null);
  });

  it('names both ceilings, and the time that the measured one leaves', () => {
    expect(alone.bars?.full).toMatch(/^100 %: NVIDIA H200 .*4,800 GB\/s$/);
    expect(alone.bars?.limits[0].percent).toBeCloseTo(400 / 4.8, 3);
    expect(alone.strip.bound).toEqual({ ns: expect.closeTo(2000, 3), name: 'measured ceiling' });
  });

  it('of two gives no verdict between them, and says in what they differ', () => {
    expect(alone.warning).toBe('');
    expect(both.warning).toBe(
      'These two were not timed in turns, so there is no verdict between them. They differ in drivers (1, 2).',
    );
    expect(both.rows.map(({ name }) => name)).toEqual([
      ...['2026-11-21 18:00 Tiled', '2026-11-21 18:00 Padded', '2026-11-21 18:00 Missing barrier'],
      ...['2026-11-22 18:00 Tiled', '2026-11-22 18:00 XOR swizzle'],
    ]);
    expect(
      comparisonOf(kernel, [first, measured(1, [made('xor', 1, { method: 'steady' })])], [], []).rows.at(-1)?.name,
    ).toBe('steady XOR swizzle');
    const later = { ...second, records: second.records.map(each => ({ ...each, date: '2026-11-21T18:00:09.000Z' })) };
    expect(comparisonOf(kernel, [first, later], [], []).rows.at(-1)?.name).toBe('18:00:09 XOR swizzle');
    expect(both.rows[3].timed?.verdict).toBe(null);
  });

  it('has a tick at the best of what others need for the same problem', () => {
    const baseline: BaselineRecord = {
      ...{ date: first.records[0].date, comparison: first.records[0].comparison, kernel: 'transpose', params, gpu },
      ...{ driver: '1', method: 'cold', outcome: timed(2500), baseline: 'copy', title: 'Copy', versions: {} },
      ...{ buffers: [], sourceHash: 'c'.repeat(64) },
    };
    const tick = (of: object) =>
      comparisonOf(kernel, [first], [ceilings], [{ records: [], baselines: [{ ...baseline, ...of }] }]).bars?.groups[0]
        .baseline;
    expect(tick({})).toEqual({ percent: expect.closeTo(320 / 4.8, 1), name: 'Copy: 3,200 GB/s' });
    expect(tick({ gpu: { ...gpu, name: 'Another' } })).toBe(null);
    expect(tick({ method: 'steady' })).toBe(null);
  });

  it('goes into files with every sample, and empty fields where nothing was obtained', () => {
    const lines = samplesText(alone).trim().split('\n');
    expect(lines).toHaveLength(81);
    expect(lines[1]).toBe(`${first.records[0].comparison},tiled,1,4000,1980`);
    const [head, row] = tableText(alone)
      .split('\n')
      .map(line => line.split(','));
    const cell = (name: string): string => row[head.indexOf(name)];
    expect(['card sha256', 'SMs', 'L2 bytes', 'sources sha256', 'date'].map(cell)).toEqual([
      ...['a'.repeat(64), '132', '1048576', 'b'.repeat(64), first.records[0].date],
    ]);
    expect(tableText(alone).split('\n')[3]).toMatch(/^missing-barrier,missing-barrier,cold,wrong,,,,,,,NVIDIA H200/);
  });
});

describe('the list', () => {
  const other = measured(3, [made('tiled', 9000, { params: { ...params, rows: 64 }, method: 'steady' })]);
  const all = [first, second, other];

  it('names problems by what differs, and filters by each choice', () => {
    const { problems, gpus, names } = filterChoices(all);
    expect([...problems.keys()]).toEqual(['rows=64', 'rows=1000']);
    expect(Array.from(problems.values(), each => problemWords(kernel, each, names))).toEqual(['Rows 64', 'Rows 1,000']);
    expect(gpus).toEqual(['NVIDIA H200']);
    const none = { gpu: '', method: '', origin: '', problem: '' } as const;
    expect(filtered(all, none)).toEqual(all);
    expect(filtered(all, { ...none, problem: 'rows=64' })).toEqual([other]);
    expect(filtered(all, { ...none, method: 'cold' })).toEqual([first, second]);
    expect(filtered(all, { ...none, origin: 'own' })).toEqual([]);
    expect(filtered(all, { ...none, gpu: 'Another' })).toEqual([]);
  });

  it('has a history of runs of one problem on one card only', () => {
    const elsewhere = measured(4, [made('tiled', 4000, { gpu: { ...gpu, uuidHash: 'b'.repeat(64) } })]);
    const runs = sameProblem([second, other, elsewhere, first], first);
    expect(runs).toEqual([first, second]);
    const { series, runs: dates } = historyOf(kernel, runs, '');
    expect(dates).toEqual(['2026-11-21 18:00', '2026-11-22 18:00']);
    expect(
      series.map(({ name, points }) => [name, ...points.map(point => point && Math.round(point.medianNs))]),
    ).toEqual([
      ['Tiled', 4000, 4100],
      ['Padded', 2000, null],
      ['XOR swizzle', null, 2000],
    ]);
  });
});
