/** A value that moves fast here, and follows into the link when it rests. */
import { useCallback, useEffect, useRef, useState } from 'react';

const REST_MS = 250;

/** `kept`: as the link has it. What comes from there, as with another link, wins over what was here before. */
export function useRested<T>(kept: T, write: (value: T) => void): readonly [T, (value: T) => void] {
  const [live, setLive] = useState<{ readonly value: T; readonly before: T } | null>(null);
  const latest = useRef({ kept, write });
  latest.current = { kept, write };
  useEffect(() => {
    if (live === null) return;
    const timer = setTimeout(() => latest.current.write(live.value), REST_MS);
    return () => clearTimeout(timer);
  }, [live]);
  const set = useCallback((value: T) => setLive({ value, before: latest.current.kept }), []);
  return [live !== null && live.before === kept ? live.value : kept, set];
}
