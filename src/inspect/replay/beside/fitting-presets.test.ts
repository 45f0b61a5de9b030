import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../model/pipeline/presets/index.ts';
import { presetScenario } from '../../../model/pipeline/presets/preset.ts';
import type { Scenario } from '../../../trace/scenario.ts';
import { replayOf } from '../fixtures/replayed.ts';
import { eventsOf } from '../fixtures/scenario-events.ts';
import { kernelScenario } from '../kernel-scenario.ts';
import { agreement, besidePreset } from './beside-preset.ts';
import { fittingPresets } from './fitting-presets.ts';

const ptx = readFileSync(new URL('../fixtures/pipelines.sm_90a.ptx', import.meta.url), 'utf8');

function scenarioOf(id: string, values: Readonly<Record<string, unknown>>): Scenario {
  const made = presetScenario(PRESETS.find(preset => preset.id === id)!, values);
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

/**
 * The scenario as it is read from a kernel's events, with names of what rings do. The mbarrier of O lies behind that of
 * Q, as in the kernel: if two of one kind lay side by side, they would be a ring.
 */
function readBack(scenario: Scenario): Scenario {
  const barriers = scenario.barriers.toSorted((a, b) => orderOf(a.name) - orderOf(b.name));
  const kernel = kernelScenario(eventsOf({ ...scenario, barriers }), scenario.resources);
  if (!kernel.ok) throw new Error(kernel.error.message);
  return kernel.value.scenario;
}

const orderOf = (barrier: string): number => ['full q', 'o stored'].indexOf(barrier);

const attention = fc.record({
  headDim: fc.constantFrom(128, 192, 256),
  blocks: fc.integer({ min: 2, max: 6 }),
  tiles: fc.integer({ min: 1, max: 3 }),
  overlap: fc.boolean(),
  pingPong: fc.boolean(),
});

describe('a kernel that does what a preset says', () => {
  it('agrees with it in every event, whatever its rings are called', () => {
    fc.assert(
      fc.property(attention, values => {
        const scenario = scenarioOf('fa3-forward', values);
        const beside = besidePreset(readBack(scenario), scenario);
        expect([beside.kernelOnly, beside.presetOnly, agreement(beside)]).toEqual([0, 0, 1]);
      }),
      { numRuns: 30 },
    );
  });

  it('is found to fit it, with the same numbers', () => {
    const values = { headDim: 128, blocks: 4, tiles: 2, overlap: true, pingPong: true };
    const [first] = fittingPresets(readBack(scenarioOf('fa3-forward', values)));
    expect(first).toMatchObject({ preset: { id: 'fa3-forward' }, values });
    expect(agreement(first.beside)).toBe(1);
  });

  it.each(['v2-warp-specialized', 'v4-persistent'])('also where it multiplies alone: %s', id => {
    const [first] = fittingPresets(readBack(scenarioOf(id, { steps: 6 })));
    expect(first.preset.id).toBe(id);
    expect(agreement(first.beside)).toBe(1);
  });
});

describe('the small kernel with overlap and turns', () => {
  const { scenario } = replayOf(ptx, { entry: 'attention', warps: 12, steps: 5 });

  it('does what FlashAttention-3 does, in its order, with other amounts', () => {
    const [first] = fittingPresets(scenario);
    expect(first).toMatchObject({
      preset: { id: 'fa3-forward' },
      values: { blocks: 5, tiles: 2, stages: 2, overlap: true, pingPong: true },
    });
    expect(first.beside.roles.map(({ role }) => role)).toEqual(['producer', 'consumer 1', 'consumer 2']);
    expect([first.beside.kernelOnly, first.beside.presetOnly]).toEqual([0, 0]);
    const kinds = new Set(first.beside.roles.flatMap(({ events }) => events.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual(['amount', 'same']);
  });

  it('is told where it parts from another order', () => {
    const plain = scenarioOf('fa3-forward', { blocks: 5, tiles: 2, overlap: false });
    const { kernelOnly, presetOnly, roles } = besidePreset(scenario, plain);
    expect(kernelOnly).toBeGreaterThan(0);
    expect(presetOnly).toBeGreaterThan(0);
    const consumer = roles.find(({ role }) => role === 'consumer 1')!;
    // Without overlap, no role lets products run on.
    expect(consumer.events.filter(({ what }) => what === 'waitProducts 1').map(({ kind }) => kind)).toEqual(
      Array<string>(8).fill('kernel'),
    );
  });
});

it('nothing fits a kernel without a pipeline', () => {
  expect(fittingPresets(replayOf(ptx, { entry: 'plain', warps: 4 }).scenario)).toEqual([]);
});
