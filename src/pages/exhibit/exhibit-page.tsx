/** One kernel's page: rail, stage, evidence, source and transport around one state, which is the link. */
import { useParams } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { NotFoundPage } from '../not-found-page.tsx';
import { EmbedLayout } from './embed-layout.tsx';
import { ExhibitLayout } from './exhibit-layout.tsx';
import { exhibits, firstExhibit, type LoadedExhibit } from './exhibits.ts';
import { useExhibit } from './use-exhibit.ts';

const pages = new Map<string, ComponentType>(
  [...exhibits].map(([id, load]) => {
    const page = async () => {
      const loaded = await load();
      return { default: () => <ExhibitOf {...loaded} /> };
    };
    return [id, lazy(page)];
  }),
);
// React keeps what follows a fallback back for 300 ms; what is there already needs none.
pages.set(firstExhibit.kernel.id, () => <ExhibitOf {...firstExhibit} />);

export function ExhibitPage() {
  const { kernel: id } = useParams({ strict: false }) as { kernel: string };
  const Page = pages.get(id);
  return Page ? <Page key={id} /> : <NotFoundPage />;
}

function ExhibitOf({ kernel, exhibit }: LoadedExhibit) {
  const model = useExhibit(kernel, exhibit);
  return model.state.embed ? <EmbedLayout model={model} /> : <ExhibitLayout model={model} />;
}
