/** The page's state, read from the link and written back to it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { FlatSearch } from '../../state/link-codec.ts';
import { type RunsState, runsLink } from '../links/runs.ts';

export interface RunsHandle {
  readonly state: RunsState;
  /** `asStep`: the way back leads to what was there before. */
  readonly update: (patch: Partial<RunsState>, asStep?: boolean) => void;
}

export function useRunsState(): RunsHandle {
  const navigate = useNavigate();
  const state = useSearch({
    strict: false,
    select: search => runsLink.stateOf(search as FlatSearch),
    structuralSharing: true,
  });
  const update = useCallback(
    (patch: Partial<RunsState>, asStep = false) =>
      void navigate({
        to: '.',
        search: runsLink.encode({ ...state, ...patch }) as never,
        replace: !asStep,
        resetScroll: false,
      }),
    [navigate, state],
  );
  return useMemo(() => ({ state, update }), [state, update]);
}
