/** The exhibit's pictures under the pointer: they alone are drawn anew as it moves. */
import type { StageProps } from '../../panels/exhibit.ts';
import { useView } from '../../state/view-store.ts';
import type { ExhibitModel } from './use-exhibit.ts';

interface LiveStageProps extends Pick<StageProps, 'compact' | 'pipelines'> {
  readonly model: ExhibitModel;
}

export function LiveStage({ model, ...how }: LiveStageProps) {
  const highlight = useView(view => view.hover);
  const onHover = useView(view => view.setHover);
  return <model.exhibit.Stage {...model.stage} highlight={highlight} onHover={onHover} {...how} />;
}
