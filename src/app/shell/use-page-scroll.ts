/**
 * Keys that scroll the page from wherever the focus is. On a wide window a box of the page scrolls and not the window, so
 * a browser scrolls nothing by key while the focus is outside of that box: at first, and on the header or the transport.
 */
import { useEffect } from 'react';
import { isTaken } from '../../panels/use-hotkeys.ts';

const LINE_PX = 40;
/** Some lines of what was seen stay in sight. */
const PAGE = 0.875;

const pageOf = (box: Element): number => Math.round(PAGE * box.clientHeight);

const STEPS: Readonly<Record<string, (box: Element) => number>> = {
  PageDown: pageOf,
  PageUp: box => -pageOf(box),
  ' ': pageOf,
  ArrowDown: () => LINE_PX,
  ArrowUp: () => -LINE_PX,
  Home: box => -box.scrollHeight,
  End: box => box.scrollHeight,
};

export function usePageScroll(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (step === undefined || isTaken(event) || scrollsByItself(event.target as Element)) return;
      const box = pageBox();
      if (box === undefined) return;
      event.preventDefault();
      box.scrollBy({ top: event.key === ' ' && event.shiftKey ? -step(box) : step(box) });
    };
    // Behind the page's own keys, which are heard at the document.
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

const overflows = (box: Element): boolean => box.scrollHeight > box.clientHeight + 1;

/** Whether the browser finds something to scroll around the focus; on a phone, that is the window. */
function scrollsByItself(focused: Element): boolean {
  for (let box: Element | null = focused; box !== null; box = box.parentElement)
    if (overflows(box) && /auto|scroll/.test(getComputedStyle(box).overflowY)) return true;
  return document.scrollingElement !== null && overflows(document.scrollingElement);
}

/** The largest box of the page that has something to scroll. */
function pageBox(): Element | undefined {
  const area = (box: Element): number => box.clientWidth * box.clientHeight;
  return [...document.querySelectorAll('#main, #main .pane')].filter(overflows).sort((a, b) => area(b) - area(a))[0];
}
