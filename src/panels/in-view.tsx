/** Draws its children once their place has come into view: parts that are never scrolled to are not fetched. */
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface InViewProps {
  /** Stands there until then. */
  readonly before: ReactNode;
  /** Draws them wherever they are, since they were asked for. */
  readonly isAsked?: boolean;
  readonly children: ReactNode;
}

export function InView({ before, isAsked = false, children }: InViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return isSeen || isAsked ? children : <div ref={place}>{before}</div>;
}
