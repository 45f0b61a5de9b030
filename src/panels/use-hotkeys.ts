/**
 * Page-wide keys. They stay silent while the focus is where the key means something else: a text field, a select, a
 * slider, an open dialog, or a picture with a cursor of its own.
 */
import { useEffect, useRef } from 'react';

/** By lower-cased `KeyboardEvent.key`: 'arrowleft', 'home', ' '. */
export type Hotkeys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const OWN_KEYS =
  'input, select, textarea, [contenteditable], dialog, [role="dialog"], [role="menu"], [role="radiogroup"], [role="tablist"], [data-own-keys]';
const BUTTON_KEYS = new Set([' ', 'Enter']);

export function useHotkeys(keys: Hotkeys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as Element;
      if (target.closest(OWN_KEYS)) return;
      if (BUTTON_KEYS.has(event.key) && target.closest('button, a, summary')) return;
      const action = current.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action(event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
