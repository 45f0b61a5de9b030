/** Whether the page is being printed. What asks is drawn anew for the paper, before the browser lays it out. */
import { useSyncExternalStore } from 'react';

let isPrinting = false;

export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);

function subscribe(changed: () => void): () => void {
  const begin = () => {
    isPrinting = true;
    changed();
  };
  const end = () => {
    isPrinting = false;
    changed();
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}
