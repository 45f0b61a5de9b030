/** The page as files: its pictures as one SVG or PNG, spans and barrier events as CSV, a Chrome trace, the scenarios. */
import { foldedScenario } from '../../../model/pipeline/folded-steps.ts';
import type { RunRecords } from '../../../model/pipeline/pipeline-run.ts';
import { ringPositions } from '../../../model/pipeline/ring-positions.ts';
import { stateAt } from '../../../model/pipeline/state-at.ts';
import { type ExportFile, textFile } from '../../../panels/download.ts';
import type { PictureFile } from '../../../panels/kit/exports.ts';
import type { PipelineSide } from '../../../panels/pipeline/pipeline-side.ts';
import { recordsOf } from '../../../panels/pipeline/pipeline-stage.tsx';
import type { Figure } from '../../../pictures/figure.ts';
import { pipelineFigure } from '../../../pictures/pipeline-timeline/figure.ts';
import { ringFigure } from '../../../pictures/ring/figure.ts';
import { unitBarsFigure } from '../../../pictures/unit-bars/figure.ts';
import { unitBarsRecords } from '../../../pictures/unit-bars/records.ts';
import { defaultView, type PictureView } from '../../../pictures/view.ts';
import { chromeTrace, type TracedPipeline } from '../../../trace/chrome-trace.ts';
import type { Scenario } from '../../../trace/scenario.ts';
import type { Source } from '../../../trace/span.ts';
import { barrierEventsCsv, spansCsv } from '../../../trace/span-text.ts';
import type { PipelineModel } from './use-pipeline.ts';
import { scenarioText } from './variant-scenario.ts';

/** Parts of the page that go into files. */
export type PipelineDrawing = Pick<PipelineModel, 'sides' | 'axis' | 'view' | 'parts' | 'theme'>;

const WIDTH_PX = 1040;

/** The figures in the order of the page: all timelines, one below another, each followed by its rings and units. */
export function pictureFile({ sides, axis, view, parts, theme }: PipelineDrawing): PictureFile {
  const figures = sides.flatMap((side, at): Figure[] => {
    const shared = { ...defaultView(theme, side.source, WIDTH_PX), playhead: view.playhead };
    return [
      pipelineFigure(recordsOf(side, sides, axis, at, parts.under), {
        ...shared,
        ...parts,
        window: view.window ?? axis.opening,
      }),
      ...ringFigures(side, view.playhead + axis.origins[at], shared),
      unitBarsFigure(unitBarsRecords(side.scenario, side.run), shared),
    ];
  });
  return {
    name: 'pipeline',
    title: sides.map(({ letter, title }) => `${letter}: ${title}`).join('; '),
    description: [...sides.flatMap(({ measured }) => measured?.notes ?? []), location.href].join('\n'),
    theme,
    unbanked: true,
    columns: [{ letter: null, title: sides.map(({ title }) => title).join(' / '), note: '', figures }],
  };
}

/** None of a pipeline without rings. */
function ringFigures({ scenario, run }: PipelineSide, clk: number, view: PictureView): Figure[] {
  if (scenario.buffers.length === 0) return [];
  const state = stateAt(scenario, run, clk);
  return [ringFigure({ scenario, state, positions: ringPositions(scenario, run, state) }, view)];
}

type SideRecords = TracedPipeline & { readonly variant: string };

/** Records of each source of a side: its own, and emulated and measured ones if it has them. */
function sourcesOf({ letter: variant, title, source, run, emulated, measured }: PipelineSide): SideRecords[] {
  const named = (words: string) => ({ variant, title: `${variant}: ${words}` });
  const all: SideRecords[] = [{ ...named(title), ...recordsFrom(run, source) }];
  if (emulated.state === 'done') all.push({ ...named(emulated.build), ...recordsFrom(emulated.run, 'emulated') });
  if (measured !== null)
    all.push({
      ...named(measured.notes[0]),
      source: 'measured',
      spans: measured.spans,
      barrierEvents: [],
      bytesInFlight: [],
    });
  return all;
}

/** The model that plays a replay calls all that it plays predicted. */
const recordsFrom = <S extends Source>({ spans, barrierEvents, bytesInFlight }: RunRecords, source: S) => ({
  source,
  spans: Array.from(spans, span => ({ ...span, source })),
  barrierEvents: Array.from(barrierEvents, event => ({ ...event, source })),
  bytesInFlight: [...bytesInFlight],
});

export const spansFile = ({ sides }: Pick<PipelineDrawing, 'sides'>): ExportFile =>
  textFile('pipeline-spans.csv', 'text/csv', spansCsv(sides.flatMap(sourcesOf)));

export const barriersFile = ({ sides }: Pick<PipelineDrawing, 'sides'>): ExportFile =>
  textFile(
    'pipeline-barriers.csv',
    'text/csv',
    barrierEventsCsv(
      sides.flatMap(sourcesOf).map(({ variant, barrierEvents }) => ({ variant, events: barrierEvents })),
    ),
  );

export const traceFile = ({ sides }: Pick<PipelineDrawing, 'sides'>): ExportFile =>
  textFile(
    'pipeline-trace.json',
    'application/json',
    `${JSON.stringify(chromeTrace(sides.flatMap(sourcesOf), { link: location.href }))}\n`,
  );

/** The scenario of the edited variant, as the editor and the command take it. */
export const scenarioFile = ({ edited }: Pick<PipelineModel, 'edited'>): ExportFile =>
  fileOf(edited.text ?? (edited.side ? scenarioText(edited.side.scenario) : ''));

/** The same of a scenario that no editor has: what was read off a kernel has its rounds one by one, the file has loops. */
export const kernelFile = (scenario: Scenario): ExportFile => fileOf(scenarioText(foldedScenario(scenario)));

const fileOf = (text: string): ExportFile => textFile('scenario.json', 'application/json', text);
