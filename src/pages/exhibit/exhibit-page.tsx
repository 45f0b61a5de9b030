/** One kernel's page: rail, stage, evidence, source and transport around one state, which is the link. */
import { useLoaderData, useParams } from '@tanstack/react-router';
import type { LoadedExhibit } from '../kit/exhibit/exhibits.ts';
import { NotFoundPage } from '../kit/not-found-page.tsx';
import { EmbedLayout } from './embed-layout.tsx';
import { ExhibitLayout } from './exhibit-layout.tsx';
import { useExhibit } from './use-exhibit.ts';

export function ExhibitPage() {
  const { kernel: id } = useParams({ strict: false }) as { kernel: string };
  const loaded = useLoaderData({ strict: false }) as LoadedExhibit | undefined;
  return loaded ? <ExhibitOf key={id} {...loaded} /> : <NotFoundPage />;
}

function ExhibitOf({ kernel, exhibit }: LoadedExhibit) {
  const model = useExhibit(kernel, exhibit);
  return model.state.embed ? <EmbedLayout model={model} /> : <ExhibitLayout model={model} />;
}
