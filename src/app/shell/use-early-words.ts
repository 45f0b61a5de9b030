/** What is typed before a field that comes late is there: otherwise its letters would be keys of the page, or lost. */
import { useEffect, useRef } from 'react';

/** Letters that were typed so far, kept while `isAwaited` and no dialog is open. Escape ends the waiting. */
export function useEarlyWords(
  isAwaited: boolean,
  setAwaited: (isAwaited: boolean) => void,
): { readonly current: string } {
  const typed = useRef('');
  useEffect(() => {
    if (!isAwaited) return;
    typed.current = '';
    const keep = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return;
      if (event.key === 'Escape') setAwaited(false);
      if (event.key.length > 1) return;
      typed.current += event.key;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', keep, true);
    return () => removeEventListener('keydown', keep, true);
  }, [isAwaited, setAwaited]);
  return typed;
}
