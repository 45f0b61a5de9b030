import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ringScenario } from './fixtures/ring-scenario.ts';
import { fa3Forward } from './presets/attention.ts';
import { presetScenario } from './presets/preset.ts';
import { ringPositions } from './ring-positions.ts';
import { simulate } from './simulate.ts';
import { stateAt } from './state-at.ts';

describe('where roles are in a ring', () => {
  it('is the stage that they read, or whose barrier they wait for', () => {
    const rings = fc.record({
      stages: fc.integer({ min: 1, max: 5 }),
      steps: fc.integer({ min: 1, max: 12 }),
      consumers: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(rings, fc.double({ min: 0, max: 1, noNaN: true }), (ring, share) => {
        const scenario = ringScenario(ring);
        const run = simulate(scenario);
        const state = stateAt(scenario, run, share * run.totalClk);
        const positions = ringPositions(scenario, run, state);
        expect(new Set(positions.map(({ role }) => role)).size).toBe(positions.length);
        for (const { role, stage } of positions) {
          const { wait } = state.roles.find(now => now.role === role)!;
          if (wait?.barrier) expect(wait.barrier).toMatch(new RegExp(`\\[${stage}\\]$`));
        }
        for (const { stage, readers } of state.slots)
          for (const reader of readers) expect(positions).toContainEqual({ role: reader, buffer: 'ring', stage });
      }),
    );
  });

  it('is one place in each ring that a role uses, and none in others', () => {
    const scenario = presetScenario(fa3Forward, {});
    if (!scenario.ok) throw new Error(scenario.error.message);
    const run = simulate(scenario.value);
    const positions = ringPositions(scenario.value, run, stateAt(scenario.value, run, run.totalClk));
    const rings = (role: string) => positions.filter(p => p.role === role).map(({ buffer }) => buffer);
    expect(rings('producer')).toEqual(['q', 'k', 'v']);
    expect(rings('consumer 1')).toEqual(['q', 'k', 'v', 'o']);
  });
});
