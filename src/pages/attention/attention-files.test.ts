import { describe, expect, test } from 'vitest';
import { presetScenario } from '../../model/pipeline/presets/preset.ts';
import { simulate } from '../../model/pipeline/simulate.ts';
import { NOT_COMPILED, type PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import { attentionLink } from '../links/attention.ts';
import { presetOf } from '../links/pipeline-variant.ts';
import { tilesCsv } from './attention-files.ts';
import { variantsOf } from './attention-variants.ts';
import { gainsOf, ledeOf, titleOf } from './attention-words.ts';

function sidesOf(versus: 'overlap' | 'all'): PipelineSide[] {
  return variantsOf({ ...attentionLink.defaults, versus }).map(({ title, variant }, i) => {
    const scenario = presetScenario(presetOf(variant.preset), variant.changes);
    if (!scenario.ok) throw new Error(scenario.error.message);
    const run = simulate(scenario.value);
    const letter = (['A', 'B', 'C', 'D'] as const)[i];
    const source = 'predicted' as const;
    return { letter, title, scenario: scenario.value, source, run, emulated: NOT_COMPILED, measured: null };
  });
}

describe('files', () => {
  test('have a line for each tile, with as many fields as the head', () => {
    const lines = tilesCsv(false).trim().split('\n');
    expect(lines).toHaveLength(6);
    for (const line of lines) expect(line.split(',')).toHaveLength(lines[0].split(',').length);
    expect(lines[3]).toBe('128,128,176,registers,2,384,24,240,true,false,212992,1408,704');
  });
});

describe('words', () => {
  test('say what is saved against each other schedule, and the numbers are those of the runs', () => {
    const sides = sidesOf('all');
    const gains = gainsOf(sides);
    expect(gains).toHaveLength(3);
    for (const [i, gain] of gains.entries()) {
      const clk = Math.abs(sides[i + 1].run.totalClk - sides[0].run.totalClk);
      expect(gain).toContain(Math.round(clk).toLocaleString('en-US'));
      const [sooner, later] = [sides[0], sides[i + 1]].sort((a, b) => a.run.totalClk - b.run.totalClk);
      expect(gain).toMatch(new RegExp(`: ${sooner.letter} ends .* before ${later.letter}, `));
    }
    expect(gainsOf([])).toEqual([]);
  });

  test('name head dimension, format and time', () => {
    const sides = sidesOf('overlap');
    expect(titleOf(attentionLink.defaults)).toBe('FlashAttention-3 forward: head dimension 128, bf16');
    expect(ledeOf(attentionLink.defaults, sides)).toContain(Math.round(sides[0].run.totalClk).toLocaleString('en-US'));
    expect(ledeOf(attentionLink.defaults, [])).toBe('Nothing to draw yet.');
  });
});
