/** One kernel's page: rail, stage, evidence, source and transport around one state, which is the link. */
import { Suspense } from 'react';
import { latePart } from '../../panels/part-boundary.tsx';
import type { LoadedExhibit } from '../kit/exhibit/exhibits.ts';
import { ExhibitLayout } from './exhibit-layout.tsx';
import { useExhibit } from './use-exhibit.ts';

const QuizLayout = latePart(async () => (await import('./quiz/quiz-layout.tsx')).QuizLayout);
const EmbedLayout = latePart(async () => (await import('./embed-layout.tsx')).EmbedLayout);

export function ExhibitPage({ kernel, exhibit }: LoadedExhibit) {
  const model = useExhibit(kernel, exhibit);
  if (model.isAsked)
    return (
      <Suspense fallback={null}>
        <QuizLayout model={model} />
      </Suspense>
    );
  return model.state.embed ? <EmbedLayout model={model} /> : <ExhibitLayout model={model} />;
}
