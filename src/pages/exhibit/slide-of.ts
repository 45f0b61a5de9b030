/** What a kernel's page gives for a slide: its pictures, and why each variant takes as long as it does. */
import { listed } from '../../base/numbers.ts';
import { waysOf } from '../../model/banks/wavefronts.ts';
import { becauseWords } from '../../panels/because-words.ts';
import { bestSource, type SourceView, type VariantView } from '../../panels/variant-view.ts';
import type { SlideFact, SlideSaid } from '../../pictures/scene/slide-parts.ts';
import type { SlideSource, TimedKernel } from '../kit/share/slide-source.ts';
import type { ExhibitModel } from './use-exhibit.ts';

/** Two columns on a slide: a tile's cells of 10 px are then 19 px wide. */
const ENLARGED_BY = 1.9;

export function slideOf(model: ExhibitModel): SlideSource {
  const { state, stage } = model;
  const { views } = stage;
  return {
    because: becauseWords(views),
    facts: views.map(factOf),
    said: [
      ...saidOf(
        'predicted',
        views.map(({ predicted }) => predicted),
        '',
      ),
      ...saidOf(
        'emulated',
        views.flatMap(({ emulated }) => (emulated.state === 'done' && !emulated.stale ? [emulated.view] : [])),
        `, PTX for ${state.arch}`,
      ),
    ],
    timed: timedKernel(model),
    picture: async theme => {
      const { pictureFile } = await import('./export-files.ts');
      return pictureFile({ ...model, theme, stage: { ...model.stage, theme } }, ENLARGED_BY);
    },
  };
}

/** Whose recorded times belong to the pictures. */
export const timedKernel = ({ kernel, state, stage }: ExhibitModel): TimedKernel => ({
  kernel: kernel.id,
  params: state.params,
  variants: stage.views.filter(({ isApart }) => !isApart),
});

function factOf(view: VariantView): Omit<SlideFact, 'time'> {
  const { cost } = bestSource(view).view;
  const { badge: letter } = view;
  if (cost === null) return { letter, verdict: null, number: null };
  const { wavefronts, excess } = cost;
  return {
    letter,
    verdict:
      excess === 0
        ? { words: 'conflict-free', ways: 1 }
        : { words: `${waysOf(cost)}-way conflict`, ways: waysOf(cost) },
    number: { value: `${wavefronts}`, unit: wavefronts === 1 ? 'pass' : 'passes' },
  };
}

/** '32 and 1 passes, PTX for sm_90'; nothing where the source has no count. */
function saidOf(source: SlideSaid['source'], views: readonly SourceView[], origin: string): SlideSaid[] {
  const counts = views.flatMap(({ cost }) => (cost === null ? [] : [cost.wavefronts]));
  if (counts.length === 0) return [];
  const noun = counts.at(-1) === 1 && counts.length === 1 ? 'pass' : 'passes';
  return [{ source, words: `${listed(counts.map(String))} ${noun}${origin}` }];
}
