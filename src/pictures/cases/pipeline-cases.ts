/** Timelines of pipelines: presets with few steps, and what goes wrong in them. */
import { mistakesOf } from '../../model/pipeline/mistakes.ts';
import type { PipelineRun } from '../../model/pipeline/pipeline-run.ts';
import { PRESETS } from '../../model/pipeline/presets/index.ts';
import { presetScenario } from '../../model/pipeline/presets/preset.ts';
import { simulate } from '../../model/pipeline/simulate.ts';
import type { Scenario } from '../../trace/scenario.ts';
import { axisClkFor, type PipelineRecords, type PipelineView } from '../pipeline/records.ts';
import { pipelineFigure } from '../pipeline-timeline/figure.ts';
import { type PictureCase, type PictureWords, pictureCase } from './picture-case.ts';

function scenarioOf(id: string, numbers: Readonly<Record<string, number | boolean>>): Scenario {
  const scenario = presetScenario(PRESETS.find(preset => preset.id === id)!, numbers);
  if (!scenario.ok) throw new Error(`${id}: ${scenario.error.field}: ${scenario.error.message}`);
  return scenario.value;
}

type Played = PipelineRecords & { readonly run: PipelineRun };

export function recordsOf(scenario: Scenario, changes: Omit<Partial<PipelineRecords>, 'run'> = {}): Played {
  const run = simulate(scenario);
  return { scenario, run, under: [], ghostClk: null, scaleClk: axisClkFor(run), originClk: 0, ...changes };
}

const withMistake = (scenario: Scenario, id: string): Scenario =>
  mistakesOf(scenario)
    .find(mistake => mistake.id === id)!
    .apply();

const ring = () => scenarioOf('v2-warp-specialized', { stages: 4, steps: 10 });
/** Spans of another source, for a kernel that was compiled with one stage less. */
function overlaid(): PipelineRecords {
  const { run } = recordsOf(scenarioOf('v2-warp-specialized', { stages: 3, steps: 10 }));
  const spans = run.spans.map(span => ({ ...span, source: 'emulated' as const }));
  return recordsOf(ring(), { under: [{ source: 'emulated', spans }] });
}

function compared(): PipelineRecords {
  const fewer = recordsOf(scenarioOf('v2-warp-specialized', { stages: 2, steps: 10 }));
  return recordsOf(ring(), { ghostClk: fewer.run.totalClk, scaleClk: fewer.run.totalClk });
}

type Looks = Partial<Pick<PipelineView, 'window' | 'traces' | 'units' | 'criticalPath' | 'brackets' | 'playhead'>>;

/** Wide as the stage of an exhibit, which shows one below the other. */
const WIDTH_PX = 790;

/** Played when it is drawn: the gallery would wait for all of them. */
function timeline(words: PictureWords, records: () => PipelineRecords, looks: Looks = {}): PictureCase {
  let played: PipelineRecords | null = null;
  const plain = { window: null, traces: true, units: true, criticalPath: false };
  return pictureCase({
    ...words,
    unbanked: true,
    view: { width: WIDTH_PX, ...words.view },
    figureIn(view) {
      played ??= records();
      return pipelineFigure(played, { ...view, ...plain, ...looks });
    },
  });
}

export const pipelineCases: readonly PictureCase[] = [
  timeline(
    {
      id: 'pipeline-ring',
      title: 'Four stages, one producer',
      blurb: 'The producer fills the ring, then waits: each stage comes free when the consumer has read it.',
    },
    () => recordsOf(ring()),
    { playhead: 4600 },
  ),
  timeline(
    {
      id: 'pipeline-critical-path',
      title: 'What the time is spent on',
      blurb: 'Two consumers share one tensor pipe; the line follows the work that all the rest had to wait for.',
    },
    () => recordsOf(scenarioOf('v3-wgmma', { steps: 8 })),
    { criticalPath: true },
  ),
  timeline(
    {
      id: 'pipeline-zoomed',
      title: 'One round of the ring',
      blurb: 'Zoomed in on a stage that is filled, read and released, and on the flips of its barriers.',
    },
    () => recordsOf(ring()),
    { window: { from: 4200, to: 6800 } },
  ),
  timeline(
    {
      id: 'pipeline-overlay',
      title: 'Two sources, one pipeline',
      blurb:
        'Under each role: the work of a kernel with one stage less; the flag marks where the fourth copy goes to another slot.',
    },
    overlaid,
    { traces: false, units: false },
  ),
  timeline(
    {
      id: 'pipeline-compared',
      title: 'Four stages instead of two',
      blurb: 'On the axis of the slower variant, whose end is the dashed line.',
    },
    compared,
    { traces: false },
  ),
  timeline(
    {
      id: 'pipeline-deadlock',
      title: 'No role releases a stage',
      blurb: 'The consumer never arrives on empty: all stages are used once, then both wait for ever.',
    },
    () => recordsOf(withMistake(ring(), 'consumer: no arrive on empty')),
  ),
  timeline(
    {
      id: 'pipeline-attention',
      title: 'FlashAttention-3, two blocks ahead',
      blurb: 'Two consumers take turns at named barriers: one multiplies while the other takes exponentials.',
    },
    () => recordsOf(scenarioOf('fa3-forward', { blocks: 3 })),
    { window: { from: 0, to: 12000 } },
  ),
  timeline(
    {
      id: 'pipeline-attention-deadlock',
      title: 'Waiting for each other before the first tile',
      blurb: 'Without the first arrival the producer waits for Q to be empty, and the consumers wait for Q.',
    },
    () => recordsOf(scenarioOf('fa3-forward', { blocks: 3, firstArrive: false })),
    { traces: false },
  ),
];
