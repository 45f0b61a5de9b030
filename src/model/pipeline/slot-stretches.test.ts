import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ringScenario } from './fixtures/ring-scenario.ts';
import { simulate } from './simulate.ts';
import { slotStretches } from './slot-stretches.ts';

describe('slots', () => {
  it('are filled, full, read and used in turn, for every step of theirs', () => {
    const rings = fc.record({
      stages: fc.integer({ min: 1, max: 4 }),
      steps: fc.integer({ min: 1, max: 12 }),
      consumers: fc.integer({ min: 1, max: 2 }),
      bytes: fc.integer({ min: 1, max: 2048 }).map(n => 16 * n),
    });
    fc.assert(
      fc.property(rings, ring => {
        const { slots, totalClk } = simulate(ringScenario(ring));
        for (let stage = 0; stage < ring.stages; stage++) {
          const own = slots.filter(slot => slot.stage === stage);
          expect([own[0].from, own.at(-1)!.to]).toEqual([0, totalClk]);
          for (const [i, { to }] of own.entries()) expect(own[i + 1]?.from ?? to).toBe(to);
          const filled = own.filter(({ state }) => state === 'filling').map(({ index }) => index);
          const steps = Array.from({ length: ring.steps }, (_, step) => step);
          expect(filled).toEqual(steps.filter(step => step % ring.stages === stage));
          for (const [i, { state, index }] of own.entries()) {
            if (state === 'read')
              expect([own[i - 1].index, ['filling', 'full', 'read', 'used']]).toEqual([
                index,
                expect.arrayContaining([own[i - 1].state]),
              ]);
            if (state === 'filling' && i > 0) expect(own[i - 1].state).toMatch(/used|empty/);
          }
        }
      }),
    );
  });

  it('by hand', () => {
    // A copy takes 1,024 clk and lands 800 later, and a product takes 256.
    const { slots } = simulate(ringScenario({ stages: 2, steps: 3, consumers: 1, resources: { barrierClk: 0 } }));
    expect(
      slots.filter(({ stage }) => stage === 0).map(({ from, to, state, index }) => [from, to, state, index]),
    ).toEqual([
      [0, 1824, 'filling', 0],
      [1824, 2080, 'read', 0],
      [2080, 3904, 'filling', 2],
      [3904, 4160, 'read', 2],
    ]);
    expect(slots.filter(({ stage }) => stage === 1).map(({ to, state }) => [to, state])).toEqual([
      [2848, 'filling'],
      [3104, 'read'],
      [4160, 'used'],
    ]);
  });

  it('say who reads them', () => {
    // Both products of a stage queue at the tensor cores.
    const { slots } = simulate(ringScenario({ stages: 1, steps: 1, consumers: 2, resources: { barrierClk: 0 } }));
    expect(slots.map(({ to, state, readers }) => [to, state, readers])).toEqual([
      [1824, 'filling', []],
      [2080, 'read', ['consumer 1']],
      [2336, 'read', ['consumer 2']],
    ]);
  });

  it('show a slot that nobody uses, and one that is full before it is read', () => {
    const change = (at: number, change: 'fill' | 'full' | 'read' | 'done') => ({
      at,
      role: 'consumer',
      buffer: 'ring',
      stage: 0,
      index: 5,
      change,
    });
    const changes = [change(10, 'fill'), change(20, 'full'), change(30, 'read'), change(40, 'done')];
    const states = slotStretches([{ name: 'ring', stages: 2, bytes: 16 }], changes, 50).map(({ to, state, index }) => [
      to,
      state,
      index,
    ]);
    expect(states).toEqual([
      [10, 'empty', -1],
      [20, 'filling', 5],
      [30, 'full', 5],
      [40, 'read', 5],
      [50, 'used', 5],
      [50, 'empty', -1],
    ]);
  });
});
