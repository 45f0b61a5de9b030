import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../model/pipeline/presets/index.ts';
import { presetScenario } from '../../model/pipeline/presets/preset.ts';
import { simulate } from '../../model/pipeline/simulate.ts';
import type { CtaEvents } from '../../ptx/events/warp-event.ts';
import type { Scenario } from '../../trace/scenario.ts';
import { firstDifference } from './first-difference.ts';
import { eventsOf } from './fixtures/scenario-events.ts';
import { kernelScenario } from './kernel-scenario.ts';
import { replay } from './replay.ts';

function scenarioOf(id: string, values: Readonly<Record<string, unknown>>): Scenario {
  const made = presetScenario(PRESETS.find(preset => preset.id === id)!, values);
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

function readBack(scenario: Scenario, change: (events: CtaEvents) => CtaEvents = events => events) {
  const kernel = kernelScenario(change(eventsOf(scenario)), scenario.resources);
  if (!kernel.ok) throw new Error(kernel.error.message);
  return kernel.value.scenario;
}

const shapes = fc.record({
  stages: fc.integer({ min: 3, max: 6 }),
  steps: fc.integer({ min: 1, max: 20 }),
  tileM: fc.constantFrom(64, 128),
  tileN: fc.constantFrom(64, 128),
  copyLatencyClk: fc.integer({ min: 0, max: 2000 }),
  copyBytesPerClk: fc.integer({ min: 8, max: 256 }),
});
const readable = ['v0-cp-async', 'v2-warp-specialized', 'v3-wgmma', 'v4-persistent'] as const;

describe('a scenario that is read back out of the events of its warps', () => {
  it.each(readable)('is the same, event by event: %s', id => {
    fc.assert(
      fc.property(shapes, values => {
        const scenario = scenarioOf(id, values);
        expect(firstDifference(readBack(scenario), scenario)).toBeNull();
      }),
      { numRuns: 40 },
    );
  });

  it.each(readable)('takes as long and moves as much: %s', id => {
    fc.assert(
      fc.property(shapes, values => {
        const scenario = scenarioOf(id, values);
        const { totalClk, flop, landedBytes, storedBytes, faults, deadlock } = simulate(scenario);
        const again = simulate(readBack(scenario));
        expect(again).toMatchObject({ flop, landedBytes, storedBytes, faults, deadlock });
        expect(again.totalClk).toBeCloseTo(totalClk, 6);
      }),
      { numRuns: 40 },
    );
  });
});

const ring = scenarioOf('v2-warp-specialized', { stages: 3, steps: 6 });

/** The events of all warps without the actions that `isDropped` selects. */
const without =
  (isDropped: (action: CtaEvents['warps'][number][number]['action']) => boolean) =>
  (events: CtaEvents): CtaEvents => ({
    ...events,
    warps: events.warps.map(warp => warp.filter(({ action }) => !isDropped(action))),
  });

describe('what is wrong with a kernel', () => {
  const dropped = (isDropped: Parameters<typeof without>[0]) => readBack(ring, without(isDropped));

  it('is nothing where nothing was left out', () => {
    const { faults, deadlock } = simulate(dropped(() => false));
    expect([faults, deadlock]).toEqual([[], null]);
  });

  it('is an overrun where the producer does not wait for a stage to be empty', () => {
    const kernel = dropped(action => action.kind === 'wait' && isEmpty(action.barrier));
    expect(simulate(kernel).faults.map(({ kind }) => kind)).toContain('overrun');
    expect(firstDifference(kernel, ring)).not.toBeNull();
  });

  it('is a deadlock where a consumer never releases a stage', () => {
    const kernel = dropped(action => action.kind === 'arrive' && isEmpty(action.barrier));
    expect(simulate(kernel).deadlock?.waiters.map(({ role }) => role)).toContain('producer');
  });

  it('is an overrun where a consumer does not wait for its products', () => {
    const kernel = dropped(action => action.kind === 'await' && action.work === 'products');
    expect(simulate(kernel).faults.map(({ kind }) => kind)).toContain('overrun');
  });

  /** Barriers that no copy tells: those behind the first ring of them. */
  function isEmpty(barrier: number): boolean {
    const places = [...eventsOf(ring).mbarriers.keys()];
    return places.indexOf(barrier) >= ring.barriers[0].stages;
  }
});

describe('a replay', () => {
  const lineOf = (pc: number) => (pc === 7 ? 42 : 0);
  const withPc = (events: CtaEvents): CtaEvents => ({
    ...events,
    warps: events.warps.map(warp => warp.map(event => (event.action.kind === 'close' ? { ...event, pc: 7 } : event))),
  });

  it('says emulated of its order, and has the lines of the instructions', () => {
    const played = replay(withPc(eventsOf(ring)), ring.resources, {
      lineOf,
      callOf: () => ({ callee: '', line: 0, kernelLine: 0 }),
    });
    if (!played.ok) throw new Error(played.error.message);
    const { spans, barrierEvents } = played.value.run;
    expect(new Set([...spans, ...barrierEvents].map(({ source }) => source))).toEqual(new Set(['emulated']));
    const lines = (kind: string) => new Set(spans.filter(span => span.kind === kind).map(({ line }) => line));
    expect([lines('mma'), lines('copy')]).toEqual([new Set([42]), new Set([undefined])]);
  });

  it('is refused where events are missing, or have no step, and of a cluster whose CTAs do not do the same', () => {
    const events = eventsOf(ring);
    expect(kernelScenario({ ...events, dropped: 3 }, ring.resources)).toMatchObject({ ok: false });
    const eventless = kernelScenario(
      { ...events, eventless: ['mbarrier.arrive_drop.b64 %rd1, [%r1];'] },
      ring.resources,
    );
    expect(eventless).toMatchObject({ ok: false, error: { kind: 'replay' } });
    const [barrier] = events.mbarriers.keys();
    const foreign = new Map([[barrier, { arrivals: 1, bytes: 0 }]]);
    expect(kernelScenario({ ...events, foreign }, ring.resources)).toMatchObject({ ok: false });
  });
});
