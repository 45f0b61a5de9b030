/**
 * Page-wide keys. They stay silent while the focus is where the key means something else: a text field, a select, an
 * open dialog, or a picture with a cursor of its own. What only arrows move (a slider, a group of radio buttons, a
 * region that scrolls) leaves letters and signs to the page: after a slider was moved, one key still starts a run.
 */
import { useEffect, useRef } from 'react';

/** Handlers by lower-cased `KeyboardEvent.key`: 'arrowleft', 'home', ' '. */
export type Hotkeys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const OWN_KEYS =
  'input:not([type="range"], [type="radio"], [type="checkbox"]), select, textarea, [contenteditable], dialog, [role="dialog"], [role="menu"], [data-own-keys]';
const OWN_MOVES = 'input, [role="radiogroup"], [role="tablist"], [data-own-moves]';
/** A radio button takes arrows alone: Enter and the page keys mean what they mean on the page. */
const FREE_OF_RADIOS = new Set(['Enter', 'PageUp', 'PageDown']);
const CHARACTER = /^\S$/;
const BUTTON_KEYS = new Set([' ', 'Enter']);

export function useHotkeys(keys: Hotkeys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const action = current.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action(event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Whether the key is somebody's already: of who has the focus, of the browser, or of who prevented its default. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target as Element;
  if (target.closest(OWN_KEYS)) return true;
  if (!CHARACTER.test(event.key) && target.closest(OWN_MOVES) && !isFreeOfRadio(event.key, target)) return true;
  return BUTTON_KEYS.has(event.key) && target.closest('button, a, summary') !== null;
}

const isFreeOfRadio = (key: string, target: Element): boolean =>
  target.matches('input[type="radio"]') && FREE_OF_RADIOS.has(key);
