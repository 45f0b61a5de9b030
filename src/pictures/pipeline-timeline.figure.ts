/** The timeline in words and as a figure: caption, lens, keyboard, table. */
import { count } from './address-text.ts';
import type { Figure } from './figure.ts';
import { type PipelineRecords, type TimeWindow, wholeWindow } from './pipeline-records.ts';
import { roleTone } from './pipeline-roles.ts';
import { SceneBuilder } from './scene-builder.ts';
import type { PictureView } from './view.ts';

/** `playhead`: clk of the axis, infinite where none is drawn. */
export interface PipelineView extends PictureView {
  /** null = all of the axis. */
  readonly window: TimeWindow | null;
  /** Logic-analyser traces of the barriers. */
  readonly traces: boolean;
  /** What the tensor pipe and the copy engine do. */
  readonly units: boolean;
  readonly criticalPath: boolean;
}

export function pipelineFigure(records: PipelineRecords, view: PipelineView): Figure {
  const { scenario, run, originClk } = records;
  const window = view.window ?? wholeWindow(records);
  const scene = new SceneBuilder(view);
  const [left, pitch] = [110, 34];
  const clkPx = (view.width - left) / (window.to - window.from);
  scenario.roles.forEach(({ name }, row) => {
    const tone = roleTone(scenario, name, view.theme);
    scene.text(0, row * pitch + 18, name, view.theme.ink);
    for (const { role, kind, from, to } of run.spans) {
      if (role !== name || kind === 'wait' || kind === 'copy') continue;
      const x = left + (from - originClk - window.from) * clkPx;
      scene.rect({ x, y: row * pitch + 2, width: (to - from) * clkPx, height: 24 }, tone.fill);
    }
  });
  return {
    title: 'Timeline',
    text: 'one CTA; x in SM cycles',
    detail: `${count(scenario.roles.length, 'role')}, ${count(Math.round(run.totalClk), 'cycle')}`,
    differing: '',
    source: view.source,
    scene: scene.finish(view.width, scenario.roles.length * pitch),
    zoomable: null,
    handles: [],
    hit: () => null,
    markOf: () => null,
    step: () => null,
    table: () => ({ columns: ['role', 'what', 'from', 'to'], rows: [] }),
  };
}
