/** One kernel's page: rail, stage, evidence, source and transport around one state, which is the link. */
import { useParams } from '@tanstack/react-router';
import { catalog } from '../../kernels/catalog.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import type { Exhibit } from '../../panels/exhibit.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { EmbedLayout } from './embed-layout.tsx';
import { ExhibitLayout } from './exhibit-layout.tsx';
import { exhibits } from './exhibits.ts';
import { useExhibit } from './use-exhibit.ts';

export function ExhibitPage() {
  const { kernel: id } = useParams({ strict: false }) as { kernel: string };
  const kernel = catalog.get(id);
  const exhibit = exhibits.get(id);
  if (!kernel || !exhibit) return <NotFoundPage />;
  return <ExhibitOf key={id} kernel={kernel} exhibit={exhibit} />;
}

function ExhibitOf({ kernel, exhibit }: { kernel: Kernel; exhibit: Exhibit }) {
  const model = useExhibit(kernel, exhibit);
  return model.state.embed ? <EmbedLayout model={model} /> : <ExhibitLayout model={model} />;
}
