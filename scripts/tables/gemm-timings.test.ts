import { describe, expect, it } from 'vitest';
import {
  againstCublas,
  clockMaxTflops,
  measuredTable,
  performanceCsv,
  tflopsOf,
} from '../../src/kernels/gemm/performance.ts';
import { PUBLISHED } from '../../src/kernels/gemm/published.ts';
import { TIMINGS } from '../../src/kernels/gemm/recorded/timings.ts';
import { chooseBuild, H200 } from '../../src/kernels/gemm/rule.ts';

describe('recorded times', () => {
  it('are complete: a time and a clock for each sample, as many for each contender', () => {
    for (const { contenders } of TIMINGS.comparisons) {
      const lengths = contenders.flatMap(({ steadyUs, steadyMhz, coldUs }) =>
        [steadyUs, steadyMhz, coldUs].map(samples => samples.length),
      );
      expect(new Set(lengths).size).toBe(1);
      expect(lengths[0]).toBeGreaterThanOrEqual(60);
      for (const { steadyUs, coldUs } of contenders) expect(Math.min(...steadyUs, ...coldUs)).toBeGreaterThan(0);
    }
  });

  it('are of the builds that the rule chooses', () => {
    const ladders = TIMINGS.comparisons.filter(({ kind }) => kind === 'ladder');
    expect(ladders.map(({ size }) => size)).toEqual([1024, 2048, 4096, 8192]);
    for (const { size, contenders } of ladders)
      for (const { build } of contenders)
        if (build !== null)
          expect(chooseBuild(build.version, { m: size, n: size, k: size }, H200)).toMatchObject(build);
  });

  it('are compared within a comparison', () => {
    const twice = { build: null, overlaps: false, steadyUs: [2, 2, 2], steadyMhz: [1000], coldUs: [4] };
    const build = chooseBuild('v4-persistent', { m: 1024, n: 1024, k: 1024 }, H200)!;
    const once = { build, overlaps: false, steadyUs: [1, 1, 1], steadyMhz: [1000], coldUs: [8] };
    const halved = { ...once, overlaps: true, steadyUs: [0.5, 0.5, 0.5] };
    const comparisons = [{ kind: 'duel' as const, size: 1024, operandSets: 1, contenders: [twice, once, halved] }];
    expect(againstCublas({ ...TIMINGS, comparisons }, 'duel', 'v4-persistent')).toEqual([
      { size: 1024, build, overlaps: false, steady: 2, cold: 0.5 },
      { size: 1024, build, overlaps: true, steady: 4, cold: 0.5 },
    ]);
    expect(againstCublas({ ...TIMINGS, comparisons }, 'ladder', 'v4-persistent')).toEqual([]);
  });

  it('bear out what the README says of them', () => {
    const { rows, maxTflops } = measuredTable(TIMINGS);
    const shares = rows.map(({ cells }) => cells.map(cell => cell!.tflops / maxTflops));
    const [, v0, v1, v2, v3, v4, chained] = shares;
    expect(Math.max(...v0, ...v1, ...v2)).toBeGreaterThan(0.4);
    expect(Math.max(...v0, ...v1, ...v2)).toBeLessThan(0.43);
    for (const [i, share] of v2.entries()) expect(share).toBeLessThan(v1[i]);
    for (const [i, share] of v3.entries()) expect(share).toBeGreaterThan(1.4 * v1[i]);
    const against = (size: number) =>
      (['ladder', 'duel'] as const).flatMap(kind =>
        againstCublas(TIMINGS, kind, 'v4-persistent').filter(each => each.size === size),
      );
    const steadyOf = (size: number, isOverlapping: boolean) =>
      against(size).flatMap(({ overlaps, steady }) => (overlaps === isOverlapping ? [steady] : []));
    const isWithin = (low: number, high: number) => (share: number) => share > low && share < high;
    expect(steadyOf(1024, false)).toSatisfy(shares => shares.every(isWithin(0.96, 0.98)));
    expect(steadyOf(2048, false)).toSatisfy(shares => shares.every(isWithin(0.985, 1.005)));
    expect(steadyOf(1024, true)).toSatisfy(shares => shares.every(isWithin(1.01, 1.075)));
    for (const size of [2048, 4096, 8192])
      expect(steadyOf(size, true)).toSatisfy(shares => shares.every(isWithin(1.02, 1.05)));
    for (const size of [4096, 8192]) expect(Math.min(...steadyOf(size, false))).toBeGreaterThan(1.01);
    for (const [i, share] of chained.slice(0, 3).entries()) expect(share).toBeGreaterThan(v4[i]);
    expect(chained[3]).toSatisfy(isWithin(0.99 * v4[3], 1.01 * v4[3]));
    const atClock = TIMINGS.comparisons
      .filter(({ kind, size }) => kind === 'ladder' && size >= 4096)
      .map(({ contenders }) => contenders.find(({ build }) => build?.version === 'v4-persistent')!)
      .map((contender, i) => (v4[i + 2] * maxTflops) / clockMaxTflops(contender, TIMINGS));
    expect(Math.min(...atClock)).toBeGreaterThan(0.9);
  });

  it('are saved line by line, with where they come from', () => {
    const [head, ...lines] = performanceCsv([measuredTable(TIMINGS), ...PUBLISHED])
      .trimEnd()
      .split('\n');
    expect(head.split(',')).toHaveLength(8);
    expect(lines).toHaveLength(4 * (7 + 4 + 4));
    expect(lines.filter(line => line.startsWith('NVIDIA H200,measured,'))).toHaveLength(28);
    expect(lines).toContainEqual(expect.stringMatching(/^RTX 5090,published,"v1, TMA",8192,172\.66,209\.5,,/));
  });

  it('become throughput, without a row for what was not timed', () => {
    expect(tflopsOf(1000, 2)).toBe(1000);
    const [first] = TIMINGS.comparisons;
    const contenders = first.contenders.filter(({ build }) => build?.version !== 'v3-wgmma');
    const { rows } = measuredTable({ ...TIMINGS, comparisons: [{ ...first, contenders }] });
    expect(rows.map(({ name }) => name.slice(0, 2))).toEqual(['cu', 'v0', 'v1', 'v2', 'v4', 'v4']);
  });
});
