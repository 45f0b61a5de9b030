/** What a page of pipelines gives for a slide. */
import { count, listed } from '../../../base/numbers.ts';
import type { SlideSource } from '../share/slide-source.ts';
import type { PipelineDrawing } from './pipeline-files.ts';

export function pipelineSlide(drawing: PipelineDrawing, because: string): SlideSource {
  const { sides } = drawing;
  const sources = [...new Set(sides.map(({ source }) => source))];
  return {
    because,
    facts: sides.map(({ letter, run }) => ({
      letter,
      verdict: run.deadlock === null ? null : { words: 'nobody can go on', ways: 32 },
      number: run.deadlock === null ? { value: count(Math.round(run.totalClk)), unit: 'cycles' } : null,
    })),
    said: sources.map(source => ({
      source,
      words: `${source === 'predicted' ? 'predicted' : 'replayed'}: ${listed(sides.filter(side => side.source === source).map(({ title }) => title))}`,
    })),
    picture: async theme => (await import('./pipeline-files.ts')).pictureFile({ ...drawing, theme }),
  };
}
