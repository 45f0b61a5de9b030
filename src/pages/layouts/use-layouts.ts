/** State from the link, and the last good answer while a new one is refused. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Refusable } from '../../model/layout/layout-error.ts';
import type { Theme } from '../../pictures/theme.ts';
import type { FlatSearch } from '../../state/link-codec.ts';
import { type LayoutsState, layoutsLink } from '../links/layouts.ts';
import type { Shown } from './layouts-files.ts';

export interface LayoutsHandle {
  readonly state: LayoutsState;
  /** Replaces the link. A pin belongs to one picture: it goes unless it is set anew. */
  readonly update: (patch: Partial<LayoutsState>) => void;
}

/** What a view of the page takes. */
export interface ViewProps extends LayoutsHandle {
  readonly theme: Theme;
  /** The page's part of the header, with what can be saved. */
  readonly header: (shown: Shown | null) => ReactNode;
}

export function useLayouts(): LayoutsHandle {
  const navigate = useNavigate();
  const state = useSearch({
    strict: false,
    select: search => layoutsLink.stateOf(search as FlatSearch),
    structuralSharing: true,
  });
  const update = useCallback(
    (patch: Partial<LayoutsState>) =>
      void navigate({
        to: '.',
        search: layoutsLink.encode({ ...state, pin: null, ...patch }) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate, state],
  );
  return useMemo(() => ({ state, update }), [state, update]);
}

/** The answer, or while it is refused the last one that was not; null before the first. */
export function useLastGood<T>(answer: Refusable<T>): T | null {
  const [good, setGood] = useState<T | null>(answer.ok ? answer.value : null);
  if (answer.ok && answer.value !== good) setGood(answer.value);
  return answer.ok ? answer.value : good;
}
