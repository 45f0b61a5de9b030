/** The link holds the whole state; what it cannot mean falls back. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attentionTiles } from '../../model/pipeline/presets/attention-tiles.ts';
import { fieldValue, publishedVariant, variantsOf, withValues } from '../attention/attention-variants.ts';
import { type AttentionState, attentionLink, BF16, FP8, VERSUS } from './attention.ts';
import { plainVariant } from './pipeline-variant.ts';

const clk = fc.integer({ min: 0, max: 2_000_000 });
const states: fc.Arbitrary<AttentionState> = fc.record({
  variant: fc
    .record({
      preset: fc.constantFrom(BF16, FP8),
      headDim: fc.constantFrom(64, 96, 128, 192, 256),
      blocks: fc.integer({ min: 1, max: 1024 }),
      overlap: fc.boolean(),
      pingPong: fc.boolean(),
      firstArrive: fc.boolean(),
      copyLatencyClk: fc.integer({ min: 0, max: 3000 }),
    })
    .map(({ preset, ...values }) => withValues(plainVariant(preset), values)),
  versus: fc.constantFrom(...VERSUS),
  window: fc.option(fc.tuple(clk, clk).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) + 1 }))),
  at: fc.option(clk),
  traces: fc.boolean(),
  criticalPath: fc.boolean(),
  embed: fc.boolean(),
});

describe('a state', () => {
  test('comes back from its link, as an address has it', () => {
    fc.assert(
      fc.property(states, state => {
        const address = new URLSearchParams(attentionLink.encode(state)).toString();
        expect(attentionLink.stateOf(Object.fromEntries(new URLSearchParams(address)))).toEqual(state);
      }),
    );
  });

  test('that is the default has an empty link', () => {
    expect(attentionLink.encode(attentionLink.defaults)).toEqual({});
  });

  test('falls back where a link means nothing', () => {
    const strange = { a: 'v3-wgmma*stages_6', vs: 'everything', at: '-5', window: '9_1' };
    expect(attentionLink.stateOf(strange)).toEqual(attentionLink.defaults);
  });
});

describe('what is compared', () => {
  test('is the chosen schedule first, and each other way once', () => {
    for (const versus of VERSUS) {
      const variants = variantsOf({ variant: attentionLink.defaults.variant, versus });
      expect(variants[0]).toEqual({ title: 'overlap and ping-pong', variant: attentionLink.defaults.variant });
      expect(new Set(variants.map(({ title }) => title)).size).toBe(variants.length);
    }
    expect(variantsOf({ variant: attentionLink.defaults.variant, versus: 'all' }).map(({ title }) => title)).toEqual([
      'overlap and ping-pong',
      'overlap alone',
      'ping-pong alone',
      'neither',
    ]);
  });

  test('is published where a row of the table is chosen, at the same blocks and tiles', () => {
    const changed = withValues(attentionLink.defaults.variant, { blocks: 5, firstArrive: false, copyLatencyClk: 100 });
    for (const isFp8 of [false, true])
      for (const { headDim, pingPong } of attentionTiles(isFp8)) {
        const variant = publishedVariant(changed, headDim, isFp8);
        const names = ['headDim', 'pingPong', 'blocks', 'firstArrive', 'copyLatencyClk'] as const;
        const values = names.map(name => fieldValue(variant, name));
        expect(values).toEqual([headDim, pingPong, 5, true, isFp8 ? 301 : 100]);
      }
  });
});
