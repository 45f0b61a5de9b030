/** Links from pictures of pipelines lead to what the picture shows. */
import { describe, expect, test } from 'vitest';
import { exhibitLinkOf } from '../../gallery/links.ts';
import { ringPositions } from '../../model/pipeline/ring-positions.ts';
import { simulate } from '../../model/pipeline/simulate.ts';
import { stateAt } from '../../model/pipeline/state-at.ts';
import { axisOf } from '../../panels/pipeline/pipeline-axis.ts';
import { NOT_COMPILED, type PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import { recordsOf } from '../../panels/pipeline/pipeline-stage.tsx';
import { BADGES } from '../../panels/variant-view.ts';
import { pipelineCases } from '../../pictures/cases/pipeline-cases.ts';
import { ringCases } from '../../pictures/cases/ring-cases.ts';
import { unitBarsCases } from '../../pictures/cases/unit-bars-cases.ts';
import type { Figure } from '../../pictures/figure.ts';
import { pipelineFigure } from '../../pictures/pipeline-timeline/figure.ts';
import { ringFigure } from '../../pictures/ring/figure.ts';
import { themes } from '../../pictures/theme.ts';
import { unitBarsFigure } from '../../pictures/unit-bars/figure.ts';
import { unitBarsRecords } from '../../pictures/unit-bars/records.ts';
import { defaultView } from '../../pictures/view.ts';
import { variantScenario } from '../kit/pipeline/variant-scenario.ts';
import { pipelineLink } from '../links/pipeline.ts';

const view = defaultView(themes.light, 'predicted', 600);

function pageOf(id: string) {
  const state = pipelineLink.stateOf(exhibitLinkOf(id)!.search);
  const sides = state.variants.map((variant, i): PipelineSide => {
    const scenario = variantScenario(variant, null);
    if (!scenario.ok) throw new Error(scenario.error.message);
    const shared = {
      letter: BADGES[i],
      title: '',
      source: 'predicted' as const,
      emulated: NOT_COMPILED,
      measured: null,
    };
    return { ...shared, scenario: scenario.value, run: simulate(scenario.value) };
  });
  return { state, sides, edited: sides[state.edited] };
}

const linked = <Case extends { readonly id: string }>(cases: readonly Case[]) =>
  cases.filter(({ id }) => exhibitLinkOf(id) !== null);
const said = ({ detail, table }: Figure) => ({ detail, table: table() });

describe('timelines', () => {
  test.each(linked(pipelineCases))('$id', ({ id, figureIn }) => {
    const { state, sides } = pageOf(id);
    const { window, traces, units, criticalPath, at } = state;
    const records = recordsOf(sides[state.edited], sides, axisOf(sides, state.align, []), state.edited, []);
    const playhead = at ?? Number.POSITIVE_INFINITY;
    const figure = pipelineFigure(records, { ...view, window, traces, units, criticalPath, playhead });
    expect(said(figure)).toEqual(said(figureIn(view)));
  });

  test('all but those of scenarios that no link names', () => {
    expect(pipelineCases.filter(({ id }) => exhibitLinkOf(id) === null).map(({ id }) => id)).toEqual([
      'pipeline-overlay',
      'pipeline-deadlock',
    ]);
  });
});

test.each(linked(ringCases))('$id', ({ id, figureIn }) => {
  const { state, edited } = pageOf(id);
  const { scenario, run } = edited;
  const now = stateAt(scenario, run, state.at!);
  const figure = ringFigure({ scenario, state: now, positions: ringPositions(scenario, run, now) }, view);
  expect(said(figure)).toEqual(said(figureIn(view)));
});

test.each(linked(unitBarsCases))('$id', ({ id, figureIn }) => {
  const { scenario, run } = pageOf(id).edited;
  expect(said(unitBarsFigure(unitBarsRecords(scenario, run), view))).toEqual(said(figureIn(view)));
});
