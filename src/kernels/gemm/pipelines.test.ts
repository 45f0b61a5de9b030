import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../model/pipeline/presets/index.ts';
import { presetScenario } from '../../model/pipeline/presets/preset.ts';
import { clusterCtas } from './build.ts';
import { BUILDS } from './builds.ts';
import { schema } from './params.ts';
import { buildValues, compiledPipeline, counterpartsOf, pipelineAt, pipelinePreset } from './pipelines.ts';
import { versions } from './versions.ts';

describe('a build', () => {
  it.each(BUILDS.filter(({ elementType }) => elementType === 'bf16'))(
    'is what its values ask for: $version, $tileM x $tileN',
    build => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 4 }), (steps, tiles) => {
          const values = buildValues(build, steps, tiles);
          expect(presetScenario(pipelinePreset(build.version), values).ok).toBe(true);
          const compiled = compiledPipeline(build.version, values);
          expect(compiled).toMatchObject({ ok: true, value: { build } });
          if (compiled.ok) expect(compiled.value.launch.grid).toEqual([clusterCtas(build), 1, 1]);
        }),
        { numRuns: 20 },
      );
    },
  );

  it('is there for the values that each preset begins with', () => {
    const found = PRESETS.flatMap(({ id }) => counterpartsOf(id)).map(
      ({ version }) => compiledPipeline(version, {}).ok,
    );
    expect(found).toEqual(found.map(() => true));
    expect(found).toHaveLength(12);
  });
});

describe('values that no build has', () => {
  it.each([
    ['v3-wgmma', { stages: 5 }, 'no compiled build has 128 × 256, 5 stages; the nearest has 128 × 256, 4 stages'],
    ['v3-wgmma', { tileN: 128 }, 'no compiled build has 128 × 128, 4 stages; the nearest has 128 × 128, 6 stages'],
    [
      'v4-persistent',
      { tileM: 64, stages: 8 },
      'no compiled build has 64 × 128, 8 stages, 2 consumers; the nearest has 64 × 128, 8 stages, clusters of 2, 1 consumer',
    ],
    ['v1-tma', { tileK: 32 }, 'compiled builds take 64 of K in a step'],
    ['v2-warp-specialized', { steps: 513 }, 'a CTA of more than 512 steps is not emulated here'],
    ['v4-persistent', { tileN: 256, steps: 200, tiles: 3 }, 'a CTA of more than 512 steps is not emulated here'],
  ] as const)('%s refuses %o', (version, values, why) => {
    expect(compiledPipeline(version, values)).toEqual({ ok: false, error: why });
  });
});

describe('counterparts', () => {
  it('are the right version and those that are known to be wrong', () => {
    const ids = Object.fromEntries(PRESETS.map(({ id }) => [id, counterpartsOf(id).map(({ version }) => version)]));
    expect(ids).toMatchObject({
      'v1-tma': ['v1-tma', 'wrong-swizzle'],
      'v2-warp-specialized': ['v2-warp-specialized', 'missing-empty-wait'],
      'v3-wgmma': ['v3-wgmma'],
      'ping-pong': [],
      'fa3-forward': [],
    });
    expect(counterpartsOf('v2-warp-specialized').map(({ flaw }) => flaw)).toEqual([
      null,
      expect.stringMatching(/^Known wrong: .* does not wait for a stage to be empty/),
    ]);
  });
});

describe('the pipeline of a launch', () => {
  const at = (version: (typeof versions)[number]['id'], params: object) => pipelineAt(version, schema.parse(params));

  it('is the preset with what the launch changes of it', () => {
    expect(at('v3-wgmma', { k: 1024, tile: '128x256' })).toEqual({
      preset: 'v3-wgmma',
      values: {},
      version: 'v3-wgmma',
    });
    expect(at('missing-empty-wait', { k: 500 * 8 })).toEqual({
      preset: 'v2-warp-specialized',
      values: { steps: 32 },
      version: 'missing-empty-wait',
    });
    expect(at('v4-persistent', { m: 128, n: 400, k: 256, tile: '128x256' })?.values).toEqual({
      ...{ tileN: 256, stages: 4, steps: 4, tiles: 2 },
    });
  });

  it('is none where the version has no such tile or elements, and has a compiled counterpart where it has one', () => {
    expect(at('v0-cp-async', { tile: '64x128' })).toBeNull();
    expect(at('v4-persistent', { elementType: 'e4m3' })).toBeNull();
    expect(at('half-k-step', {})).toBeNull();
    for (const { id } of versions)
      for (const tile of ['128x128', '64x128', '128x256', '128x64']) {
        const pipeline = at(id, { tile });
        if (pipeline !== null) expect(compiledPipeline(id, pipeline.values)).toMatchObject({ ok: true });
      }
  });
});
