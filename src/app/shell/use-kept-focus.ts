/**
 * If the focused element goes, the focus goes on beside it: on the next control of its list or section, or else on the page.
 * A browser would leave it on nothing, where no key and no reader of the screen knows what was done.
 */
import { useEffect } from 'react';

const CONTROL = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
/** The largest thing whose first control still is beside the one that went. */
const PART = 'section, aside, nav, header, dialog';

export function useKeptFocus(): void {
  useEffect(() => {
    /** The focused element, and what it stands in, from the inside out. */
    let path: readonly Element[] = [];
    const note = ({ target }: FocusEvent) => {
      path = around(target as Element);
    };
    // Where it left by itself, nothing is lost. An element that goes is told of it while it is still there.
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (path[0] === target && path[0].isConnected) path = [];
      });
    const watch = new MutationObserver(() => {
      if (path.length === 0 || path[0].isConnected) return;
      const gone = path;
      path = [];
      // Who takes something away may have a place for the focus of its own.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) placeBeside(gone)?.focus({ preventScroll: true });
      });
    });
    document.addEventListener('focusin', note);
    document.addEventListener('focusout', forget);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', forget);
      watch.disconnect();
    };
  }, []);
}

function around(element: Element): Element[] {
  const path: Element[] = [];
  for (let each: Element | null = element; each !== null; each = each.parentElement) path.push(each);
  return path;
}

function placeBeside(gone: readonly Element[]): HTMLElement | null {
  const main = document.getElementById('main');
  for (const box of gone.filter(each => each.isConnected)) {
    // What holds the whole page begins with its header, which is beside nothing.
    if (box.contains(main)) break;
    const controls = [...box.querySelectorAll<HTMLElement>(CONTROL)];
    const next = controls.find(each => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility());
    if (next) return next;
    if (box.matches(PART)) break;
  }
  return main;
}
