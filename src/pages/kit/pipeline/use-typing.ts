/** The text of a scenario while it is typed: drawn at once, in the link when it rests, and never lost on the way. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ownOf, remember } from './own-scenario.ts';
import type { PipelineHandle } from './use-pipeline-state.ts';

export interface Typed {
  /** Number of the variant. */
  readonly at: number;
  readonly text: string;
  /** Its word in the link, once that was asked for. */
  readonly own: string | null;
}

const REST_MS = 300;

export function useTyping({ state, change }: PipelineHandle) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Typed | null>(null);
  const latest = useRef(typed);
  latest.current = typed;
  useEffect(() => {
    if (typed === null || typed.own !== null) return;
    const timer = setTimeout(async () => {
      const own = await ownOf(typed.text, queries);
      // Typing has gone on, or led back to the preset.
      if (latest.current !== typed) return;
      change(typed.at, { own });
      setTyped({ ...typed, own });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed, change, queries]);
  // The link follows a moment later: until then the text is here.
  if (typed !== null && typed.own !== null && state.variants[typed.at]?.own === typed.own) setTyped(null);
  const type = (text: string | null) => {
    setTyped(text === null ? null : { at: state.edited, text, own: null });
    if (text === null) change(state.edited, { own: null });
    else remember(text);
  };
  return { typed, type };
}
