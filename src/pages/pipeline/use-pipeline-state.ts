/** The state of the page, which is its link. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { FlatSearch } from '../../state/exhibit-search.ts';
import { decodePipelineSearch, encodePipelineSearch, type PipelineState } from './pipeline-search.ts';
import type { PipelineVariant } from './pipeline-variant.ts';

export interface PipelineHandle {
  readonly state: PipelineState;
  /** Replaces the link. */
  readonly update: (patch: Partial<PipelineState>) => void;
  readonly change: (at: number, patch: Partial<PipelineVariant>) => void;
}

export function usePipelineState(): PipelineHandle {
  const navigate = useNavigate();
  const state = useSearch({
    strict: false,
    select: search => decodePipelineSearch(search as FlatSearch),
    structuralSharing: true,
  });
  const rewrite = useCallback(
    (next: (before: PipelineState) => PipelineState) =>
      void navigate({
        to: '.',
        search: ((before: FlatSearch) => encodePipelineSearch(next(decodePipelineSearch(before)))) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return useMemo(
    () => ({
      state,
      update: patch => rewrite(before => ({ ...before, ...patch })),
      change: (at, patch) =>
        rewrite(before => ({
          ...before,
          variants: before.variants.map((variant, i) => (i === at ? { ...variant, ...patch } : variant)),
        })),
    }),
    [state, rewrite],
  );
}
