/** Heading, lede and cards say what is on the stage. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../model/pipeline/simulate.ts';
import { NOT_COMPILED, type PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import type { VariantModel } from '../kit/pipeline/use-variant.ts';
import { variantScenario } from '../kit/pipeline/variant-scenario.ts';
import { changedWords, changesOf } from '../kit/pipeline/variant-words.ts';
import { type PipelineVariant, plainVariant, presetOf } from '../links/pipeline-variant.ts';
import { oneMoreStage } from './one-more-stage.ts';
import { ledeOf, subjectOf, titleOf } from './page-words.ts';

function modelOf(id: string, change: Partial<PipelineVariant> = {}, letter: 'A' | 'B' = 'A'): VariantModel {
  const variant = { ...plainVariant(id), ...change };
  const scenario = variantScenario(variant, null);
  const shared = { letter, variant, preset: presetOf(id), text: null, isStale: false };
  if (!scenario.ok) return { ...shared, error: scenario.error, side: null };
  const run = simulate(scenario.value);
  const side: PipelineSide = {
    letter,
    title: id,
    scenario: scenario.value,
    source: 'predicted',
    run,
    emulated: NOT_COMPILED,
    measured: null,
  };
  return { ...shared, error: null, side };
}
const sidesOf = (...models: readonly VariantModel[]) => models.flatMap(({ side }) => side ?? []);

describe('one pipeline', () => {
  test.each([
    ['v0-cp-async', {}, /^Warps 0–3 around a ring of 3 stages; under way, a K step takes [\d,]+ cycles\.$/],
    ['v2-warp-specialized', {}, /^A producer and a consumer around a ring of 3 stages; /],
    ['fa3-forward', {}, /^A producer and 2 consumers around rings of 2 stages; under way, a block takes /],
    ['v2-warp-specialized', { steps: 2 }, /^A producer and a consumer around a ring of 3 stages\.$/],
    ['fa3-forward', { firstArrive: false }, /, until no role can go on\.$/],
    ['fa3-forward-fp8', { stages: 1 }, /^A producer and 2 consumers with single stages, until /],
  ])('%s', (id, changes, words) => {
    expect(ledeOf(sidesOf(modelOf(id, { changes })))).toMatch(words);
  });

  test('has the title of its preset, and says how much it is of', () => {
    const model = modelOf('v3-wgmma');
    expect(titleOf({ variants: [model] })).toBe('wgmma, two consumers of one tile');
    expect(subjectOf(sidesOf(model))).toBe('one CTA, 16 K steps');
    expect([subjectOf([]), ledeOf([])]).toEqual(['', 'Nothing to draw yet.']);
  });
});

test('several are named by their letters', () => {
  const variants = [modelOf('v3-wgmma'), modelOf('ping-pong', {}, 'B')];
  expect(titleOf({ variants })).toBe('Pipelines compared: A and B');
  expect([ledeOf(sidesOf(...variants)), subjectOf(sidesOf(...variants))]).toEqual([
    'One time axis for all; the dashed line is the end of A.',
    'one CTA each',
  ]);
});

test('what tells a variant from its preset', () => {
  const { variant } = modelOf('fa3-forward', { changes: { stages: 1, overlap: false }, parities: { 'producer.k': 0 } });
  expect(changesOf(variant)).toEqual([
    'Stages of K and of V 1',
    'not: Softmax under the second product (IntraWGOverlap)',
    'producer.k begins with parity 0',
  ]);
  expect([changedWords(variant, true), changedWords(plainVariant('v1-tma'), false)]).toEqual([', changed by hand', '']);
});

describe('one stage more', () => {
  const remark = (id: string, changes = {}) => {
    const model = modelOf(id, { changes });
    return oneMoreStage({ variants: [model] }, model.side!);
  };

  test('is played', () => {
    expect(remark('v3-wgmma', { stages: 2 })).toMatch(/^One stage more would save [\d,]+ cycles/);
    expect(remark('v2-warp-specialized')).toBe('One stage more would change nothing.');
  });

  test('may not fit, and is nothing that a preset without stages has', () => {
    expect(remark('v3-wgmma')).toBe('One stage more does not fit into shared memory.');
    expect(remark('v2-warp-specialized', { stages: 16, tileM: 64, tileN: 16 })).toBe('');
  });

  test('is not said of what is not drawn as asked, or was changed by hand', () => {
    const model = modelOf('v3-wgmma', { changes: { stages: 2 } });
    expect(oneMoreStage({ variants: [{ ...model, isStale: true }] }, model.side!)).toBe('');
    expect(oneMoreStage({ variants: [{ ...model, text: '{}' }] }, model.side!)).toBe('');
  });
});
