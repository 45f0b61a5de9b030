/** The toy as the page holds it: it plays by itself once, and whatever the visitor does takes over. */
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useMediaQuery } from '../../pictures/gestures/use-media-query.ts';
import { advanced, delayOf, OPENING, RESTING, type Toy } from './toy.ts';

export function useToy(): readonly [Toy, Dispatch<SetStateAction<Toy>>] {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [toy, setToy] = useState(isStill ? RESTING : OPENING);
  useEffect(() => {
    if (!toy.isPlaying) return;
    const timer = setTimeout(() => setToy(advanced), delayOf(toy));
    return () => clearTimeout(timer);
  }, [toy]);
  return [toy, setToy];
}
