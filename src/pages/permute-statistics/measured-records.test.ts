import { describe, expect, it } from 'vitest';
import { measuredSet } from '../../kernels/permute/measured-cases.ts';
import { measuredSummaries } from '../../kernels/permute/measured-summary.ts';
import { dotsOf } from '../../pictures/case-strips/records.ts';
import { recordOf } from '../../trace/fixtures/run-records.ts';
import { STATISTICS, syntheticRuns } from './fixtures/synthetic-runs.ts';
import { measuredRows } from './measured-files.ts';
import { caseStripsOf, claimOf, measuredOf } from './measured-records.ts';

const RUNS = syntheticRuns();
const set = measuredSet(STATISTICS, RUNS)!;
const ceiling = { source: 'measured', perSecond: 4e12, title: 'copy in device memory' } as const;
const measured = measuredOf(set, ceiling);
const strips = caseStripsOf(STATISTICS, measured);
const stripOf = (name: string) => strips.rows.find(row => row.name === name)!;

describe('strips of measured cases', () => {
  it('have a dot for each case and strategy, alike layouts among them', () => {
    expect(set.cases).toHaveLength(57);
    for (const name of ['No padding', 'XOR', 'Odd row', 'Write-order residue', 'Searched', 'Position table', 'Tile'])
      expect(dotsOf(stripOf(name)), name).toHaveLength(47);
    expect(dotsOf(stripOf('Whole rows'))).toHaveLength(10);
    const alike = dotsOf(stripOf('Write-order residue')).filter(({ lines }) => lines.at(-1)?.startsWith('the same'));
    expect(alike.length).toBeGreaterThan(20);
  });

  it('are shares of the limit, beside what is predicted', () => {
    const [none, tile] = ['No padding', 'Tile'].map(name => stripOf(name).dots[0]!);
    const [{ moves }] = set.cases;
    expect(none.percent).toBeCloseTo(moves[0].bytesPerSecond / 4e10, 9);
    expect(none.ways).toBeGreaterThan(15);
    expect(none.lines[2]).toMatch(/^predicted: 16.5 wavefronts/);
    expect(tile.ways).toBeNull();
    expect(strips.full).toBe('100 %: 4,000 GB/s, copy in device memory');
  });

  it('without a ceiling are shares of the fastest, which is said', () => {
    const own = caseStripsOf(STATISTICS, measuredOf(set, null));
    const most = Math.max(...own.rows.flatMap(row => dotsOf(row).map(({ percent }) => percent)));
    expect(most).toBeCloseTo(100, 9);
    expect(own.full).toMatch(/^100 %: [\d,]+ GB\/s, the fastest of these$/);
  });

  it('are led by what they show: without a conflict, and yet not the fastest', () => {
    expect(claimOf(measured)).toMatch(
      /^The fastest layout without a bank conflict moves at [\d.]+ % .* Tile, at [\d.]+ %/,
    );
    const strategies = RUNS.filter(({ variant }) => variant === 'none' || variant === 'xor');
    expect(claimOf(measuredOf(measuredSet(STATISTICS, strategies)!, ceiling))).toBeNull();
  });

  it('keep a strategy that nobody measured', () => {
    const some = measuredSet(
      STATISTICS,
      RUNS.filter(({ variant }) => variant !== 'table'),
    )!;
    const { rows } = caseStripsOf(STATISTICS, measuredOf(some, ceiling));
    expect(dotsOf(rows.find(({ name }) => name === 'Position table')!)).toEqual([]);
  });

  it('show what conflicts cost, where they cost something', () => {
    const [none, ...others] = measuredSummaries(set).filter(({ conflictFree }) => conflictFree !== null);
    expect(none).toMatchObject({ name: 'none', cases: 47, conflictFree: 0, timeByNone: 1 });
    for (const { median, timeByNone } of others) {
      expect(median).toBeGreaterThan(none.median);
      expect(timeByNone).toBeLessThan(1);
    }
  });
});

it('a file has a row for each time, with where it comes from', () => {
  const rows = measuredRows(measured);
  expect(rows).toHaveLength(set.cases.reduce((sum, { moves }) => sum + moves.length, 0));
  const { gpu, sourceHash } = recordOf('none', RUNS[0].outcome);
  expect(rows[0]).toMatchObject({
    ...{ case: 'TTC 1', shape: '7248 7248', perm: '1 0', strategy: 'none', variant: 'none', method: 'steady' },
    ...{ gpu: gpu.name, gpuHash: gpu.uuidHash, sourceHash, percentOf: ceiling.title },
  });
  expect(rows.every(row => Object.keys(row).join() === Object.keys(rows[0]).join())).toBe(true);
});
