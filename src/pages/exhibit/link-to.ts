/** The exhibit's address in any of its states. */
import type { FlatSearch } from '../../state/link-codec.ts';

/** Absolute address of the exhibit in a state. */
export function linkTo(search: FlatSearch): string {
  const [page] = location.hash.split('?');
  return `${location.origin}${location.pathname}${location.search}${page}?${new URLSearchParams(search)}`;
}
