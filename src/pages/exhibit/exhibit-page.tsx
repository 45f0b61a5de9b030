/** One kernel's page: rail, stage, evidence, source and transport around one state, which is the link. */
import type { LoadedExhibit } from '../kit/exhibit/exhibits.ts';
import { EmbedLayout } from './embed-layout.tsx';
import { ExhibitLayout } from './exhibit-layout.tsx';
import { useExhibit } from './use-exhibit.ts';

export function ExhibitPage({ kernel, exhibit }: LoadedExhibit) {
  const model = useExhibit(kernel, exhibit);
  return model.state.embed ? <EmbedLayout model={model} /> : <ExhibitLayout model={model} />;
}
