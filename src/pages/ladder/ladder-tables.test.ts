/** The page's tables as files say what the page says. */
import { expect, it } from 'vitest';
import { simulate } from '../../model/pipeline/simulate.ts';
import { NOT_COMPILED, type PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import { variantScenario } from '../kit/pipeline/variant-scenario.ts';
import { plainVariant, presetOf } from '../links/pipeline-variant.ts';
import { hiddenFile, resourcesFile, softmaxFile, wrongFile } from './ladder-tables.ts';
import type { LadderModel } from './model.ts';

function sideOf(preset: string): PipelineSide {
  const scenario = variantScenario(plainVariant(preset), null);
  if (!scenario.ok) throw new Error(scenario.error.message);
  const run = simulate(scenario.value);
  const { title } = presetOf(preset);
  return {
    ...{ letter: 'A', title, scenario: scenario.value, source: 'predicted', run, emulated: NOT_COMPILED },
    measured: null,
  };
}

const sharesOf = (preset: string) => hiddenFile({ sides: [sideOf(preset)] }).table().rows[0];

it('says how much of the softmax products hide: nothing of its own without the overlap, much with it', () => {
  expect(Number(sharesOf('a3-specialized')[3])).toBeCloseTo(0, 6);
  expect(sharesOf('a3-specialized')[6]).toBe('none under a product of its own warpgroup');
  const [, , , own, others, none, example] = sharesOf('a4-overlap');
  expect(Number(own)).toBeGreaterThan(0.3);
  expect(Number(own) + Number(others) + Number(none)).toBeCloseTo(1, 6);
  expect(example).toBe('consumer 1: softmax of k1 runs under v0');
});

it('has the online softmax block by block, as cells and as numbers', () => {
  const { columns, rows } = softmaxFile().table();
  expect(rows.map(row => row[columns.indexOf('largest')])).toEqual([2, 2, 5, 5]);
  const json = softmaxFile().json!() as { readonly sum: number; readonly output: number }[];
  expect(json.map(({ sum, output }) => [sum, output])).toEqual(rows.map(row => row.slice(-2)));
});

it('has what ptxas says of each version, and all versions that are wrong on purpose', () => {
  const variants = ['a4-overlap', 'fa3-forward'].map(id => ({ preset: presetOf(id), variant: plainVariant(id) }));
  const { rows } = resourcesFile({ variants } as unknown as Pick<LadderModel, 'variants'>).table();
  expect(rows).toEqual([['a4-overlap', 128, 384, 168, 0, expect.any(Number), 1]]);
  for (const [, , found, does] of wrongFile().table().rows) {
    expect(found).not.toBe('');
    expect(does).not.toMatch(/^Known wrong/);
  }
});
