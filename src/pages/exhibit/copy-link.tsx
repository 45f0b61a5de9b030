/** The link of exactly what is on screen, playhead included. */
import { CopyButton } from '../../panels/kit/copying.tsx';
import type { FlatSearch } from '../../state/link-codec.ts';
import { useView } from '../../state/view-store.ts';
import type { ExhibitModel } from './use-exhibit.ts';

/** Absolute address of the exhibit in a state. */
export function linkTo(search: FlatSearch): string {
  const [page] = location.hash.split('?');
  return `${location.origin}${location.pathname}${location.search}${page}?${new URLSearchParams(search)}`;
}

export const CopyLink = ({ model: { link, state } }: { model: ExhibitModel }) => (
  <CopyButton link={() => linkTo(link.encode({ ...state, at: useView.getState().playhead }))} />
);
