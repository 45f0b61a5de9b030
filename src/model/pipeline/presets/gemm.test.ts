import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Step } from '../../../trace/scenario.ts';
import { simulate } from '../simulate.ts';
import { without } from '../without-steps.ts';
import { v0CpAsync, v1Tma } from './gemm-in-line.ts';
import { pingPongGemm } from './gemm-ping-pong.ts';
import { v2WarpSpecialized, v3Wgmma, v4Persistent } from './gemm-specialized.ts';
import { type PipelinePreset, presetScenario } from './preset.ts';

const GEMMS = [v0CpAsync, v1Tma, v2WarpSpecialized, v3Wgmma, v4Persistent, pingPongGemm];

function scenarioOf(preset: PipelinePreset, changes: Readonly<Record<string, number>> = {}) {
  const scenario = presetScenario(preset, changes);
  if (!scenario.ok) throw new Error(`${scenario.error.field}: ${scenario.error.message}`);
  return scenario.value;
}

const shapes = fc.record({
  stages: fc.integer({ min: 2, max: 6 }),
  tileM: fc.constantFrom(64, 128),
  tileN: fc.integer({ min: 1, max: 6 }).map(n => 16 * n),
  tileK: fc.constantFrom(16, 64),
  steps: fc.integer({ min: 1, max: 12 }),
  tiles: fc.integer({ min: 1, max: 4 }),
  copyLatencyClk: fc.integer({ min: 0, max: 3000 }),
  copyBytesPerClk: fc.integer({ min: 1, max: 512 }),
  barrierClk: fc.integer({ min: 0, max: 200 }),
});

describe.each(GEMMS)('$id', preset => {
  const hasTiles = preset.fields.some(({ name }) => name === 'tiles');

  it('copies and multiplies what the product asks for, without a fault, at any shape and speed', () => {
    fc.assert(
      fc.property(shapes, ({ tiles: someTiles, ...rest }) => {
        const tiles = hasTiles ? someTiles : 1;
        const run = simulate(scenarioOf(preset, hasTiles ? { ...rest, tiles } : rest));
        const { tileM, tileN, tileK, steps } = rest;
        expect({ faults: run.faults, deadlock: run.deadlock }).toEqual({ faults: [], deadlock: null });
        expect(run.flop).toBe(2 * tileM * tileN * tileK * steps * tiles);
        expect(run.landedBytes).toBe(2 * (tileM + tileN) * tileK * steps * tiles);
        expect(run.storedBytes).toBe(2 * tileM * tileN * tiles);
      }),
    );
  });

  it('takes as long as its copies where they are slow, and as its products where they are fast', () => {
    const long = { steps: 200, ...(hasTiles ? { tiles: 2 } : {}) };
    const slow = simulate(scenarioOf(preset, { ...long, copyBytesPerClk: 4 }));
    expect([slow.bound, slow.totalClk / slow.busyClk.copy]).toEqual(['copy', expect.closeTo(1, 1)]);
    const fast = simulate(scenarioOf(preset, { ...long, copyBytesPerClk: 4096, copyLatencyClk: 100 }));
    expect(fast.bound).toBe('tensor');
    expect(fast.totalClk / fast.busyClk.tensor).toBeLessThan(1.15);
  });
});

describe('one stage more', () => {
  it.each([v0CpAsync, v1Tma, v2WarpSpecialized, v3Wgmma, pingPongGemm])('never makes $id slower', preset => {
    fc.assert(
      fc.property(shapes, ({ tiles: _, ...shape }) => {
        const changes = { ...shape, tileM: 64, stages: Math.min(5, shape.stages) };
        const more = simulate(scenarioOf(preset, { ...changes, stages: changes.stages + 1 })).totalClk;
        expect(more).toBeLessThanOrEqual(simulate(scenarioOf(preset, changes)).totalClk + 1e-6);
      }),
      { numRuns: 50 },
    );
  });

  it('can make stores wait behind copies that come too early', () => {
    const tile = { tileM: 256, tileN: 176, tileK: 16, steps: 3, tiles: 3 };
    const changes = { ...tile, copyLatencyClk: 13, copyBytesPerClk: 137, barrierClk: 5 };
    const [three, four] = [3, 4].map(stages => simulate(scenarioOf(v4Persistent, { ...changes, stages })));
    expect(four.totalClk / three.totalClk).toBeCloseTo(1.03, 3);
    const lastStore = (run: typeof four) =>
      Math.max(...run.spans.filter(({ kind }) => kind === 'store').map(({ to }) => to));
    expect([lastStore(three), lastStore(four)]).toEqual([three.totalClk, four.totalClk]);
  });
});

