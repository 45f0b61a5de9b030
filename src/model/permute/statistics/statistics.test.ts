import { describe, expect, it } from 'vitest';
import { BINS, binOf, histogramOf } from './bins.ts';
import type { NamedCase } from './case-set.ts';
import { CASE_SETS } from './sets.ts';
import {
  type Statistics,
  type StatisticsOptions,
  type StatisticsStep,
  statisticsAtOnce,
  statisticsOf,
} from './statistics.ts';
import { laidCases, ratioOf, strategiesIn, summaries } from './summary.ts';

const OPTIONS: StatisticsOptions = { elementBytes: 4, targetElements: 32, sharedBytes: 48 * 1024 };

const run = (cases: readonly NamedCase[], options: Partial<StatisticsOptions> = {}): Statistics =>
  statisticsAtOnce(cases, { ...OPTIONS, ...options });

const ttc = () => run(CASE_SETS.get('ttc')!.cases());
const summaryOf = (statistics: Statistics, strategy: string) =>
  summaries(statistics).find(summary => summary.strategy === strategy)!;

const square: NamedCase = { name: 'square', shape: [64, 64], perm: [1, 0] };
const larger: NamedCase = { name: 'larger', shape: [3, 640, 32], perm: [2, 0, 1] };
const rows: NamedCase = { name: 'rows', shape: [9, 8, 32], perm: [1, 0, 2] };
const shortRows: NamedCase = { name: 'short rows', shape: [9, 8, 31], perm: [1, 0, 2] };
const copy: NamedCase = { name: 'copy', shape: [9, 1, 8], perm: [1, 0, 2] };

describe('statistics', () => {
  it('go case by case, and can be left', () => {
    const steps = statisticsOf([square, rows, copy], OPTIONS);
    expect(steps.next().value).toMatchObject({ done: 1, total: 3 });
    const second = steps.next().value as StatisticsStep;
    expect(second).toMatchObject({ done: 2, total: 3 });
    expect(second.soFar()).toEqual(run([square, rows]));
    steps.return({ options: OPTIONS, cases: [], blocks: [] });
    expect(steps.next().done).toBe(true);
  });

  it('leave out what needs no shared memory: copies, and rows of a line', () => {
    const { cases } = run([square, rows, shortRows, copy]);
    expect(cases.map(({ block }) => block)).toEqual([0, null, 1, null]);
    expect(run([shortRows], { elementBytes: 8 }).cases[0].block).toBe(null);
    expect(run([rows], { elementBytes: 2 }).cases[0].block).toBe(0);
  });

  it('cost blocks that look alike once', () => {
    const { cases, blocks } = run([square, larger]);
    expect(cases.map(({ block }) => block)).toEqual([0, 0]);
    expect(blocks).toHaveLength(1);
    // The same extents in another order are a different block.
    const a: NamedCase = { name: 'a', shape: [4, 8, 16], perm: [2, 1, 0] };
    expect(run([a, { ...a, name: 'b', perm: [1, 2, 0] }]).blocks).toHaveLength(2);
  });

  it('say which layouts are one', () => {
    const { layouts } = run([larger]).blocks[0];
    const sameAs = Object.fromEntries(layouts.map(each => [each.strategy, each.sameAs]));
    // For a square of 32, the residue of the write order gives the odd row; no other strategy gives the same places.
    expect(sameAs).toMatchObject({ none: null, xor: null, 'odd-row': null, 'write-order residue': 'odd-row' });
    // Five is odd already. An exchange has no places.
    const fives: NamedCase = { name: 'fives', shape: [40, 5], perm: [1, 0] };
    const alike = Object.fromEntries(run([fives]).blocks[0].layouts.map(each => [each.strategy, each.sameAs]));
    expect(alike).toMatchObject({ xor: 'none', 'odd-row': 'none', searched: 'none', 'register exchange': null });
  });

  it('are the same for a case by itself', () => {
    const cases = CASE_SETS.get('random-powers')!.cases().slice(0, 60);
    const together = run(cases);
    together.cases.forEach(({ block }, i) => {
      const alone = run([cases[i]]);
      expect(alone.blocks[0]).toEqual(block === null ? undefined : together.blocks[block]);
    });
    expect(together.blocks.length).toBeLessThan(together.cases.length / 1.5);
  });

  it('survive being sent', () => {
    const statistics = run([square, rows]);
    expect(JSON.parse(JSON.stringify(statistics))).toEqual(statistics);
  });

  it('count what does not fit, by the limit of the options', () => {
    const tight = summaryOf(run([square], { sharedBytes: 4096 }), 'odd-row');
    expect(tight).toMatchObject({ cases: 1, conflictFree: 1, exceeds: 1, chosen: 0 });
    expect(summaryOf(run([square]), 'odd-row').exceeds).toBe(0);
  });

  it('reach for the target of the options', () => {
    const bytes = (targetElements: number | null, elementBytes = 4) =>
      run([square], { targetElements, elementBytes }).blocks[0].bytes;
    expect([bytes(32), bytes(64), bytes(null)]).toEqual([4096, 16384, 4096]);
    expect(bytes(null, 2)).toBe(64 * 64 * 2);
  });
});

describe('a summary', () => {
  it('of TTC: 47 cases go through shared memory, and what each strategy does for them', () => {
    const statistics = ttc();
    expect(summaryOf(statistics, 'none')).toMatchObject({ cases: 47, conflictFree: 0 });
    expect(summaryOf(statistics, 'odd-row')).toMatchObject({ cases: 47, conflictFree: 45, load: { worst: 2 } });
    expect(summaryOf(statistics, 'write-order residue')).toMatchObject({
      conflictFree: 47,
      load: { mean: 1, worst: 1 },
    });
    expect(summaryOf(statistics, 'xor')).toMatchObject({ conflictFree: 47, bytes: { mean: 1, worst: 1 } });
    const chosen = summaries(statistics).reduce((sum, { chosen: n }) => sum + n, 0);
    expect(chosen).toBe(47);
  });

  it('has each case in one bin of every quantity', () => {
    const statistics = ttc();
    for (const strategy of strategiesIn(statistics)) {
      const laid = laidCases(statistics, strategy);
      for (const quantity of ['store', 'load', 'bytes'] as const) {
        const counts = histogramOf(
          laid.map(each => ratioOf(each, quantity)),
          quantity,
        );
        expect(counts.reduce((a, b) => a + b)).toBe(laid.length);
        laid.forEach(each => void expect(counts[binOf(ratioOf(each, quantity), quantity)]).toBeGreaterThan(0));
      }
    }
    const loads = laidCases(statistics, 'none').map(each => ratioOf(each, 'load'));
    expect(histogramOf(loads, 'load')).toEqual([0, 2, 0, 0, 0, 45]);
  });

  it('ends bins at powers of two, ends included', () => {
    expect([1, 1.01, 2, 2.5, 32].map(ratio => binOf(ratio, 'load'))).toEqual([0, 1, 1, 2, 5]);
    expect([1, 1.25, 100].map(ratio => binOf(ratio, 'bytes'))).toEqual([0, 3, 7]);
    expect(BINS.load.map(({ label }) => label)).toEqual(['1', '≤2', '≤4', '≤8', '≤16', '≤32']);
    expect(BINS.bytes.map(({ text }) => text).slice(0, 2)).toEqual(['no waste', 'above 0 %, up to 3 %']);
  });
});
