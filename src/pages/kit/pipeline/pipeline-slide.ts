/** What a page of pipelines gives for a slide. */
import { count } from '../../../base/numbers.ts';
import type { SlideSource } from '../share/slide-source.ts';
import type { PipelineDrawing } from './pipeline-files.ts';

export const pipelineSlide = (drawing: PipelineDrawing, because: string): SlideSource => ({
  because,
  verdicts: drawing.sides.map(({ letter, run }) =>
    run.deadlock === null ? `${letter}: ${count(Math.round(run.totalClk))} cycles` : `${letter}: nobody can go on`,
  ),
  source: [...new Set(drawing.sides.map(({ source }) => source))].join(' and '),
  picture: async theme => (await import('./pipeline-files.ts')).pictureFile({ ...drawing, theme }),
});
