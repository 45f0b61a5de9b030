import { describe, expect, it } from 'vitest';
import { statisticsAtOnce } from '../../model/permute/statistics/statistics.ts';
import { ttcCases } from '../../model/permute/statistics/ttc.ts';
import { recordOf, timed, WRONG } from '../../trace/fixtures/run-records.ts';
import type { RunOutcome, RunRecord } from '../../trace/run-record.ts';
import { kernel } from './index.ts';
import { measuredSet, namesIn, waysOf } from './measured-cases.ts';
import { measuredSummaries } from './measured-summary.ts';
import { STRATEGY_OF } from './variants.ts';

const OPTIONS = { elementBytes: 4, targetElements: null, sharedBytes: 48 * 1024 };
const statistics = statisticsAtOnce(ttcCases(), OPTIONS);
const [square, , , , rows] = statistics.cases;

const run = (variant: string, outcome: RunOutcome, change: Partial<RunRecord> = {}): RunRecord =>
  recordOf(variant, outcome, {
    ...{ kernel: 'permute', method: 'steady' },
    params: kernel.schema.parse({ shape: square.shape.join(','), perm: square.perm.join(',') }),
    ...change,
  });

describe('measured cases', () => {
  it('are launched alike exactly where the statistics say so', () => {
    for (const { shape, perm, block } of statistics.cases.filter((_, i) => i % 4 === 0)) {
      if (block === null) continue;
      const params = kernel.schema.parse({ shape: shape.join(','), perm: perm.join(',') });
      const first = new Map<string, string>();
      for (const { strategy, sameAs } of statistics.blocks[block].layouts) {
        const [variant] = Object.entries(STRATEGY_OF).find(([, name]) => name === strategy)!;
        const launched = JSON.stringify([kernel.build(variant, params), kernel.launch(variant, params)]);
        expect(first.get(launched) ?? null, `${shape} by ${perm}, ${strategy}`).toBe(sameAs);
        if (sameAs === null) first.set(launched, strategy);
      }
    }
  });

  it('take the record of what is launched alike, and no other', () => {
    const records = [run('none', timed(4000)), run('odd-row', timed(2000)), run('tile', timed(1000))];
    const { gpu, cases } = measuredSet(statistics, records)!;
    expect(gpu).toBe('A GPU');
    expect(cases.map(each => each.case.name)).toEqual([square.name]);
    const named = Object.fromEntries(cases[0].moves.map(move => [move.name, move.record.variant]));
    expect(named).toEqual({
      ...{ none: 'none', 'odd-row': 'odd-row', 'write-order residue': 'odd-row', searched: 'odd-row', tile: 'tile' },
      'without the first read dim': 'odd-row',
    });
    const own = cases[0].moves.filter(({ launchedAs }) => launchedAs === null).map(({ name }) => name);
    expect(own).toEqual(['none', 'odd-row', 'tile']);
    const [none] = cases[0].moves;
    expect(none.bytesPerSecond).toBeCloseTo((2 * 7248 * 7248 * 4) / 4000.0195e-9, -9);
    expect(waysOf(none.layout!)).toBeGreaterThan(8);
  });

  it('have no time of what was wrong, of single launches, or of other parameters', () => {
    const params = kernel.schema.parse({ ...run('none', WRONG).params, access: 1 });
    for (const record of [
      run('none', WRONG),
      run('none', timed(1), { method: 'cold' }),
      run('none', timed(1), { params }),
      run('pad-not-used', timed(1)),
    ])
      expect(measuredSet(statistics, [record])).toBeNull();
    expect(measuredSet(statistics, [])).toBeNull();
  });

  it('are of one GPU: the one that measured the most', () => {
    const params = kernel.schema.parse({ shape: rows.shape.join(','), perm: rows.perm.join(',') });
    const { gpu } = run('none', timed(1));
    const other = { gpu: { ...gpu, name: 'B GPU' } };
    const records = [
      run('none', timed(1)),
      run('none', timed(2), { ...other, comparison: 'b' }),
      run('rows', timed(3), { ...other, comparison: 'c', params }),
    ];
    const set = measuredSet(statistics, records)!;
    expect(set.gpu).toBe('B GPU');
    expect(set.cases.map(({ moves }) => moves.map(({ name, medianNs }) => [name, medianNs > 2]))).toEqual([
      [['none', true]],
      [['rows', true]],
    ]);
    expect(namesIn(set)).toEqual(['none', 'rows']);
  });

  it('are summed up by strategy', () => {
    const set = measuredSet(statistics, [run('none', timed(4000)), run('xor', timed(1000)), run('tile', timed(500))])!;
    const [none, xor, tile] = measuredSummaries(set);
    expect([none.name, none.cases, none.conflictFree, none.timeByNone]).toEqual(['none', 1, 0, 1]);
    expect([xor.name, xor.cases, xor.conflictFree]).toEqual(['xor', 1, 1]);
    expect(xor.timeByNone).toBeCloseTo(0.25, 3);
    expect([tile.name, tile.conflictFree]).toEqual(['tile', null]);
    expect(tile.least).toBe(tile.most);
  });
});
