/** The exhibit's pictures under the pointer: they alone are drawn anew as it moves. */
import { useView } from '../../state/view-store.ts';
import type { ExhibitModel } from './use-exhibit.ts';

export function LiveStage({ model, compact }: { model: ExhibitModel; compact: boolean }) {
  const highlight = useView(view => view.hover);
  const onHover = useView(view => view.setHover);
  return <model.exhibit.Stage {...model.stage} highlight={highlight} onHover={onHover} compact={compact} />;
}
