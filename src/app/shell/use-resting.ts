/** Whether nothing has been done for a while: before an audience, what only serves the hand is then out of sight. */
import { useEffect, useState } from 'react';

const RESTS_AFTER_MS = 2000;

/** What a hand does. Both lists are constants, so that the effect runs once. */
export const BY_POINTER = ['pointermove', 'pointerdown'];
export const BY_HAND = [...BY_POINTER, 'keydown'];

export function useResting(isWatched: boolean, deeds: readonly string[]): boolean {
  const [isResting, setIsResting] = useState(false);
  useEffect(() => {
    if (!isWatched) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      setIsResting(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIsResting(true), RESTS_AFTER_MS);
    };
    wait();
    for (const deed of deeds) addEventListener(deed, wait);
    return () => {
      clearTimeout(timer);
      setIsResting(false);
      for (const deed of deeds) removeEventListener(deed, wait);
    };
  }, [isWatched, deeds]);
  return isResting;
}
