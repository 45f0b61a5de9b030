/** Tests that each mistake is one change, and that the known ones end as they must. */
import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../contract/scenario.ts';
import { markers } from './markers.ts';
import { mistakesOf, waitingPlaces, withParity } from './mistakes.ts';
import { PRESETS } from './presets/index.ts';
import { type PipelinePreset, presetScenario } from './presets/preset.ts';
import { simulate } from './simulate.ts';
import { stepPeriod } from './step-period.ts';

const scenarioOf = (preset: PipelinePreset, changes = {}) => {
  const scenario = presetScenario(preset, changes);
  if (!scenario.ok) throw new Error(scenario.error.message);
  return scenario.value;
};
const named = (id: string) => scenarioOf(PRESETS.find(preset => preset.id === id)!);
const ring = named('v3-wgmma');
const broken = (id: string, scenario = ring) =>
  simulate(
    mistakesOf(scenario)
      .find(mistake => mistake.id === id)!
      .apply(),
  );

describe.each(PRESETS)('$id', preset => {
  const scenario = scenarioOf(preset);
  const text = JSON.stringify(scenario);
  const mistakes = mistakesOf(scenario);

  test('has mistakes to be made, each of them another scenario that keeps the rules', () => {
    expect(mistakes.length).toBeGreaterThan(2);
    expect(new Set(mistakes.map(({ id }) => id)).size).toBe(mistakes.length);
    const texts = mistakes.map(mistake => JSON.stringify(mistake.apply()));
    expect(new Set([text, ...texts]).size).toBe(mistakes.length + 1);
    expect(JSON.stringify(scenario)).toBe(text);
    for (const mistake of mistakes) expect(parseScenario(mistake.apply())).toMatchObject({ ok: true });
  });
});

describe('a ring of four stages', () => {
  test('without the release: a deadlock in which the producer waits', () => {
    const { deadlock } = broken('consumer 1: no arrive on empty');
    expect(deadlock?.waiters.map(({ role }) => role)).toContain('producer');
    expect(deadlock?.message).toContain('empty[0]');
  });

  test('without the wait for a free stage: an overrun', () => {
    expect(broken('producer: no wait for empty').faults.map(({ kind }) => kind)).toContain('overrun');
  });

  test('without the wait for the bytes: an underrun', () => {
    expect(broken('consumer 2: no wait for full').faults.map(({ kind, role }) => [kind, role])).toContainEqual([
      'underrun',
      'consumer 2',
    ]);
  });

  test('with the other parity first: the producer never begins', () => {
    const { deadlock } = broken('producer: fill begins with parity 0');
    expect(deadlock).toMatchObject({ at: 0 });
  });

  test('a first wait that passes anyway is not missed, one that does not is', () => {
    const whole = simulate(ring);
    expect(broken('producer: first wait for empty skipped')).toMatchObject({ totalClk: whole.totalClk, faults: [] });
    expect(broken('consumer 1: first wait for full skipped').faults).not.toEqual([]);
  });

  test('the step that is left out is the first of a loop, and no other', () => {
    const skips = mistakesOf(ring)
      .find(({ id }) => id === 'consumer 1: first wait for full skipped')!
      .apply();
    const waits = (steps: string) =>
      simulate(steps === 'all' ? ring : skips).spans.filter(({ barrier }) => barrier?.name === 'full[0]').length;
    expect(waits('all') - waits('skipped')).toBe(1);
  });
});

test('places at which a role waits for mbarriers', () => {
  expect(ring.roles.map(role => waitingPlaces(role).map(({ name }) => name))).toEqual([['fill'], ['read'], ['read']]);
  expect(named('v0-cp-async').roles.flatMap(waitingPlaces)).toEqual([]);
  expect(withParity(withParity(ring, 'producer', 'fill', 0), 'producer', 'fill', 1)).toEqual(ring);
});

describe('steps and markers', () => {
  test('a step of a pipeline that the tensor cores bound takes what they take', () => {
    const scenario = scenarioOf(PRESETS[3], { steps: 64, copyBytesPerClk: 4096, barrierClk: 0 });
    const period = stepPeriod(scenario, simulate(scenario))!;
    expect(period).toMatchObject({ buffer: 'ring', steps: 64 });
    expect(period.unitClk.tensor).toBeCloseTo((2 * 128 * 256 * 64) / 4096, 6);
    expect(period.clk).toBeCloseTo(period.unitClk.tensor, 6);
  });

  test('no step is faster than copies and products allow', () => {
    for (const preset of PRESETS) {
      const isLong = preset.fields.some(({ name }) => name === 'tiles');
      const isOfSteps = preset.fields.some(({ name }) => name === 'steps');
      const scenario = scenarioOf(preset, isLong ? { tiles: 6 } : isOfSteps ? { steps: 48 } : { blocks: 48 });
      const { clk, unitClk } = stepPeriod(scenario, simulate(scenario))!;
      expect(clk).toBeGreaterThan(0.97 * Math.max(unitClk.copy, unitClk.tensor, unitClk.exp));
    }
  });

  test('a deadlock has none, and few steps have none', () => {
    expect(stepPeriod(ring, broken('consumer 1: no arrive on empty'))).toBeNull();
    const short = scenarioOf(PRESETS[2], { steps: 2 });
    expect(stepPeriod(short, simulate(short))).toBeNull();
  });

  test('markers are moments of the run', () => {
    const run = simulate(ring);
    const all = markers.of(run);
    const at = (id: string) => all.find(marker => marker.id === id)!.at;
    expect(at('flip full[0]')).toBe(at('mma consumer 1'));
    expect(at('mma consumer 2')).toBeGreaterThanOrEqual(at('mma consumer 1'));
    expect(at('end')).toBe(run.totalClk);
    expect(all.map(({ label }) => label)).toContain('first store of consumer 2');
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });
});
