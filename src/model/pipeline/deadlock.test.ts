import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Role, Scenario, Step } from '../../trace/scenario.ts';
import { endings, NAMED_THREADS } from './fixtures/explore.ts';
import { RESOURCES, ringScenario } from './fixtures/ring-scenario.ts';
import { simulate } from './simulate.ts';

const RINGS = ['full', 'empty'] as const;
const ring = fc.constantFrom(...RINGS);

/** Two stages and a place for each ring in every role; mostly whole moves of a pipeline, in any order. */
const moves = fc.oneof(
  ring.map((barrier): Step[] => [{ do: 'wait', barrier, at: barrier }]),
  ring.map((barrier): Step[] => [
    { do: 'arrive', barrier, at: barrier },
    { do: 'next', at: barrier },
  ]),
  ring.map((barrier): Step[] => [
    { do: 'wait', barrier, at: barrier },
    { do: 'next', at: barrier },
  ]),
  fc.integer({ min: 1, max: 2 }).map((bytes): Step[] => [
    { do: 'expect', barrier: 'full', at: 'full', bytes: 16 * bytes },
    { do: 'copy', buffer: 'ring', barrier: 'full', at: 'full', bytes: 16 },
    { do: 'next', at: 'full' },
  ]),
  fc
    .constantFrom('barSync' as const, 'barArrive' as const)
    .map((how): Step[] => [{ do: how, id: 1, threads: NAMED_THREADS }]),
);

const role = (name: string): fc.Arbitrary<Role> =>
  fc
    .record({
      moves: fc.array(moves, { minLength: 1, maxLength: 4 }),
      times: fc.integer({ min: 1, max: 2 }),
      parity: fc.constantFrom(0 as const, 1 as const),
    })
    .map(({ moves, times, parity }) => ({
      name,
      warps: 1,
      places: RINGS.map(ring => ({ name: ring, stages: 2, parity })),
      steps: [{ do: 'loop', times, steps: moves.flat() }],
    }));

const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    count: fc.integer({ min: 1, max: 2 }),
    roles: fc.tuple(role('a'), role('b'), role('c')).chain(roles => fc.subarray(roles, { minLength: 2 })),
    copyLatencyClk: fc.constantFrom(0, 5, 500),
    barrierClk: fc.constantFrom(0, 29),
  })
  .map(({ count, roles, copyLatencyClk, barrierClk }) => ({
    resources: { ...RESOURCES, copyLatencyClk, barrierClk },
    barriers: RINGS.map(name => ({ name, stages: 2, count: name === 'full' ? 1 : count })),
    buffers: [{ name: 'ring', stages: 2, bytes: 16 }],
    roles,
  }));

const stuckOf = (scenario: Scenario): string =>
  (simulate(scenario).deadlock?.waiters ?? []).map(({ role }) => role).join(', ');

describe('deadlocks', () => {
  it('ends as one of all possible orders does, and as they all do where they agree', () => {
    const seen = { always: 0, never: 0, sometimes: 0 };
    fc.assert(
      fc.property(scenarios, scenario => {
        const possible = endings(scenario, 1500);
        if (possible === null) return;
        expect([...possible]).toContain(stuckOf(scenario));
        if (!possible.has('')) seen.always++;
        else if (possible.size === 1) seen.never++;
        else seen.sometimes++;
      }),
      { numRuns: 100 },
    );
    // About 10 of 100 may end either way. That none of them does happens once in 20,000 times.
    expect(Math.min(seen.always, seen.never, seen.sometimes)).toBeGreaterThan(0);
  });

  it.each([
    { wrong: 'nothing', ends: [''] },
    { wrong: 'release', ends: ['producer, consumer 1, consumer 2'] },
    { wrong: 'parity', ends: ['producer, consumer 1, consumer 2'] },
    { wrong: 'bytes', ends: ['producer, consumer 1, consumer 2'] },
  ] as const)('of a ring with $wrong wrong, in every order', ({ wrong, ends }) => {
    const scenario = ringScenario({ stages: 2, steps: 3, wrong });
    expect([...endings(scenario)!]).toEqual(ends);
    expect(stuckOf(scenario)).toBe(ends[0]);
  });
});

