/** Draws its children once their place has come into view: parts that are never scrolled to are not fetched. */
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface InViewProps {
  /** Stands there until then. */
  readonly before: ReactNode;
  /** Draws them wherever they are, since they were asked for. */
  readonly isAsked?: boolean;
  /** Whether the first Tab draws them, too: who moves by keys would pass by what is not there yet. */
  readonly isOnTheWay?: boolean;
  /** How far above the lower edge of the window its place must reach [CSS px]; 0 if absent. */
  readonly atLeastPx?: number;
  readonly children: ReactNode;
}

export function InView({ before, isAsked = false, isOnTheWay = false, atLeastPx = 0, children }: InViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: `0px 0px -${atLeastPx}px 0px` },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [atLeastPx]);
  useEffect(() => {
    if (!isOnTheWay) return;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') setSeen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOnTheWay]);
  return isSeen || isAsked ? children : <div ref={place}>{before}</div>;
}
