/** Checks the sentences of the pipeline panels on simulated pipelines. */
import { describe, expect, test } from 'vitest';
import { mistakesOf } from '../../model/pipeline/mistakes.ts';
import type { PipelineRun } from '../../model/pipeline/pipeline-run.ts';
import { PRESETS } from '../../model/pipeline/presets/index.ts';
import { presetScenario } from '../../model/pipeline/presets/preset.ts';
import { simulate } from '../../model/pipeline/simulate.ts';
import type { Scenario } from '../../trace/scenario.ts';
import { boundWords, gainWords } from './bound-words.ts';
import { axisOf, commonMarkers } from './pipeline-axis.ts';
import { disagreementWords } from './pipeline-disagreement.ts';
import { endText, firstProductText, periodFormula, periodText, stepNoun, waitingText } from './pipeline-quantities.ts';
import { emulatedRows, measuredNote, measuredRows, predictedRows } from './pipeline-rows.tsx';
import { NOT_COMPILED, type PipelineSide } from './pipeline-side.ts';
import { recordsOf } from './pipeline-stage.tsx';
import { verdictOf } from './pipeline-verdict.tsx';
import { groupOf } from './preset-fields.tsx';
import { highlightIn } from './stage-view.ts';

function scenarioOf(id: string, changes = {}): Scenario {
  const scenario = presetScenario(PRESETS.find(preset => preset.id === id)!, changes);
  if (!scenario.ok) throw new Error(scenario.error.message);
  return scenario.value;
}

function sideOf(scenario: Scenario, change: Partial<PipelineSide> = {}): PipelineSide & { readonly run: PipelineRun } {
  const run = simulate(scenario);
  return {
    letter: 'A',
    title: 'a ring',
    scenario,
    source: 'predicted',
    emulated: NOT_COMPILED,
    measured: null,
    ...change,
    run,
  };
}

const ring = sideOf(scenarioOf('v3-wgmma'));
const two = sideOf(scenarioOf('v3-wgmma', { stages: 2 }), { letter: 'B' });
const stuck = sideOf(
  mistakesOf(ring.scenario)
    .find(({ id }) => id === 'producer: fill begins with parity 0')!
    .apply(),
);
const done = { state: 'done', run: ring.run, difference: null, build: 'a build' } as const;
const difference = { role: 'producer', eventsAlike: 3, kernel: 'copy ring', scenario: null };
const valuesOf = (rows: readonly { name: string; values: readonly unknown[] }[], name: string) =>
  rows.find(row => row.name === name)?.values;

describe('the axis', () => {
  test('is as long as the longest, and begins with all of them', () => {
    const { totalClk } = two.run;
    const played = { from: 0, to: totalClk };
    expect(axisOf([ring, two], null, [])).toEqual({ origins: [0, 0], opening: null, scaleClk: totalClk, played });
  });

  test('has the marker at 0 in each, and room for what comes before it', () => {
    const { origins, opening } = axisOf([ring, two], 'mma consumer 2', []);
    const starts = [ring, two].map(({ run }) =>
      Math.min(
        ...run.spans.filter(({ kind, role }) => kind === 'mma' && role === 'consumer 2').map(({ from }) => from),
      ),
    );
    expect(origins).toEqual(starts);
    expect(opening).toEqual({ from: -Math.max(...starts), to: two.run.totalClk - starts[1] });
  });

  test('has room for what lies under a side, where that is drawn, and plays the prediction', () => {
    const spans = ring.run.spans.map(span => ({ ...span, to: span.to + 5000, source: 'measured' as const }));
    const slower = { ...ring, measured: { spans, slowdown: 1, notes: [] } };
    const { totalClk } = ring.run;
    // Much longer than the prediction: its end is not in sight at first.
    expect(axisOf([slower], null, ['measured']).opening).toEqual({ from: 0, to: totalClk });
    expect(axisOf([slower], null, ['measured'])).toMatchObject({
      scaleClk: totalClk + 5000,
      played: { from: 0, to: totalClk },
    });
    expect(axisOf([slower], null, ['emulated']).scaleClk).toBe(totalClk);
  });

  test('leaves a side where it is that lacks the marker', () => {
    expect(axisOf([ring, stuck], 'flip full[0]', []).origins[1]).toBe(0);
    expect(commonMarkers([stuck, ring]).map(({ id }) => id)).toContain('flip full[0]');
  });

  test('gives the timelines one scale, and the end of A as a ghost', () => {
    const axis = axisOf([ring, two], null, []);
    const records = [ring, two].map((side, at) => recordsOf(side, [ring, two], axis, at, ['emulated']));
    expect(records.map(({ scaleClk, ghostClk, under }) => [scaleClk, ghostClk, under])).toEqual([
      [two.run.totalClk, null, []],
      [two.run.totalClk, ring.run.totalClk, []],
    ]);
    const emulated = recordsOf({ ...ring, emulated: done }, [ring], axis, 0, ['emulated', 'measured']);
    expect(emulated.under).toMatchObject([{ source: 'emulated', agrees: true }]);
    expect(recordsOf({ ...ring, emulated: done }, [ring], axis, 0, []).under).toEqual([]);
  });
});

