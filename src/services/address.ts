/** The address of this window, and how pages read and change it. */
import { useSyncExternalStore } from 'react';
import { PageAddress, type PagePlace } from '../state/page-address.ts';

let here: PageAddress | null = null;

/**
 * Must be called once, before anything is drawn. `prepare` fetches what the page at a path needs; null if it is already
 * loaded.
 */
export function startAddress(prepare: (path: string) => Promise<void> | null): void {
  const bar = {
    hash: () => location.hash,
    push: (hash: string) => history.pushState(null, '', hash),
    replace: (hash: string) => {
      try {
        history.replaceState(history.state, '', hash);
      } catch {
        // Safari refuses more than a hundred in a short time; the next one says all that this one did.
      }
    },
  };
  const address = new PageAddress(bar, prepare);
  here = address;
  // Links are plain links: the browser moves, and the page follows.
  addEventListener('popstate', address.follow);
}

export function pageAddress(): PageAddress {
  if (here === null) throw new Error('the address is read before the page has started');
  return here;
}

/** The address of the page that is shown. */
export const useAddress = (): PagePlace => useSyncExternalStore(pageAddress().subscribe, pageAddress().shown);
