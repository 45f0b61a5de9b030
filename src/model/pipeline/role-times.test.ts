import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ringScenario } from './fixtures/ring-scenario.ts';
import { roleTimes } from './role-times.ts';
import { simulate } from './simulate.ts';

describe('what roles spend their time on', () => {
  it('by hand', () => {
    // A copy takes 1,024 clk and lands 800 later, and a product takes 256.
    const scenario = ringScenario({ stages: 1, steps: 2, consumers: 1, resources: { barrierClk: 0 } });
    expect(roleTimes(scenario, simulate(scenario))).toEqual([
      { role: 'producer', worksClk: 0, waits: [{ what: 'empty', clk: 2080 }] },
      {
        role: 'consumer 1',
        worksClk: 0,
        waits: [
          { what: 'full', clk: 2 * 1824 },
          { what: 'products', clk: 2 * 256 },
        ],
      },
    ]);
  });

  it('adds up to no more than the time of the run', () => {
    const rings = fc.record({
      stages: fc.integer({ min: 1, max: 4 }),
      steps: fc.integer({ min: 1, max: 12 }),
      consumers: fc.integer({ min: 1, max: 2 }),
      wrong: fc.constantFrom('nothing', 'release'),
    });
    fc.assert(
      fc.property(rings, ring => {
        const scenario = ringScenario(ring);
        const run = simulate(scenario);
        for (const { worksClk, waits } of roleTimes(scenario, run)) {
          const sum = waits.reduce((all, { clk }) => all + clk, worksClk);
          expect(sum).toBeLessThanOrEqual(run.totalClk + 1e-9);
          expect(waits.map(({ clk }) => clk)).toEqual(waits.map(({ clk }) => clk).toSorted((a, b) => b - a));
        }
      }),
    );
  });
});
