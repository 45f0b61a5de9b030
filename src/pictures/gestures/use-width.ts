/** The width of an element, followed as it changes. */
import { type RefCallback, useCallback, useState } from 'react';

/** Gives a ref for the element and its content width in whole CSS pixels; 0 until it is laid out. */
export function useWidth(): [ref: RefCallback<HTMLElement>, widthPx: number] {
  const [widthPx, setWidthPx] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const measure = () => setWidthPx(Math.floor(element.clientWidth));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [ref, widthPx];
}
