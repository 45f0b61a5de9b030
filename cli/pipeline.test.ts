import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../src/contract/scenario.ts';
import { PRESETS } from '../src/model/pipeline/presets/index.ts';
import { presetScenario } from '../src/model/pipeline/presets/preset.ts';
import { answerTo } from './ops/answer.ts';
import { PRESET_IDS } from './ops/pipeline.ts';

/** The example in the documentation. */
const README = readFileSync(new URL('../src/model/pipeline/README.md', import.meta.url), 'utf8');
const example = () => JSON.parse(README.split('```json\n')[1].split('```')[0]);

const answer = (request: object) => answerTo(JSON.stringify({ op: 'pipeline', ...request }));

function error(request: object) {
  const refused = answer(request);
  if (refused.ok) throw new Error('was answered');
  return refused.error;
}

describe('pipeline', () => {
  it.each(PRESETS)('takes $id for a scenario, too', preset => {
    const scenario = presetScenario(preset, {});
    if (!scenario.ok) throw new Error(scenario.error.message);
    expect(parseScenario(JSON.parse(JSON.stringify(scenario.value)))).toEqual(scenario);
  });

  it.each(PRESET_IDS)('plays %s', preset => {
    const played = answer({ preset });
    expect(played).toMatchObject({ ok: true, value: { deadlock: null, faults: [] } });
  });

  it('takes what is set, and says what the reply of the documentation has', () => {
    const totalOf = (set: object) => {
      const played = answer({ preset: 'v2-warp-specialized', set });
      if (!played.ok) throw new Error(played.error.message);
      return (played.value as { totalClk: number }).totalClk;
    };
    expect(totalOf({ copyLatencyClk: 2650, stages: 4 })).toBeGreaterThanOrEqual(totalOf({ stages: 4 }) + 2000);
  });

  it('plays the scenario of the documentation by hand', () => {
    const played = answer({ scenario: example() });
    // Copies of 1,024 clk follow one another without a gap. The last one lands 800 clk later and is multiplied in 512.
    expect(played).toMatchObject({
      ok: true,
      value: {
        totalClk: 16 * 1024 + 800 + 512,
        bound: 'copy',
        busy: { copy: (16 * 1024) / 17_696, tensor: (16 * 512) / 17_696, exp: 0, issue: 0 },
        landedBytes: 16 * 32_768,
        deadlock: null,
        faults: [],
      },
    });
    if (!played.ok) return;
    const { spans } = played.value as { spans: object[] };
    expect(spans[0]).toEqual({ role: 'producer', kind: 'copy', from: 0, to: 1824, buffer: 'ring', stage: 0 });
  });

  it('names the waiters of a deadlock', () => {
    const scenario = example();
    scenario.barriers[1].count = 2;
    expect(answer({ scenario })).toMatchObject({
      ok: true,
      value: {
        bound: 'deadlock',
        deadlock: {
          waiters: [
            { role: 'producer', barrier: 'empty[0]', parity: 0, missing: '1 arrival', waitsFor: ['consumer 1'] },
            { role: 'consumer 1', barrier: 'full[0]', parity: 1, missing: '1 arrival', waitsFor: ['producer'] },
          ],
        },
      },
    });
  });

  it.each([
    { request: {}, field: 'preset', says: /preset is missing/ },
    { request: { preset: 'v9' }, field: 'preset', says: /expected one of "v0-cp-async"/ },
    { request: { preset: 'v1-tma', set: [] }, field: 'set', says: /expected an object/ },
    { request: { preset: 'v1-tma', set: { stages: 99 } }, field: 'set.stages', says: /from 2 to 16/ },
    { request: { preset: 'v1-tma', set: { nothing: 1 } }, field: 'set.nothing', says: /has no nothing/ },
    { request: { preset: 'v1-tma', scenario: {} }, field: 'preset', says: /not both/ },
    { request: { scenario: {}, set: {} }, field: 'set', says: /set changes a preset/ },
    { request: { scenario: null }, field: 'scenario', says: /expected object/ },
    { request: { scenario: {} }, field: 'scenario.resources', says: /^missing$/ },
  ])('refuses $request', ({ request, field, says }) => {
    const found = error(request);
    expect(found.field).toBe(field);
    expect(found.message).toMatch(says);
  });
});
