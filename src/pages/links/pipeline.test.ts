/** The link holds the whole state; what it cannot mean falls back. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counterpartsOf } from '../../kernels/gemm/pipelines.ts';
import { PRESETS } from '../../model/pipeline/presets/index.ts';
import { type PipelinePreset, type PresetField, presetScenario } from '../../model/pipeline/presets/preset.ts';
import { type PipelinePageState, pipelineLink, UNDERS } from './pipeline.ts';
import { type PipelineVariant, plainVariant } from './pipeline-variant.ts';

function valuesOf(field: PresetField): fc.Arbitrary<number | boolean> {
  if (field.kind === 'flag') return fc.constant(!field.default);
  if (field.kind === 'choice') return fc.constantFrom(...field.options.filter(option => option !== field.default));
  const { least, most, step } = field;
  const values =
    step === 0
      ? fc.double({ min: least, max: most, noNaN: true, noDefaultInfinity: true })
      : fc.integer({ min: Math.ceil(least / step), max: Math.floor(most / step) }).map(n => n * step);
  return values.filter(value => value !== field.default && !Object.is(value, -0));
}

/** Any of the fields changed, any of the places turned round. */
function variantsOf(preset: PipelinePreset): fc.Arbitrary<PipelineVariant> {
  const fields = Object.fromEntries(preset.fields.map(field => [field.name, valuesOf(field)]));
  const scenario = presetScenario(preset, {});
  const places = scenario.ok
    ? scenario.value.roles.flatMap(role =>
        role.places.map(at => [`${role.name}.${at.name}`, fc.constant(1 - at.parity)]),
      )
    : [];
  return fc.record({
    preset: fc.constant(preset.id),
    changes: fc.record(fields, { requiredKeys: [] }),
    parities: fc.record(Object.fromEntries(places), { requiredKeys: [] }),
    own: fc.option(fc.stringMatching(/^[\w-]{1,40}$/)),
    kernel: fc.constantFrom(
      null,
      ...counterpartsOf(preset.id).flatMap(({ version, flaw }) => (flaw === null ? [] : [version])),
    ),
  }) as fc.Arbitrary<PipelineVariant>;
}

const clk = fc.integer({ min: -99_999, max: 2_000_000 }).map(n => n / 4);
const states: fc.Arbitrary<PipelinePageState> = fc
  .record({
    variants: fc.array(fc.oneof(...PRESETS.map(variantsOf)), { minLength: 1, maxLength: 4 }),
    edited: fc.nat(3),
    align: fc.option(fc.constantFrom('flip full[0]', 'mma consumer 1', 'end')),
    window: fc.option(fc.tuple(clk, clk).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) + 1 }))),
    at: fc.option(clk),
    traces: fc.boolean(),
    units: fc.boolean(),
    criticalPath: fc.boolean(),
    brackets: fc.boolean(),
    under: fc.constantFrom(...UNDERS),
    editor: fc.boolean(),
    embed: fc.boolean(),
  })
  .map(state => ({ ...state, edited: state.edited % state.variants.length }));

describe('a state', () => {
  test('comes back from its link, as an address has it', () => {
    fc.assert(
      fc.property(states, state => {
        const search = pipelineLink.encode(state);
        const address = new URLSearchParams(search).toString();
        const again = Object.fromEntries(new URLSearchParams(address));
        expect(pipelineLink.stateOf(again)).toEqual(state);
      }),
    );
  });

  test('of a page that was just opened is no word at all', () => {
    expect(pipelineLink.encode(pipelineLink.defaults)).toEqual({});
    expect(pipelineLink.stateOf({})).toEqual(pipelineLink.defaults);
  });

  test('is written so that people can read it', () => {
    const variant: PipelineVariant = {
      preset: 'v2-warp-specialized',
      changes: { stages: 6, copyBytesPerClk: 16.8 },
      parities: { 'producer.fill': 0 },
      own: null,
      kernel: 'missing-empty-wait',
    };
    const search = pipelineLink.encode({
      ...pipelineLink.defaults,
      variants: [variant, plainVariant('fa3-forward')],
      edited: 1,
    });
    expect(new URLSearchParams(search).toString()).toBe(
      'a=v2-warp-specialized*stages_6*copyBytesPerClk_16.8*parity.producer.fill_0*missing-empty-wait&b=fa3-forward&edit=1',
    );
  });
});

test('what a link cannot mean is the default', () => {
  const wild = { a: 'v9', edit: '2', window: '9_3', at: '1e9', under: 'neither', align: '' };
  expect(pipelineLink.stateOf(wild)).toEqual(pipelineLink.defaults);
  const { variants } = pipelineLink.stateOf({
    a: 'v2-warp-specialized*stages_99*tileM_65*speed_3*parity.producer.fill_1*parity.nobody.at_0*_*headDim_64',
    b: 'fa3-forward*headDim_64*headDim_65*overlap_0',
  });
  expect(variants).toEqual([
    plainVariant('v2-warp-specialized'),
    { ...plainVariant('fa3-forward'), changes: { headDim: 64, overlap: false } },
  ]);
});
