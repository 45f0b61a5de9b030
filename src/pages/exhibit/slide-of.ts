/** What a kernel's page gives for a slide: its pictures, and why each variant takes as long as it does. */
import { becauseWords } from '../../panels/because-words.ts';
import { bestSource, type VariantView } from '../../panels/variant-view.ts';
import type { SlideSource } from '../kit/share/slide-source.ts';
import type { ExhibitModel } from './use-exhibit.ts';

export function slideOf(model: ExhibitModel): SlideSource {
  const { views } = model.stage;
  return {
    because: becauseWords(views),
    verdicts: views.flatMap(verdictOf),
    source: [...new Set(views.map(view => bestSource(view).source))].join(' and '),
    picture: async theme => {
      const { pictureFile } = await import('./export-files.ts');
      return pictureFile({ ...model, theme, stage: { ...model.stage, theme } });
    },
  };
}

function verdictOf(view: VariantView): string[] {
  const { cost } = bestSource(view).view;
  if (cost === null) return [];
  const passes = cost.wavefronts === 1 ? '1 pass' : `${cost.wavefronts} passes`;
  return [`${view.badge} ${view.title}: ${passes}${cost.excess === 0 ? ', no conflict' : ''}`];
}