describe('the end of a deadlock', () => {
  it('is when the last unit is through, too', () => {
    const steps: readonly Step[] = [
      { do: 'mma', flop: 4096 * 1000, reads: [] },
      { do: 'barSync', id: 0, threads: 64 },
    ];
    const role: Role = { name: 'a', warps: 1, places: [], steps };
    const { deadlock, totalClk, spans } = simulate({ resources: RESOURCES, barriers: [], buffers: [], roles: [role] });
    expect([deadlock?.at, totalClk, Math.max(...spans.map(({ to }) => to))]).toEqual([1000, 1000, 1000]);
  });
});

describe('named barriers', () => {
  const alone = (name: string, steps: readonly Step[], warps = 1): Role => ({ name, warps, places: [], steps });
  const play = (...roles: Role[]) => simulate({ resources: RESOURCES, barriers: [], buffers: [], roles });

  it('let all go when the last has come', () => {
    const meet = { do: 'barSync', id: 2, threads: 96 } as const;
    const late = alone('late', [{ do: 'alu', instructions: 100 }, meet]);
    const { deadlock, spans } = play(alone('early', [meet], 2), late);
    expect(deadlock).toBeNull();
    const waits = spans.filter(({ kind }) => kind === 'wait');
    expect(waits.map(({ role, from, to }) => [role, from, to])).toEqual([
      ['early', 0, 129],
      ['late', 100, 129],
    ]);
  });

  it('count as many warps as a step says', () => {
    const meet = { do: 'barSync', id: 2, threads: 96 } as const;
    expect(play(alone('four', [{ ...meet, warps: 1 }], 4), alone('two', [meet], 2)).deadlock).toBeNull();
    const { deadlock } = play(alone('four', [{ ...meet, warps: 1 }], 4), alone('one', [meet]));
    expect(deadlock?.waiters.map(({ missing }) => missing)).toEqual(['32 threads', '32 threads']);
  });

  it('never complete where threads are missing', () => {
    const { deadlock } = play(alone('a', [{ do: 'barSync', id: 3, threads: 64 }]));
    expect(deadlock?.message).toBe('a waits at bar 3 for 32 threads, which nobody will bring');
  });

  it('refuse those who disagree, and more threads than they wait for', () => {
    const sync = (threads: number) => ({ do: 'barSync', id: 1, threads }) as const;
    expect(play(alone('a', [sync(64)]), alone('b', [sync(96)])).faults[0]).toMatchObject({
      kind: 'namedBarrier',
      role: 'b',
    });
    expect(play(alone('a', [sync(32)], 2)).faults[0].message).toBe('a at bar 1 brings 64 threads where 32 are missing');
    expect(play(alone('a', [sync(64)]), alone('b', [sync(64)])).faults).toEqual([]);
  });
});

describe('registers', () => {
  const change = (name: string, from: number, to: number, clk: number): Role => ({
    name,
    warps: 4,
    registers: from,
    places: [],
    steps: [
      { do: 'exp', count: clk * RESOURCES.expPerClk },
      { do: 'setRegisters', count: to },
    ],
  });
  const play = (...roles: Role[]) => simulate({ resources: RESOURCES, barriers: [], buffers: [], roles });

  it('wait until others have given theirs back', () => {
    const consumers = [1, 2].map(n => change(`consumer ${n}`, 168, 240, n));
    const { deadlock, spans } = play(...consumers, change('producer', 168, 24, 498));
    expect(deadlock).toBeNull();
    const waits = spans.filter(({ kind, to }) => kind === 'wait' && to === 501);
    expect(waits.map(({ role }) => role)).toEqual(['consumer 1', 'consumer 2']);
  });

  it('never come where there are not so many', () => {
    const consumers = [1, 2].map(n => change(`consumer ${n}`, 168, 248, n));
    const { deadlock } = play(change('producer', 168, 24, 500), ...consumers);
    expect(deadlock?.waiters).toMatchObject([{ role: 'consumer 2', barrier: 'registers', parity: null }]);
    expect(deadlock?.message).toMatch(/consumer 2 waits at registers for 10240 registers of which 9216 are free/);
  });
});
