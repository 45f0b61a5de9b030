/** Files of the page, without a browser: what is in them, and the line for the command does what the page did. */
import { describe, expect, test, vi } from 'vitest';
import { pipeline } from '../../../../cli/ops/pipeline.ts';
import { simulate } from '../../../model/pipeline/simulate.ts';
import { axisOf } from '../../../panels/pipeline/pipeline-axis.ts';
import { NOT_COMPILED, type PipelineSide } from '../../../panels/pipeline/pipeline-side.ts';
import { figuresSvg } from '../../../pictures/scene/figure-svg.ts';
import { themes } from '../../../pictures/theme.ts';
import type { Rows } from '../../../trace/rows.ts';
import { type PipelineVariant, plainVariant } from '../../links/pipeline-variant.ts';
import { evalRequest } from '../../pipeline/eval-request.ts';
import { barriersFile, type PipelineDrawing, pictureFile, spansFile, traceFile } from './pipeline-files.ts';
import { scenarioText, variantScenario } from './variant-scenario.ts';

vi.stubGlobal('location', { href: 'http://page/#/pipeline' });

function sideOf(variant: PipelineVariant, letter: 'A' | 'B'): PipelineSide {
  const scenario = variantScenario(variant, null);
  if (!scenario.ok) throw new Error(scenario.error.message);
  const run = simulate(scenario.value);
  return {
    letter,
    title: variant.preset,
    scenario: scenario.value,
    source: 'predicted',
    run,
    emulated: NOT_COMPILED,
    measured: null,
  };
}

const first: PipelineVariant = { ...plainVariant('v2-warp-specialized'), changes: { stages: 2 } };
const sides = [sideOf(first, 'A'), sideOf(plainVariant('fa3-forward'), 'B')];
const still = () => undefined;
const drawn: PipelineDrawing = {
  sides,
  axis: axisOf(sides, null, []),
  theme: themes.light,
  parts: { traces: true, units: true, criticalPath: true, under: ['emulated'] },
  view: {
    window: null,
    playhead: 100,
    hovered: null,
    pinned: null,
    onWindow: still,
    onPlayhead: still,
    onHover: still,
    onPin: still,
  },
};

describe('files', () => {
  test('one SVG has all timelines, with the link in it', () => {
    const svg = figuresSvg(pictureFile(drawn));
    expect(svg.match(/Timeline/g)!.length).toBeGreaterThanOrEqual(2);
    expect(svg.match(/>Rings?</g)!).toHaveLength(2);
    expect(svg).toContain('http://page/#/pipeline');
    expect(svg).not.toContain('<script');
  });

  test('tables and trace have a row for each span and each change', async () => {
    const rows = async (file: { blob: Blob }) => (await file.blob.text()).trim().split('\n').length - 1;
    const count = (of: (side: PipelineSide) => Rows<unknown>) => sides.reduce((sum, side) => sum + of(side).length, 0);
    expect(await rows(spansFile(drawn))).toBe(count(({ run }) => run.spans));
    expect(await rows(barriersFile(drawn))).toBe(count(({ run }) => run.barrierEvents));
    const trace = JSON.parse(await traceFile(drawn).blob.text());
    expect(trace.traceEvents.filter(({ ph }: { ph: string }) => ph === 'X')).toHaveLength(
      count(({ run }) => run.spans),
    );
  });
});

describe('the line for the command', () => {
  const answerOf = (line: string) => {
    const { op, ...request } = JSON.parse(line);
    expect(op).toBe('pipeline');
    const answer = pipeline.answer(request);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value as unknown as { totalClk: number };
  };

  test('names the preset where only its numbers differ', async () => {
    const line = evalRequest({ variant: first, text: null, side: sides[0] })!;
    expect(line).not.toContain('scenario');
    expect((await answerOf(line)).totalClk).toBe(sides[0].run.totalClk);
  });

  test('has the scenario where more does', async () => {
    const turned = { ...first, parities: { 'producer.fill': 0 as const } };
    const side = sideOf(turned, 'A');
    const line = evalRequest({ variant: turned, text: null, side })!;
    expect(JSON.parse(line).scenario).toEqual(side.scenario);
    expect(JSON.parse(evalRequest({ variant: first, text: scenarioText(side.scenario), side })!).scenario).toEqual(
      side.scenario,
    );
    expect((await answerOf(line)).totalClk).toBe(0);
    expect(evalRequest({ variant: turned, text: '{', side: null })).toBeNull();
  });
});