describe('numbers', () => {
  const { scenario, run } = ring;

  test('of a run that ends', () => {
    expect([periodText(scenario, run), periodFormula(scenario, run)]).toEqual([
      '1,412',
      'max(copy 1,412, tensor 1,024)',
    ]);
    expect([firstProductText(run), endText(run)]).toEqual(['2,132', '25,730']);
    expect(waitingText(scenario, run, 'full')).toMatch(/^[\d,]+$/);
  });

  test('a dash for what is not there: barriers without that name, a run that does not end', () => {
    const plain = sideOf(scenarioOf('v0-cp-async'));
    expect(waitingText(plain.scenario, plain.run, 'full')).toBe('—');
    expect(valuesOf(predictedRows([stuck]), 'All is done')).toEqual(['—']);
    expect(valuesOf(predictedRows([stuck]), 'Waiting on full, all')).toEqual(['—']);
    expect(valuesOf(emulatedRows([ring]), 'All is done')).toEqual(['—']);
    expect(new Set(measuredRows([ring, two]).flatMap(({ values }) => values))).toEqual(new Set(['—']));
    expect(measuredNote([ring])).toBe('—, not measured yet');
  });

  test('steps have the name of what they are', () => {
    expect(['v1-tma', 'fa3-forward'].map(id => stepNoun(scenarioOf(id)))).toEqual(['K step', 'block']);
    expect(stepNoun({ buffers: [] })).toBe('step');
  });

  test('every field of every preset has a group', () => {
    const groups = PRESETS.flatMap(({ fields }) => fields.map(field => `${groupOf(field)} ${field.name}`));
    expect(groups).toContain('Machine copyBytesPerClk');
    expect(groups).toContain('Ring stages');
    expect(groups).toContain('Schedule overlap');
    expect(groups).toContain('Tile headDim');
    expect(groups).toContain('Tile aluPerScore');
  });
});

describe('the bound', () => {
  test('names what most of the critical path is spent on, and all that adds up to it', () => {
    const words = boundWords(ring.run);
    expect(words).toMatch(/^Copy-bound: of the 25,730 cycles on the critical path /);
    const parts = [...words.matchAll(/([\d,]+) (?:copying|products|latency)/g)].map(([, n]) =>
      Number(n.replace(/,/g, '')),
    );
    expect(parts.reduce((sum, part) => sum + part)).toBeGreaterThan(0.9 * ring.run.totalClk);
    expect(boundWords(stuck.run)).toBe('');
  });

  test('says what a change saves or costs, or that it does neither', () => {
    expect(gainWords('Two stages more', two.run, ring.run)).toBe('Two stages more would save 2,923 cycles (10.2 %).');
    expect(gainWords('Two stages less', ring.run, two.run)).toMatch(/would cost 2,923 cycles/);
    expect(gainWords('Nothing', ring.run, ring.run)).toBe('Nothing would change nothing.');
    expect(gainWords('A way out', stuck.run, ring.run)).toBe('');
  });
});

describe('the verdict', () => {
  test.each([
    [[ring], 'waiting', 'Prediction only'],
    [[{ ...ring, emulated: { state: 'running' } as const }], 'waiting', 'Emulating'],
    [[{ ...ring, emulated: done }], 'agree', 'Model and emulation agree'],
    [
      [
        { ...ring, emulated: done },
        { ...two, emulated: { ...done, difference } },
      ],
      'differ',
      'The kernel of B does something else',
    ],
  ])('%#', (sides, kind, title) => {
    expect(verdictOf(sides)).toMatchObject({ kind, title });
  });

  test('names the sides that it holds for', () => {
    expect(verdictOf([{ ...ring, emulated: done }, two]).text).toMatch(/in A\.$/);
  });
});

test('slots and barriers are marked in all sides, a span in its own', () => {
  const slot = { letter: 'A', highlight: { kind: 'slot', buffer: 'ring', stage: 1, at: 5 } } as const;
  const span = { letter: 'A', highlight: { kind: 'span', index: 3 } } as const;
  expect([highlightIn('B', slot), highlightIn('B', span), highlightIn('A', span), highlightIn('A', null)]).toEqual([
    slot.highlight,
    null,
    span.highlight,
    null,
  ]);
});

describe('a measured run beside the model', () => {
  const measuredAt = (pace: number, slowdown = 1): PipelineSide => ({
    ...ring,
    measured: {
      spans: ring.run.spans.map(span => ({ ...span, from: pace * span.from, to: pace * span.to })),
      slowdown,
      notes: [],
    },
  });

  test('that takes another time: by how much, and what the model leaves out', () => {
    const words = disagreementWords(measuredAt(0.5), true);
    expect(words).toMatch(/^A: 7\d\d cycles a K step measured, 1,412 predicted: the model is 100 % too slow\. /);
    expect(words).toContain('one rate for L2 and DRAM');
    expect(disagreementWords(measuredAt(2), false)).toMatch(/^2,\d\d\d cycles .* too fast\. /);
  });

  test('is judged without what its notes take', () => {
    const words = disagreementWords(measuredAt(1.5, 1.5), false);
    expect(words).toMatch(/^2,1\d\d cycles .* about 1,4\d\d without, 1,412 predicted: alike within 5 %/);
  });

  test('that takes the same time is alike; without one there is nothing to say', () => {
    expect(disagreementWords(measuredAt(1), false)).toContain('alike within 5 %');
    expect(disagreementWords(ring, false)).toBeNull();
    expect(disagreementWords({ ...stuck, measured: measuredAt(1).measured }, false)).toBeNull();
  });
});
