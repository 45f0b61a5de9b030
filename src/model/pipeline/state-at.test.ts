import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ringScenario } from './fixtures/ring-scenario.ts';
import { MbarrierModel } from './mbarrier.ts';
import { FLIP_KINDS, flips, nextFlip } from './phase-flips.ts';
import type { PipelineState } from './pipeline-state.ts';
import { fa3Forward, fa3ForwardFp8 } from './presets/attention.ts';
import { PRESETS } from './presets/index.ts';
import { type PipelinePreset, presetScenario } from './presets/preset.ts';
import { guardedRings } from './ring-barriers.ts';
import { simulate } from './simulate.ts';
import { stateAt } from './state-at.ts';
import { roleSentence, waitingSentence } from './waiting-words.ts';

const rings = fc.record({
  stages: fc.integer({ min: 1, max: 4 }),
  steps: fc.integer({ min: 1, max: 12 }),
  consumers: fc.integer({ min: 1, max: 2 }),
  bytes: fc.integer({ min: 1, max: 2048 }).map(n => 16 * n),
});

function scenarioOf(preset: PipelinePreset) {
  const scenario = presetScenario(preset, {});
  if (!scenario.ok) throw new Error(scenario.error.message);
  return scenario.value;
}

const stepName = (_buffer: string, index: number) => `k${index}`;

const barrierOf = ({ barriers }: PipelineState, name: string) => barriers.find(b => b.name === name)!;

describe('the state at one time', () => {
  it('has the barriers that a replay of their events ends in', () => {
    fc.assert(
      fc.property(rings, fc.double({ min: 0, max: 1, noNaN: true }), (ring, share) => {
        const scenario = ringScenario(ring);
        const run = simulate(scenario);
        const clk = share * run.totalClk;
        const state = stateAt(scenario, run, clk);
        for (const { name, phase, parity, pendingArrivals, pendingBytes, count } of state.barriers) {
          const last = run.barrierEvents.filter(({ barrier, at }) => barrier === name && at <= clk).at(-1)!;
          expect([phase, pendingArrivals, pendingBytes]).toEqual([last.phase, last.pendingArrivals, last.pendingBytes]);
          const asPtx = new MbarrierModel(count);
          asPtx.phase = phase;
          expect([asPtx.hasPassed(parity), asPtx.hasPassed(1 - parity)]).toEqual([false, true]);
        }
      }),
    );
  });

  it('has the slots of the run, and readers whose products run', () => {
    fc.assert(
      fc.property(rings, fc.double({ min: 0, max: 1, noNaN: true }), (ring, share) => {
        const scenario = ringScenario(ring);
        const run = simulate(scenario);
        const clk = Math.min(share * run.totalClk, run.totalClk - 1e-9);
        const state = stateAt(scenario, run, clk);
        for (const { stage, state: holds, holds: index, readers } of state.slots) {
          const stretch = run.slots.find(s => s.stage === stage && s.from <= clk && clk < s.to)!;
          expect([holds, index ?? -1, readers]).toEqual([stretch.state, stretch.index, stretch.readers]);
          const products = state.roles.filter(({ spans }) => spans.some(s => s.kind === 'mma' && s.stage === stage));
          expect(products.map(({ role }) => role).toSorted()).toEqual(readers.toSorted());
        }
      }),
    );
  });

  it('never goes back: phases and steps grow with the time', () => {
    const scenario = ringScenario({ stages: 2, steps: 9 });
    const run = simulate(scenario);
    const states = Array.from({ length: 200 }, (_, i) => stateAt(scenario, run, (i / 199) * run.totalClk));
    for (const [i, after] of states.slice(1).entries()) {
      const before = states[i];
      for (const [b, { phase }] of after.barriers.entries())
        expect(phase).toBeGreaterThanOrEqual(before.barriers[b].phase);
      for (const [s, { holds }] of after.slots.entries())
        expect(holds ?? -1).toBeGreaterThanOrEqual(before.slots[s].holds ?? -1);
    }
    expect(states.at(-1)!.roles.map(({ does }) => does)).toEqual(['done', 'done', 'done']);
  });

  it('by hand: a copy on its way, then the consumer reads and the producer waits', () => {
    // A copy takes 1,024 clk and lands 800 later, and a product takes 256.
    const scenario = ringScenario({ stages: 1, steps: 2, consumers: 1, resources: { barrierClk: 0 } });
    const run = simulate(scenario);
    const early = stateAt(scenario, run, 1000);
    expect(early.bytesInFlight).toBe(32_768);
    expect(early.slots).toEqual([{ buffer: 'ring', stage: 0, holds: 0, state: 'filling', readers: [] }]);
    expect(barrierOf(early, 'full[0]')).toMatchObject({ parity: 0, pendingArrivals: 0, pendingBytes: 32_768 });
    const late = stateAt(scenario, run, 1900);
    expect(late.slots[0]).toMatchObject({ holds: 0, state: 'read', readers: ['consumer 1'] });
    expect(barrierOf(late, 'full[0]')).toMatchObject({ parity: 1, pendingArrivals: 1, pendingBytes: 0 });
    expect(late.roles[0]).toMatchObject({
      role: 'producer',
      does: 'waits',
      wait: { barrier: 'empty[0]', since: 0, until: 2080 },
    });
    expect(waitingSentence(early, stepName)).toBe(
      'Producer waits at empty[0]: k0 is still on the way. Stage 0 is free for k1 at cycle 2,080.',
    );
    expect(waitingSentence(late, stepName)).toBe(
      'Producer waits at empty[0]: k0 is still being read by consumer 1. Stage 0 is free for k1 at cycle 2,080.',
    );
    expect(roleSentence(early, early.roles[1], stepName)).toBe(
      'Consumer 1 waits at full[0]: 32,768 bytes of k0 are on the way. It goes on at cycle 1,824.',
    );
    expect(roleSentence(late, late.roles[1], stepName)).toBe(
      'Consumer 1 waits for its products. It goes on at cycle 2,080.',
    );
    expect(waitingSentence(stateAt(scenario, run, Number.POSITIVE_INFINITY), stepName)).toBe('All roles are done.');
  });

  it('of a deadlock has waits without an end, and says why', () => {
    const scenario = ringScenario({ wrong: 'release' });
    const run = simulate(scenario);
    const end = stateAt(scenario, run, run.totalClk);
    expect(end.roles.find(({ role }) => role === 'producer')!.wait).toMatchObject({ until: null });
    expect(end.deadlock).toBe(run.deadlock!.message);
    expect(waitingSentence(end, stepName)).toContain('waits at empty[');
    expect(roleSentence(end, end.roles[0], stepName)).toContain('It never goes on.');
    expect(stateAt(scenario, run, 0).deadlock).toBeNull();
  });

  it.each(PRESETS)('of $id names every wait', preset => {
    const scenario = scenarioOf(preset);
    const run = simulate(scenario);
    for (const share of [0, 0.1, 0.35, 0.5, 0.77, 1]) {
      const state = stateAt(scenario, run, share * run.totalClk);
      expect(state.slots).toHaveLength(scenario.buffers.reduce((sum, { stages }) => sum + stages, 0));
      for (const role of state.roles)
        expect(roleSentence(state, role, stepName)).toMatch(/^[A-Z].* (done|works|cycle [\d,]+)\.$/);
    }
  });
});

