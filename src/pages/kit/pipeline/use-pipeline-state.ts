/** The state of the page, which is its link. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { FlatSearch } from '../../../state/link-codec.ts';
import { type PipelinePageState, pipelineLink } from '../../links/pipeline.ts';
import type { PipelineVariant } from '../../links/pipeline-variant.ts';

export interface PipelineHandle {
  readonly state: PipelinePageState;
  /** Replaces the link. */
  readonly update: (patch: Partial<PipelinePageState>) => void;
  readonly change: (at: number, patch: Partial<PipelineVariant>) => void;
}

export function usePipelineState(): PipelineHandle {
  const state = useSearch({
    strict: false,
    select: search => pipelineLink.stateOf(search as FlatSearch),
    structuralSharing: true,
  });
  const rewrite = useRewrite();
  return useMemo(() => {
    const update = (patch: Partial<PipelinePageState>) => rewrite(before => ({ ...before, ...patch }));
    const change = (at: number, patch: Partial<PipelineVariant>) =>
      rewrite(({ variants, ...before }) => ({
        ...before,
        variants: variants.map((variant, i) => (i === at ? { ...variant, ...patch } : variant)),
      }));
    return { state, update, change };
  }, [state, rewrite]);
}

/** From the link as it is when it is rewritten: several changes at once all come through. */
function useRewrite() {
  const navigate = useNavigate();
  return useCallback(
    (next: (before: PipelinePageState) => PipelinePageState) => {
      const search = (before: FlatSearch) => pipelineLink.encode(next(pipelineLink.stateOf(before)));
      void navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
    },
    [navigate],
  );
}