const isWait = (barrier: string) => (step: Step) => step.do === 'wait' && step.barrier.startsWith(barrier);
const is = (what: Step['do']) => (step: Step) => step.do === what;

describe('presets that lack something', () => {
  // All warps of one role act as one, so a barrier of the CTA matters only between two roles.
  const twoGroups = { tileM: 256 };
  it.each<{ preset: PipelinePreset; changes?: object; lacks: string; leftOut: (step: Step) => boolean; fault: string }>(
    [
      { preset: v0CpAsync, changes: twoGroups, lacks: '__syncthreads', leftOut: is('barSync'), fault: 'overrun' },
      { preset: v0CpAsync, lacks: 'cp.async.wait_group', leftOut: is('waitCopies'), fault: 'underrun' },
      { preset: v1Tma, lacks: '__syncthreads', leftOut: is('barSync'), fault: 'overrun' },
      { preset: v1Tma, lacks: 'the full wait', leftOut: isWait('full'), fault: 'underrun' },
      { preset: v2WarpSpecialized, lacks: 'the empty wait', leftOut: isWait('empty'), fault: 'overrun' },
      { preset: v3Wgmma, lacks: 'wgmma.wait_group', leftOut: is('waitProducts'), fault: 'overrun' },
      { preset: v4Persistent, lacks: 'wait_group.read', leftOut: is('waitStores'), fault: 'overrun' },
      { preset: pingPongGemm, lacks: 'the full wait', leftOut: isWait('full'), fault: 'underrun' },
    ],
  )('$preset.id without $lacks has an $fault', ({ preset, changes, leftOut, fault }) => {
    const { faults } = simulate(without(scenarioOf(preset, { ...changes }), leftOut));
    expect(faults.map(({ kind }) => kind)).toContain(fault);
  });

  it('never end without a release, or with registers that are not there', () => {
    const unreleased = without(scenarioOf(v3Wgmma), (step, role) => role.name === 'consumer 2' && is('arrive')(step));
    expect(simulate(unreleased).deadlock?.message).toMatch(/^producer waits at empty\[0\] for 4 arrivals/);
    const kept = without(scenarioOf(v3Wgmma), (step, role) => role.name === 'producer' && is('setRegisters')(step));
    expect(simulate(kept).deadlock?.message).toMatch(
      /^consumer 1 waits at registers for 8192 registers of which 1024 are free/,
    );
  });
});

describe('presetScenario', () => {
  it.each([
    { changes: { stages: 0 }, field: 'stages', says: 'expected a whole number from 2 to 16' },
    { changes: { stages: 2.5 }, field: 'stages', says: 'expected a whole number from 2 to 16' },
    { changes: { stages: '3' }, field: 'stages', says: 'expected a whole number from 2 to 16' },
    { changes: { tileM: 100 }, field: 'tileM', says: 'expected a multiple of 64 from 64 to 256' },
    { changes: { copyLatencyClk: -1 }, field: 'copyLatencyClk', says: 'expected a number from 0 to 100000 clk' },
    { changes: { stagse: 3 }, field: 'stagse', says: /^v3-wgmma has no stagse; it has stages, tileM,/ },
    {
      changes: { stages: 5 },
      field: 'stages',
      says: 'the buffers take 245760 bytes of shared memory, and a CTA has 232448',
    },
  ])('refuses $changes', ({ changes, field, says }) => {
    const refused = presetScenario(v3Wgmma, changes);
    expect(refused).toMatchObject({ ok: false, error: { field } });
    expect(refused.ok ? '' : refused.error.message).toMatch(says);
  });
});