describe('flips', () => {
  it('are the ends of phases, and the next one can be asked for', () => {
    fc.assert(
      fc.property(rings, ring => {
        const scenario = ringScenario(ring);
        const run = simulate(scenario);
        const all = flips.of(run);
        expect(all.full).toHaveLength(ring.steps);
        const phases = stateAt(scenario, run, run.totalClk).barriers.reduce((sum, { phase }) => sum + phase, 0);
        const times = FLIP_KINDS.flatMap(kind => [...all[kind]]).sort((a, b) => a - b);
        expect(times).toHaveLength(phases);
        for (const at of times) {
          const after = nextFlip(all, at, 1);
          expect(after).toBe(times.find(time => time > at) ?? null);
          if (after !== null) expect(nextFlip(all, after, -1)).toBe(at);
        }
        expect([nextFlip(all, run.totalClk, 1), nextFlip(all, 0, -1)]).toEqual([null, null]);
      }),
    );
  });
});

describe('the barriers of a ring', () => {
  it('are read off the steps', () => {
    const guards = (preset: PipelinePreset) =>
      Object.fromEntries(
        guardedRings(scenarioOf(preset)).map(({ buffer, full, empty }) => [buffer.name, [full, empty]]),
      );
    expect(guards(fa3Forward)).toEqual({
      q: ['full q', null],
      k: ['full k', 'empty k'],
      v: ['full v', 'empty v'],
      o: [null, 'o stored'],
    });
    expect(guards(fa3ForwardFp8)).toMatchObject({ v: ['full v', 'empty v'], vt: ['full vt', 'empty vt'] });
  });

  it('do not depend on names', () => {
    const scenario = ringScenario();
    const renamed = JSON.parse(JSON.stringify(scenario).replaceAll('"full"', '"a"').replaceAll('"empty"', '"b"'));
    expect(guardedRings(renamed)[0]).toMatchObject({ full: 'a', empty: 'b' });
  });
});
