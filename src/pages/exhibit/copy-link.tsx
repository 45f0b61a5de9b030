/** The link of exactly what is on screen, playhead included. */
import { CopyButton } from '../../panels/copy-button.tsx';
import { type ExhibitState, encodeExhibit } from '../../state/exhibit-search.ts';
import { useView } from '../../state/view-store.ts';

/** Absolute address of the exhibit in a state. */
export function linkTo(state: ExhibitState): string {
  const search = new URLSearchParams(encodeExhibit(state)).toString();
  const [page] = location.hash.split('?');
  return `${location.origin}${location.pathname}${location.search}${page}?${search}`;
}

export const CopyLink = ({ state }: { state: ExhibitState }) => (
  <CopyButton link={() => linkTo({ ...state, at: useView.getState().playhead })} />
);
