/** State from the link, and the last good answer while a new one is refused. */
import { type ReactNode, useMemo, useState } from 'react';
import type { Refusable } from '../../model/layout/layout-error.ts';
import type { Theme } from '../../pictures/theme.ts';
import { type LinkHandle, type LinkState, useLinkState } from '../kit/use-link-state.ts';
import { type LayoutsState, layoutsLink } from '../links/layouts.ts';
import type { Shown } from './layouts-files.ts';

export type LayoutsHandle = LinkHandle<LayoutsState>;

/** Props of a view of the page. */
export interface ViewProps extends LayoutsHandle {
  readonly theme: Theme;
  /** The page's part of the header, with what can be saved. */
  readonly header: (shown: Shown | null) => ReactNode;
}

/** A pin belongs to one picture: it goes unless it is set anew. */
export function useLayouts(): LinkState<LayoutsState> {
  const { state, problems, update } = useLinkState(layoutsLink);
  return useMemo(() => {
    const unpinned: typeof update = change =>
      update(before => ({ ...before, pin: null, ...(typeof change === 'function' ? change(before) : change) }));
    return { state, problems, update: unpinned };
  }, [state, problems, update]);
}

/** The answer, or while it is refused the last one that was not; null before the first. */
export function useLastGood<T>(answer: Refusable<T>): T | null {
  const [good, setGood] = useState<T | null>(answer.ok ? answer.value : null);
  if (answer.ok && answer.value !== good) setGood(answer.value);
  return answer.ok ? answer.value : good;
}
