/** A box that scrolls. It can be reached by keyboard while there is something to scroll, and then the arrow keys are its own. */
import { type ReactNode, type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';

interface ScrollRegionProps {
  /** Name of the box as a region of the page; without it, the box is a group while it scrolls, and else belongs to what it stands in. */
  readonly label?: string | undefined;
  /** Name of the group, where no text of the page is its name. */
  readonly group?: string;
  /** Id of the text that names the group. */
  readonly namedBy?: string;
  readonly className?: string;
  readonly ref?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

const SCROLLS_BY_KEY = { tabIndex: 0, 'data-own-moves': true };

export function ScrollRegion({ label, group, namedBy, className = '', ref, children }: ScrollRegionProps) {
  const box = useRef<HTMLElement>(null);
  useImperativeHandle(ref, () => box.current as HTMLElement);
  const part = label === undefined ? { role: 'group', 'aria-label': group, 'aria-labelledby': namedBy } : {};
  const keys = useScrollKeys(box);
  return (
    <section ref={box} className={`pane ${className}`} aria-label={label} {...keys} {...(keys && part)}>
      {children}
    </section>
  );
}

/**
 * Makes a scrolling box reachable by keyboard, for a list that is such a box itself. Sizes are read after the browser's
 * layout: to read them earlier would force a layout at once.
 */
export function useScrollKeys(box: RefObject<HTMLElement | null>): typeof SCROLLS_BY_KEY | undefined {
  const [overflows, setOverflows] = useState(false);
  const watch = useRef<SizeWatch | null>(null);
  // Runs after each drawing, since the children may be others.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    watch.current ??= new SizeWatch();
    watch.current.follow(element, () =>
      setOverflows(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight),
    );
  });
  useEffect(
    () => () => {
      watch.current?.end();
      watch.current = null;
    },
    [],
  );
  return overflows ? SCROLLS_BY_KEY : undefined;
}

/** Calls back when one of the elements has another size. */
class SizeWatch {
  #elements: readonly Element[] = [];
  #changed = (): void => {};
  readonly #observer = new ResizeObserver(() => this.#changed());

  follow(box: Element, changed: () => void): void {
    this.#changed = changed;
    const parts = [box.firstElementChild, box.lastElementChild].filter(part => part !== null);
    const elements = [...new Set([box, ...parts])];
    // An only child grows with its content. Of several children, those in between may have changed, so they are
    // observed anew.
    const isSteady = box.childElementCount <= 1 && elements.every((element, at) => element === this.#elements[at]);
    if (isSteady && elements.length === this.#elements.length) return;
    this.end();
    this.#elements = elements;
    for (const element of elements) this.#observer.observe(element);
  }

  end(): void {
    this.#observer.disconnect();
  }
}
